import Device
import Simulation

/// The user's opens, known beforehand, and the next one of each app.
struct ComingOpens {
  struct Open: Comparable {
    let at: Instant
    let app: AppID

    static func < (left: Open, right: Open) -> Bool {
      (left.at, left.app) < (right.at, right.app)
    }
  }

  /// The opens app by app, in order of time.
  private let opens: [[Instant]]

  init(of world: PolicyWorld) {
    var opens = [[Instant]](repeating: [], count: world.apps.count)
    for action in world.user {
      if case .open(let app) = action.kind { opens[Int(app.index)].append(action.at) }
    }
    self.opens = opens
  }

  /// The last of all opens.
  var last: Instant? { opens.compactMap { $0.last }.max() }

  /// Returns the next open of each app that has one after a moment, in order of time and then of
  /// `AppID`. O(n log n).
  func next(after moment: Instant) -> [Open] {
    opens.indices.compactMap { open(of: AppID($0), after: moment) }.sorted()
  }

  /// Returns an app's first open after a moment; nil: there is none. O(log n).
  private func open(of app: AppID, after moment: Instant) -> Open? {
    let times = opens[Int(app.index)]
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low < times.count ? Open(at: times[low], app: app) : nil
  }
}
