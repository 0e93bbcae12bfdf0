import Simulation

/// Memory pressure (section 6): the sum of the apps' footprints never stays above the device's.
extension Device {
  /// Ends suspended apps, the one longest unused first, then background apps, the one in front
  /// last. Running apps are warned once a shortage.
  func relieveMemory() {
    guard memoryInUse > deviceMemory else { return }
    warnRunningApps()
    while memoryInUse > deviceMemory, let victim = nextVictim() {
      terminate(victim, .memoryPressure, detail: "the device was short of memory")
    }
  }

  private var deviceMemory: Int {
    MemoryFootprint.kilobytes(scenario.device.memoryMegabytes)
  }

  private func warnRunningApps() {
    for app in apps where app.state.isRunning && app.state != .notRunning {
      enqueue(.callback(.didReceiveMemoryWarning), of: app)
    }
  }

  private func nextVictim() -> Application? {
    for band in [[ApplicationState.suspended], [.background], [.inactive, .active]] {
      let victim = apps.filter { band.contains($0.state) && $0.id != executing }
        .min { ($0.usage.lastUsed, $0.id) < ($1.usage.lastUsed, $1.id) }
      if let victim { return victim }
    }
    return nil
  }
}
