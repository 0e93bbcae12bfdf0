import Device
import Simulation

private let failing = """
  local delegate = {}
  function delegate:didFinishLaunching() error("that is all") end
  return delegate
  """

/// Measures an app that the user opens again and again, and that fails as it is launched: the
/// process with its script's state, the error with its traceback, the exit and the finding.
func measureLaunches() {
  let launches = 10_000
  let took = best(of: 5) {
    let device = device(apps: 1, script: failing, lasting: .seconds(10 * launches + 20))
    device.run(until: .start + .seconds(5))
    return seconds {
      for launch in 1...launches {
        device.run(until: .start + .seconds(10 * launch))
        device.open(AppID(0))
        device.run(until: .start + .seconds(10 * launch + 5))
        device.leave()
      }
    }
  }
  let each = took / Double(launches) * 1e6
  report(
    "a launch with its exit, by an error", "\(decimals(each, 1)) us", goal: "< 70 us",
    isReached: each < 70)
}
