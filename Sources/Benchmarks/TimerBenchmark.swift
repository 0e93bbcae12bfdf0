import CFloor
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
  for apps in [100, 1_000, 10_000] {
    let events = 1_000_000
    let pairs = Pairs(9) {
      let device = device(apps: apps, script: ticking, lasting: .seconds(events / apps))
      device.run(until: .start + .milliseconds(500))
      return seconds { device.run() }
    } floor: {
      dm_floor_events(Int32(apps), events)
    }
    let rate = Double(events) / pairs.bestOurs
    let isGoal = apps == 100
    report(
      "timer callbacks a second, \(apps) apps", "\(decimals(rate / 1e6, 2)) M",
      goal: isGoal ? ">= 3 M" : "", isReached: isGoal ? rate >= 3e6 : nil)
    report(
      "  the C floor in the same run", "\(decimals(Double(events) / pairs.bestFloor / 1e6, 2)) M")
    report("  ours as a share of the floor, best of nine", decimals(pairs.bestShare, 2))
    report("  the same, median of nine pairs", decimals(pairs.medianShare, 2))
  }
}
