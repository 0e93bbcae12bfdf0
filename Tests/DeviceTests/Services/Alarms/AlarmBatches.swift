import Simulation

/// Alarms sorted into batches as they are set, each of which is delivered at once: how Android 4.4
/// to 11 did it, before delivery became lazy. No device that is simulated has it: it is here for the
/// facts and the recording of such phones.
///
/// A batch holds windows that overlap: it starts with the latest start and ends with the earliest
/// end of them. An alarm joins the first batch, by start, that it fits; one that stands alone gets a
/// batch of its own.
struct AlarmBatches: Sendable, Equatable {
  /// The window of one alarm.
  struct Window: Sendable, Equatable {
    let number: Int
    let start: Instant
    let end: Instant
    var isWaking = false
    var standsAlone = false
  }

  struct Batch: Sendable, Equatable {
    fileprivate(set) var start: Instant
    fileprivate(set) var end: Instant
    fileprivate(set) var windows: [Window]
    let standsAlone: Bool

    fileprivate init(_ window: Window) {
      (start, end, windows) = (window.start, window.end, [window])
      standsAlone = window.standsAlone
    }

    fileprivate func fits(_ window: Window) -> Bool {
      !standsAlone && !window.standsAlone && window.start <= end && start <= window.end
    }
  }

  /// By their starts.
  private(set) var batches: [Batch] = []

  /// How many alarms there are.
  var count: Int { batches.reduce(0) { $0 + $1.windows.count } }

  /// Adds an alarm. O(batches).
  mutating func add(_ window: Window) {
    var batch: Batch
    if let place = batches.firstIndex(where: { $0.fits(window) }) {
      batch = batches.remove(at: place)
      batch.start = max(batch.start, window.start)
      batch.end = min(batch.end, window.end)
      batch.windows.append(window)
    } else {
      batch = Batch(window)
    }
    let place = batches.firstIndex { $0.start > batch.start } ?? batches.endIndex
    batches.insert(batch, at: place)
  }

  /// Takes alarms out; the others are sorted anew. O(alarms x batches).
  mutating func remove(where isMeant: (Window) -> Bool) -> [Window] {
    let all = batches.flatMap(\.windows)
    batches = []
    for window in all where !isMeant(window) { add(window) }
    return all.filter(isMeant)
  }

  /// Takes the batches out that have started.
  mutating func takeDue(at now: Instant) -> [Window] {
    let due = batches.prefix { $0.start <= now }
    batches.removeFirst(due.count)
    return due.flatMap(\.windows)
  }

  /// When the first batch starts.
  var nextDelivery: Instant? { batches.first?.start }

  /// When the first batch starts that has an alarm which wakes the device.
  var nextWakeUp: Instant? { batches.first { $0.windows.contains(where: \.isWaking) }?.start }
}
