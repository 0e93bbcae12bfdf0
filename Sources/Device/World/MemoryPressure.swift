import Simulation

/// Memory pressure (section 6): at the end of each instant the sum of the apps' footprints is
/// within the device's memory, or the apps that run have been warned and have time to answer.
final class MemoryPressure: DeviceComponent {
  /// Kilobytes.
  private let capacity: Int
  /// Kilobytes, of all apps as their states stand.
  private(set) var inUse = 0
  private var isReliefScheduled = false
  /// When the apps that were warned have had their time; nil: none was.
  private(set) var answerDue: Instant?
  /// Those that were warned of this shortage.
  private var warned: Set<AppID> = []
  private let queue: Kept<EvictionQueue>

  init(megabytes: Double, apps: Int) {
    capacity = MemoryFootprint.kilobytes(megabytes)
    queue = Kept(EvictionQueue(apps: apps))
  }

  var isShort: Bool { inUse > capacity }

  /// The apps that have a process, running or suspended, in order of id. O(n log n) in their
  /// number.
  var living: [Process] { queue.value.apps.sorted().map { device[$0] } }

  /// Keeps the sum in step with an app's state, which is about to change.
  func move(_ process: Process, to state: ApplicationState) {
    let memory = process.configuration.memory
    inUse += memory.kilobytes(in: state) - memory.kilobytes(in: process.state)
    queue.value.move(process.id, to: state)
    if state == .notRunning, !warned.isEmpty { warned.remove(process.id) }
    guard isShort || answerDue != nil, !isReliefScheduled else { return }
    isReliefScheduled = true
    scheduleRelief(at: now)
  }

  private func scheduleRelief(at instant: Instant) {
    device.agenda.schedule(.world(.memoryShort), at: instant, rank: DeviceEvent.Rank.memory)
  }

  /// The user opens or leaves an app.
  func noteUse(of process: Process) { queue.value.noteUse(of: process.id, at: now) }

  /// Ends suspended apps, the one longest unused first and none with a word. If that is not enough,
  /// the apps that run are warned, and where they have had their time in vain those in the
  /// background end, the one in front last. O(n log n) in the number of living apps.
  func relieve() {
    isReliefScheduled = false
    while isShort, let victim = queue.value.first, device[victim].state == .suspended {
      end(victim)
    }
    guard isShort else {
      answerDue = nil
      warned = []
      return
    }
    if let answerDue, answerDue <= now {
      while isShort, let victim = queue.value.first { end(victim) }
      return relieve()
    }
    warn()
    guard answerDue == nil else { return }
    answerDue = now + device.limits.memoryAnswer
    for service in device.services.all { service.memoryIsShort() }
    scheduleRelief(at: now + device.limits.memoryAnswer)
  }

  /// Warns the apps that run and do not know yet.
  private func warn() {
    for process in living where process.state.isRunning {
      guard warned.insert(process.id).inserted else { continue }
      process.enqueue(.callback(.didReceiveMemoryWarning))
    }
  }

  private func end(_ victim: AppID) {
    device[victim].terminate(.memoryPressure, detail: "the device was short of memory")
  }
}
