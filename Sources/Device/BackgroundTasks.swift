import Simulation

/// The open background tasks of one process (B1, B4, B5, B11, B14).
///
/// Pure: it knows identifiers, handlers and ages, but no clock and no device.
struct BackgroundTasks {
  struct Task {
    let identifier: Int
    let name: String?
    /// Nil once it has run or been taken.
    var handler: BlockID?
    let began: Instant
    let location: SourceLocation
    /// The event that will find it too old (B12).
    var ageToken: EventToken
    /// The begin that probably overwrote this one's identifier: the first one after it, while it was
    /// open, of the same name or, where both have none, at the same line.
    var overwrittenBy: (identifier: Int, location: SourceLocation)?
  }

  /// Identifier 0: `UIBackgroundTaskIdentifier.invalid` (B1).
  static let invalid = 0

  /// In order of begin.
  private(set) var open: [Task] = []
  private var lastIdentifier = 0

  var isEmpty: Bool { open.isEmpty }

  /// Opens a task; identifiers count up from 1.
  mutating func begin(
    name: String?, handler: BlockID?, at now: Instant, location: SourceLocation
  ) -> Int {
    lastIdentifier += 1
    let double = open.lastIndex { $0.name == name && (name != nil || $0.location == location) }
    if let double, open[double].overwrittenBy == nil {
      open[double].overwrittenBy = (lastIdentifier, location)
    }
    open.append(
      Task(
        identifier: lastIdentifier, name: name, handler: handler, began: now, location: location,
        ageToken: .none))
    return lastIdentifier
  }

  mutating func watchAge(of identifier: Int, by token: EventToken) {
    guard let index = index(of: identifier) else { return }
    open[index].ageToken = token
  }

  /// Closes a task and returns it; nil when no such task is open (B11).
  mutating func end(_ identifier: Int) -> Task? {
    index(of: identifier).map { open.remove(at: $0) }
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
