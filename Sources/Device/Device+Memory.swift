import Simulation

/// Memory pressure (section 6): at the end of each instant the sum of the apps' footprints is within
/// the device's memory.
extension Device {
  /// Keeps the sum in step with an app's state.
  func changeMemory(of app: Application, to state: ApplicationState) {
    let memory = app.configuration.memory
    memoryInUse += memory.kilobytes(in: state) - memory.kilobytes(in: app.state)
    guard isMemoryShort, !memoryReliefScheduled else { return }
    memoryReliefScheduled = true
    queue.schedule(.memoryShort, at: now, rank: DeviceEvent.Rank.memory)
  }

  /// Ends suspended apps, the one longest unused first, then background apps, the one in front
  /// last. Running apps are warned once a shortage.
  func relieveMemory() {
    memoryReliefScheduled = false
    guard isMemoryShort else { return }
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
