import CSystem
import Simulation

private let small = """
  local delegate = {}
  function delegate:didFinishLaunching()
    Timer.scheduledTimer(60, true, function() end)
  end
  return delegate
  """

/// Measures the resident memory of 10,000 running apps on one device.
func measureMemory() {
  let before = sys_memory()
  let apps = 10_000
  let device = device(apps: apps, script: small, lasting: .minutes(5))
  let took = seconds { device.run() }
  let each = Double(sys_memory() - before) / Double(apps) / 1_024
  report(
    "memory of a process, \(apps) apps on one device", "\(decimals(each, 1)) KB",
    goal: "<= 72 KB", isReached: each <= 72)
  report("  launching them and 5 minutes of their life", "\(decimals(took, 2)) s")
}
