import Simulation

/// Memory pressure (section 6): after each event the sum of the apps' footprints is within the
/// device's memory.
extension Device {
  /// Ends suspended apps, the one longest unused first, then background apps, the one in front
  /// last. Running apps are warned once a shortage.
  func relieveMemory() {
    warnRunningApps()
    while isMemoryShort, let victim = nextVictim() {
      terminate(victim, .memoryPressure, detail: "the device was short of memory")
    }
  }

  private func warnRunningApps() {
    for app in apps where app.state.isRunning {
      enqueue(.callback(.didReceiveMemoryWarning), of: app)
    }
  }

  private func nextVictim() -> Application? {
    for band in [[ApplicationState.suspended], [.background], [.inactive, .active]] {
      let victim = apps.filter { band.contains($0.state) }
        .min { ($0.usage.lastUsed, $0.id) < ($1.usage.lastUsed, $1.id) }
      if let victim { return victim }
    }
    return nil
  }
}
