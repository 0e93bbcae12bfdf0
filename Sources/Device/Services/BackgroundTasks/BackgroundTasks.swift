import Simulation

/// The open background tasks of one process (B1, B4, B5, B11, B14).
///
/// Pure: it knows identifiers, handlers and ages, but no clock and no device.
struct BackgroundTasks {
  struct Task {
    let identifier: Int
    let name: String?
    /// The expiration handler; nil once it has run or been taken.
    var handler: BlockID?
    /// The block of `performExpiringActivity`, at whose return it ends; nil: the app ends it.
    let activity: BlockID?
    let began: Instant
    let location: SourceLocation
    /// The event that will find it too old (B12).
    var ageToken: EventToken
    var overwrittenBy: Overwriting?
    /// Its time was nearly over: its handler was called, if it has one.
    var isExpired = false
    /// What was begun in it was over then, and nothing could have ended it.
    var isIdle = false
    /// The message about the task that was found open after the handlers were called (B5).
    var reported: String?
  }

  /// The begin that perhaps overwrote a task's identifier, while that task was open: the first task
  /// ended of those that were begun right after. Two open tasks prove nothing: each may have a
  /// variable of its own.
  struct Overwriting {
    let identifier: Int
    let name: String?
    let location: SourceLocation
  }

  /// Identifier 0: `UIBackgroundTaskIdentifier.invalid` (B1).
  static let invalid = 0

  /// In order of begin.
  private(set) var open: [Task] = []
  private var lastIdentifier = 0

  var isEmpty: Bool { open.isEmpty }

  /// Opens a task; identifiers count up from 1.
  mutating func begin(
    name: String?, handler: BlockID?, activity: BlockID? = nil, at now: Instant,
    location: SourceLocation
  ) -> Int {
    lastIdentifier += 1
    open.append(
      Task(
        identifier: lastIdentifier, name: name, handler: handler, activity: activity, began: now,
        location: location, ageToken: .none))
    return lastIdentifier
  }

  mutating func watchAge(of identifier: Int, by token: EventToken) {
    guard let index = index(of: identifier) else { return }
    open[index].ageToken = token
  }

  /// Closes a task and returns it; nil when no such task is open (B11).
  mutating func end(_ identifier: Int) -> Task? {
    guard let index = index(of: identifier) else { return nil }
    let task = open.remove(at: index)
    if index > 0, task.activity == nil, open[index - 1].activity == nil,
      open[index - 1].overwrittenBy == nil
    {
      open[index - 1].overwrittenBy = Overwriting(
        identifier: task.identifier, name: task.name, location: task.location)
    }
    return task
  }

  func task(_ identifier: Int) -> Task? {
    index(of: identifier).map { open[$0] }
  }

  /// Takes the handler of a task, so that it runs once; nil when the task is over or has none.
  mutating func takeHandler(of identifier: Int) -> BlockID? {
    guard let index = index(of: identifier) else { return nil }
    defer { open[index].handler = nil }
    return open[index].handler
  }

  /// Begins a round of handlers, which is one of all tasks that are open now; returns them.
  ///
  /// - Parameters:
  ///   - worked: when the app, which does nothing of its own now, last began work; nil: it does.
  mutating func expire(afterWork worked: Instant?) -> [Task] {
    for index in open.indices {
      open[index].isExpired = true
      open[index].isIdle = worked.map { $0 >= open[index].began } ?? false
    }
    return open
  }

  /// The tasks of a round that are open after its handlers were called, with what is to be reported
  /// of each. The block of an activity runs beside them: it returns when it can.
  mutating func review(_ words: (Task) -> String) -> [(task: Task, words: String)] {
    open.indices.filter { open[$0].isExpired && open[$0].activity == nil }.map { index in
      let words = words(open[index])
      open[index].reported = words
      return (open[index], words)
    }
  }

  /// Identifiers rise in the array, so the search is binary.
  private func index(of identifier: Int) -> Int? {
    var low = 0
    var high = open.count
    while low < high {
      let middle = (low + high) / 2
      if open[middle].identifier < identifier { low = middle + 1 } else { high = middle }
    }
    return low < open.count && open[low].identifier == identifier ? low : nil
  }
}
