import Device
import Simulation

/// A user who does what a list says: `usage.schedule`.
///
/// The list's order matters only among entries of the same instant. What cannot be done is left
/// out: closing when no app is in front, and opening the app that is there already, which only says
/// anew how long it stays.
public struct UsageSchedule: UserModel {
  /// One entry of the list.
  public struct Entry: Sendable {
    /// A thing that the user does.
    public enum Deed: Sendable {
      /// Opens an app and leaves it after `lasting`, or without it when something else is done.
      ///
      /// The leaving is void when the user has opened another app or left before.
      case open(String, lasting: TimeSpan?)
      /// Leaves the app in front.
      case close
      /// Swipes an app away in the app switcher (P6).
      case forceQuit(String)
      /// Locks the device, and leaves the app in front by that.
      case lock
      /// Unlocks it, and returns to the app that was in front.
      case unlock
    }

    public var at: Instant
    public var deed: Deed

    public init(at: Instant, _ deed: Deed) {
      self.at = at
      self.deed = deed
    }
  }

  public var isDrawn: Bool { false }

  private let entries: [Entry]

  /// The schedule of entries in any order.
  ///
  /// - Throws: where an entry is before the start or lasts no time; entries are counted from 1.
  public init(_ entries: [Entry]) throws(UserModelError) {
    for (index, entry) in entries.enumerated() {
      let place = Self.place(index)
      guard entry.at >= .start else {
        throw UserModelError(
          "\(place): the time is before the start (\(entry.at - .start)); give 0 or more")
      }
      if case .open(_, let lasting?) = entry.deed, lasting <= .zero {
        throw UserModelError(
          "\(place): lasting is not positive (\(lasting)); give a longer time or leave it out")
      }
    }
    self.entries = entries
  }

  /// Returns what the entries say, in order of time. O(n log n) in the entries.
  public func actions(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan, apps: [String]
  ) throws(UserModelError) -> [UserAction] {
    let names = AppNames(apps)
    var deeds: [UserAction] = []
    var stays: [TimeSpan?] = []
    for (index, entry) in entries.enumerated() {
      let (kind, stay) = try resolved(entry.deed, names, at: Self.place(index))
      deeds.append(UserAction(at: entry.at, kind: kind))
      stays.append(stay)
    }
    var hand = Hand()
    for index in deeds.indices.sorted(by: { (deeds[$0].at, $0) < (deeds[$1].at, $1) }) {
      hand.act(deeds[index], staying: stays[index])
    }
    hand.leave(by: .distantFuture)
    return hand.actions.filter { $0.at < .start + duration }
  }

  private func resolved(
    _ deed: Entry.Deed, _ names: AppNames, at place: String
  ) throws(UserModelError) -> (UserAction.Kind, TimeSpan?) {
    switch deed {
    case .open(let name, let lasting): (.open(try names.app(named: name, at: place)), lasting)
    case .close: (.close, nil)
    case .lock: (.lock, nil)
    case .unlock: (.unlock, nil)
    case .forceQuit(let name): (.forceQuit(try names.app(named: name, at: place)), nil)
    }
  }

  private static func place(_ index: Int) -> String { "usage.schedule: entry \(index + 1)" }
}

/// The user's hand on the device, which knows the app in front and when it is to be left.
private struct Hand {
  private(set) var actions: [UserAction] = []
  private var front: (app: AppID, until: Instant?)?
  /// The app that unlocking the device returns to.
  private var lockedOn: AppID?

  /// Takes the actions in order of time.
  mutating func act(_ action: UserAction, staying stay: TimeSpan?) {
    if let until = front?.until, until < action.at { leave(by: until) }
    switch action.kind {
    case .open(let app):
      if front?.app != app { actions.append(action) }
      front = (app, stay.map { action.at + $0 })
      lockedOn = nil
    case .close:
      guard front != nil else { return }
      actions.append(action)
      front = nil
    case .forceQuit(let app):
      actions.append(action)
      if front?.app == app { front = nil }
      if lockedOn == app { lockedOn = nil }
    case .lock:
      actions.append(action)
      lockedOn = front?.app ?? lockedOn
      front = nil
    case .unlock:
      actions.append(action)
      if front == nil, let app = lockedOn { front = (app, nil) }
      lockedOn = nil
    }
  }

  /// Leaves the app in front when its time ends by an instant.
  mutating func leave(by instant: Instant) {
    guard let until = front?.until, until <= instant else { return }
    actions.append(UserAction(at: until, kind: .close))
    front = nil
  }
}
