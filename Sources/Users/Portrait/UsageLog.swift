import Device
import Simulation

/// One person's use of apps, drawn or recorded, which `UsagePortrait` measures.
///
/// Times are milliseconds since the midnight before the log, on the clock that the person saw. A
/// day of 23 hours has an hour without use, one of 25 an hour with more.
public struct UsageLog: Sendable {
  /// One app in front.
  public struct Use: Equatable, Sendable {
    /// The app's position in `apps`.
    public var app: Int
    public var start: Int64
    /// When the app is left; not before the start.
    public var end: Int64

    public init(app: Int, start: Int64, end: Int64) {
      self.app = app
      self.start = start
      self.end = end
    }
  }

  /// The user's name in a recording, or a person's number.
  public let name: String
  /// The names of apps; logs of one portrait need not have the same.
  public let apps: [String]
  /// The uses in order of time, none overlapping another.
  public let uses: [Use]
  /// The longest pause between two uses, in milliseconds, that is a change of apps; in a longer one
  /// the phone is put away.
  public let longestChange: Int64
  /// The hours on each network and the charger meanwhile; nil: nobody knows.
  public var surroundings: HoursBySurroundings?
  /// The whole days between the log's first moment and its last, counted from 0.
  public let wholeDays: Range<Int>
  /// The day of the week of day 0, counted from Monday: 0 to 6.
  public let firstWeekday: Int

  /// A log of the time from `start` to `end`, which say which days are whole.
  public init(
    name: String, apps: [String], uses: [Use], start: Int64, end: Int64,
    longestChange: Int64 = 1_000, firstWeekday: Int = 0
  ) {
    self.longestChange = longestChange
    self.firstWeekday = firstWeekday
    self.name = name
    self.apps = apps
    self.uses = uses
    let first = Int((start + Self.day - 1) / Self.day)
    wholeDays = first..<max(first, Int(end / Self.day))
  }

  /// The log of a user model's actions. O(actions).
  public init(
    name: String, apps: [String], actions: [UserAction], startsAt: TimeSpan, duration: TimeSpan
  ) {
    func clock(_ instant: Instant) -> Int64 {
      (instant - .start + startsAt.timeOfDay).nanoseconds / 1_000_000
    }
    var uses: [Use] = []
    var isInFront = false
    /// The app that unlocking the device returns to.
    var lockedOn: Int?
    for action in actions {
      let now = clock(action.at)
      if isInFront { uses[uses.count - 1].end = now }
      switch action.kind {
      case .open(let app):
        uses.append(Use(app: Int(app.index), start: now, end: now))
        isInFront = true
        lockedOn = nil
      case .close: isInFront = false
      case .lock:
        if isInFront { lockedOn = uses[uses.count - 1].app }
        isInFront = false
      case .unlock:
        guard !isInFront, let app = lockedOn else { continue }
        uses.append(Use(app: app, start: now, end: now))
        isInFront = true
      case .forceQuit(let app):
        if isInFront, uses[uses.count - 1].app == Int(app.index) { isInFront = false }
      }
    }
    let end = clock(.start + duration)
    if isInFront { uses[uses.count - 1].end = end }
    // Who changes apps leaves no pause at all.
    self.init(
      name: name, apps: apps, uses: uses, start: clock(.start), end: end, longestChange: 0)
  }

  /// Returns whether a day, counted from 0, is a Saturday or a Sunday.
  func isWeekend(_ day: Int) -> Bool { (day + firstWeekday) % 7 >= 5 }

  /// The milliseconds of an hour.
  static let hour: Int64 = 3_600_000
  /// The milliseconds of a day.
  static let day: Int64 = 86_400_000
  /// The longest pause within a session, and between two uses of one app that are one launch, in
  /// milliseconds: the rule of LSApp's authors.
  static let longestPauseInSession: Int64 = 300_000

  /// Returns the hour of the day at a time.
  static func hourOfDay(_ time: Int64) -> Int { Int(time / hour % 24) }

  /// The uses, with those of one app that no session's end parts made one.
  var launches: [Use] {
    var launches: [Use] = []
    for use in uses {
      if let last = launches.last, last.app == use.app,
        use.start - last.end <= Self.longestPauseInSession
      {
        launches[launches.count - 1].end = use.end
      } else {
        launches.append(use)
      }
    }
    return launches
  }
}

extension [UsageLog.Use] {
  /// Returns the stretches of uses with no longer pause within.
  func stretches(longestPause: Int64) -> [ArraySlice<UsageLog.Use>] {
    var stretches: [ArraySlice<UsageLog.Use>] = []
    var first = 0
    for index in indices.dropFirst() where self[index].start - self[index - 1].end > longestPause {
      stretches.append(self[first..<index])
      first = index
    }
    if !isEmpty { stretches.append(self[first...]) }
    return stretches
  }
}
