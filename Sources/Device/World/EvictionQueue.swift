import Simulation

/// The apps that have a process, in the order in which memory pressure ends them (section 6):
/// suspended ones, then those in the background, then those in front; among each the one that the
/// user left longest ago, then by id.
///
/// A binary heap that knows where each app stands in it, so that an app moves in O(log n) for n
/// living apps, however many there are on the device. Pure: it knows no device.
struct EvictionQueue {
  private struct Standing {
    /// Place in the heap; nil: the app has no process.
    var place: Int?
    var band: UInt8 = 0
    /// When the user last opened or left the app.
    var lastUsed = Instant.start
  }

  private var heap: [AppID] = []
  private var standings: [Standing]

  init(apps: Int) {
    standings = Array(repeating: Standing(), count: apps)
  }

  /// The app to end first; nil when none lives.
  var first: AppID? { heap.first }

  /// All apps that have a process, in no order that means anything.
  var apps: [AppID] { heap }

  /// The app is in this state from now on. O(log n).
  mutating func move(_ app: AppID, to state: ApplicationState) {
    guard let band = EvictionQueue.band(of: state) else { return remove(app) }
    standings[Int(app.index)].band = band
    if let place = standings[Int(app.index)].place {
      settle(place)
    } else {
      heap.append(app)
      standings[Int(app.index)].place = heap.count - 1
      rise(from: heap.count - 1)
    }
  }

  /// The user opens or leaves the app. O(log n).
  mutating func noteUse(of app: AppID, at instant: Instant) {
    standings[Int(app.index)].lastUsed = instant
    if let place = standings[Int(app.index)].place { settle(place) }
  }

  /// Returns the band of a state; nil where there is no process to end.
  private static func band(of state: ApplicationState) -> UInt8? {
    switch state {
    case .notRunning: nil
    case .suspended: 0
    case .background: 1
    case .inactive, .active: 2
    }
  }

  // MARK: The heap

  private mutating func remove(_ app: AppID) {
    guard let place = standings[Int(app.index)].place else { return }
    swap(place, heap.count - 1)
    heap.removeLast()
    standings[Int(app.index)].place = nil
    if place < heap.count { settle(place) }
  }

  /// Moves the entry at a place to where it belongs.
  private mutating func settle(_ place: Int) {
    if !rise(from: place) { sink(from: place) }
  }

  /// False when it stays.
  @discardableResult
  private mutating func rise(from start: Int) -> Bool {
    var place = start
    while place > 0, goesBefore(place, (place - 1) / 2) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    return place != start
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      let children = (2 * place + 1..<2 * place + 3).clamped(to: 0..<heap.count)
      guard let child = children.min(by: { goesBefore($0, $1) }), goesBefore(child, place) else {
        return
      }
      swap(place, child)
      place = child
    }
  }

  private func goesBefore(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (heap[left], heap[right])
    let (one, other) = (standings[Int(left.index)], standings[Int(right.index)])
    return (one.band, one.lastUsed, left) < (other.band, other.lastUsed, right)
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    standings[Int(heap[left].index)].place = left
    standings[Int(heap[right].index)].place = right
  }
}
