import Simulation

let ticking = """
  local count = 0
  local delegate = {}
  function delegate:didFinishLaunching()
    Timer.scheduledTimer(1, true, function() count = count + 1 end)
  end
  return delegate
  """

/// Measures apps kept running in the background, each with one repeating timer of a second, without
/// a trace.
func measureTimers() {
  for apps in [100, 300] {
    let events = 1_000_000
    let took = best(of: 9) {
      let device = device(apps: apps, script: ticking, lasting: .seconds(events / apps))
      device.run(until: .start + .milliseconds(500))
      return seconds { device.run() }
    }
    let rate = Double(events) / took
    let isGoal = apps == 100
    report(
      "timer callbacks a second, \(apps) apps", "\(decimals(rate / 1e6, 2)) M",
      goal: isGoal ? ">= 3 M" : "", isReached: isGoal ? rate >= 3e6 : nil)
  }
}
