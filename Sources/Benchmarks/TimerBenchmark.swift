import CFloor
import Simulation

private let ticking = """
  local count = 0
  local delegate = {}
  function delegate:didFinishLaunching()
    Timer.scheduledTimer(1, true, function() count = count + 1 end)
  end
  return delegate
  """

/// Apps kept running in the background, each with one repeating timer of a second, trace off.
func measureTimers() {
  for (apps, runs) in [(100, 15), (1_000, 5), (10_000, 3)] {
    let events = 1_000_000
    let (ours, floor) = best(of: runs) {
      let device = device(apps: apps, script: ticking, lasting: .seconds(events / apps))
      device.run(until: .start + .milliseconds(500))
      return seconds { device.run() }
    } _: {
      dm_floor_events(Int32(apps), events)
    }
    let rate = Double(events) / ours
    let isGoal = apps == 100
    report(
      "timer callbacks a second, \(apps) apps", "\(decimals(rate / 1e6, 2)) M",
      goal: isGoal ? ">= 3 M" : "", isReached: isGoal ? rate >= 3e6 : nil)
    report(
      "  the C floor in the same run", "\(decimals(Double(events) / floor / 1e6, 2)) M")
    report(
      "  ours as a share of the floor", decimals(floor / ours, 2),
      goal: isGoal ? ">= 0.33" : "", isReached: isGoal ? floor / ours >= 1.0 / 3 : nil)
  }
}
