import Simulation

/// Whether an entry with a moment holds once or on many days: `daily = true`, `days = "weekdays"`.
struct Repetition {
  enum Days {
    case all, weekdays, weekend

    /// - Parameters:
    ///   - day: counted from 0, a Monday.
    func has(_ day: Int) -> Bool {
      let isWeekend = ((day % 7) + 7) % 7 >= 5
      return switch self {
      case .all: true
      case .weekdays: !isWeekend
      case .weekend: isWeekend
      }
    }
  }

  var daily: Bool?
  var named: Days?

  /// The days on which it holds; nil if it holds once.
  var days: Days? { named ?? (daily == true ? .all : nil) }
}

/// An entry that may repeat, while it is read.
protocol RepeatingDraft: SendableMetatype {
  var at: PlacedValue? { get }
  var repetition: Repetition { get set }
}

extension Key where Target: RepeatingDraft {
  /// `daily` and `days`, which stand last in an entry's keys.
  static var repetition: [Key] {
    [
      Key("daily", "boolean", "true: at this time of every day", standard: "once") {
        value, place, draft in draft.repetition.daily = value.flag(at: place)
      },
      Key("days", "string", "of \"weekdays\" or the \"weekend\" only", standard: "all") {
        value, place, draft in
        let days = [(name: "weekdays", choice: Repetition.Days.weekdays), ("weekend", .weekend)]
        draft.repetition.named = value.choice(days, what: "day", at: place)
        if draft.repetition.daily == false {
          place.report("beside daily = false; leave one of the two out")
        }
      },
    ]
  }
}

extension Moments {
  /// The moments of an entry up to the end of the run, in order of time.
  ///
  /// One that repeats begins on the first day, or on the day that it names. Where it is about
  /// something that lasts, the last moment before the start is one of them, as it is.
  func instants(_ value: PlacedValue, _ repetition: Repetition, _ early: Early) -> [Instant] {
    guard let days = repetition.days else {
      return instant(value.value, early, at: value.place).map { [$0] } ?? []
    }
    guard let first = instant(value.value, .isKept, at: value.place) else { return [] }
    var begin = 0
    // A time of day alone was also that of the days before the start.
    if case .string = value.value, early == .holdsFromStart { begin = -7 }
    var found: [Instant] = []
    var offset = begin
    while first + .days(offset) < end {
      let moment = first + .days(offset)
      offset += 1
      guard days.has(day(of: moment)) else { continue }
      if moment < .start {
        found = early == .holdsFromStart ? [moment] : []
      } else {
        found.append(moment)
      }
    }
    return found
  }

  /// Counted from 0, the day on which the run starts.
  private func day(of moment: Instant) -> Int {
    let since = ((moment - .start) + startsAt).nanoseconds
    let day = TimeSpan.days(1).nanoseconds
    return Int(since >= 0 ? since / day : (since - day + 1) / day)
  }
}
