import Simulation

/// Memory pressure (section 6): at the end of each instant the sum of the apps' footprints is within
/// the device's memory.
final class MemoryPressure: Part {
  /// Kilobytes.
  private let capacity: Int
  /// Kilobytes, of all apps as their states stand.
  private(set) var inUse = 0
  private var isReliefScheduled = false

  init(megabytes: Double) {
    capacity = MemoryFootprint.kilobytes(megabytes)
  }

  var isShort: Bool { inUse > capacity }

  /// Keeps the sum in step with an app's state, which is about to change.
  func move(_ process: Process, to state: ApplicationState) {
    let memory = process.configuration.memory
    inUse += memory.kilobytes(in: state) - memory.kilobytes(in: process.state)
    guard isShort, !isReliefScheduled else { return }
    isReliefScheduled = true
    device.agenda.schedule(
      .world(.memoryShort), at: device.agenda.now, rank: DeviceEvent.Rank.memory)
  }

  /// Ends suspended apps, the one longest unused first, then background apps, the one in front
  /// last. Running apps are warned once a shortage.
  func relieve() {
    isReliefScheduled = false
    guard isShort else { return }
    for process in device.processes where process.state.isRunning {
      process.enqueue(.callback(.didReceiveMemoryWarning))
    }
    while isShort, let victim = nextVictim() {
      victim.terminate(.memoryPressure, detail: "the device was short of memory")
    }
  }

  private func nextVictim() -> Process? {
    for band in [[ApplicationState.suspended], [.background], [.inactive, .active]] {
      let victim = device.processes.filter { band.contains($0.state) }
        .min { (device.world.lastLeft($0), $0.id) < (device.world.lastLeft($1), $1.id) }
      if let victim { return victim }
    }
    return nil
  }
}
