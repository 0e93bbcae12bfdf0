import Simulation

/// Memory pressure (section 6): at the end of each instant the sum of the apps' footprints is
/// within the device's memory.
final class MemoryPressure: DeviceComponent {
  /// Kilobytes.
  private let capacity: Int
  /// Kilobytes, of all apps as their states stand.
  private(set) var inUse = 0
  private var isReliefScheduled = false
  private var queue: EvictionQueue

  init(megabytes: Double, apps: Int) {
    capacity = MemoryFootprint.kilobytes(megabytes)
    queue = EvictionQueue(apps: apps)
  }

  var isShort: Bool { inUse > capacity }

  /// The apps that have a process, running or suspended, in order of id. O(n log n) in their
  /// number.
  var living: [Process] { queue.apps.sorted().map { device[$0] } }

  /// Keeps the sum in step with an app's state, which is about to change.
  func move(_ process: Process, to state: ApplicationState) {
    let memory = process.configuration.memory
    inUse += memory.kilobytes(in: state) - memory.kilobytes(in: process.state)
    queue.move(process.id, to: state)
    guard isShort, !isReliefScheduled else { return }
    isReliefScheduled = true
    device.agenda.schedule(
      .world(.memoryShort), at: now, rank: DeviceEvent.Rank.memory)
  }

  /// The user opens or leaves an app.
  func noteUse(of process: Process) { queue.noteUse(of: process.id, at: now) }

  /// Ends suspended apps, the one longest unused first, then background apps, the one in front
  /// last. Running apps are warned once a shortage. O(n log n) in the number of living apps.
  func relieve() {
    isReliefScheduled = false
    guard isShort else { return }
    for process in living where process.state.isRunning {
      process.enqueue(.callback(.didReceiveMemoryWarning))
    }
    for service in device.services.all { service.memoryIsShort() }
    while isShort, let victim = queue.first {
      device[victim].terminate(.memoryPressure, detail: "the device was short of memory")
    }
  }
}
