import Device
import Lua
import Simulation

/// What an app asks of WorkManager: `OneTimeWorkRequest` or `PeriodicWorkRequest`.
struct WorkRequest: Equatable, Sendable {
  /// What `doWork` is to do, by a name of the app's own.
  var worker: String
  var network = JobNetwork.none
  var conditions: JobConditions = []
  /// It begins no sooner after it was enqueued.
  var initialDelay = TimeSpan.zero
  /// nil: as is usual, 30 s and twice as long each time.
  var backoff: JobBackoff?
  /// What becomes of urgent work when no time for such is left; nil: it is not urgent.
  var outOfQuota: OutOfQuotaPolicy?
  /// It comes again so long after its last end; nil: it comes once.
  var interval: TimeSpan?
  /// Its first run is in the last part of the first interval, of this length; nil: at once.
  var flex: TimeSpan?
  /// A table of plain data.
  var input = LuaValue.table([])

  /// What the request's builder refuses, with the name of the exception; nil: it may be enqueued.
  var mistake: String? {
    if outOfQuota != nil {
      if interval != nil { return "IllegalArgumentException: periodic work cannot be expedited" }
      if initialDelay > .zero {
        return "IllegalArgumentException: expedited work cannot have an initial delay"
      }
      if !conditions.subtracting(.storageNotLow).isEmpty {
        return "IllegalArgumentException: expedited work may require a network and storage only"
      }
    }
    if backoff != nil, conditions.contains(.deviceIdle) {
      return "IllegalArgumentException: work that waits for an idle device has no backoff criteria"
    }
    return WorkRules.excess(of: input)
  }

  /// Returns how long it waits after so many attempts that failed.
  func wait(afterAttempts attempts: Int) -> TimeSpan {
    let backoff = backoff ?? WorkRules.backoff
    let factor = backoff.policy == .linear ? attempts : 1 << min(attempts - 1, 30)
    return min(WorkRules.longestBackoff, backoff.initial * factor)
  }
}

/// What becomes of urgent work when its app has no time for such left.
enum OutOfQuotaPolicy: String, CaseIterable, Sendable {
  case runAsNonExpedited = "RUN_AS_NON_EXPEDITED_WORK_REQUEST"
  case drop = "DROP_WORK_REQUEST"
}

/// What becomes of work when there is unfinished work of its unique name.
enum ExistingWorkPolicy: String, CaseIterable, Sendable {
  case keep = "KEEP"
  case replace = "REPLACE"
  case append = "APPEND"
  case appendOrReplace = "APPEND_OR_REPLACE"

  /// Those of periodic work; `update` is not among them, as it makes nothing new.
  static let periodic = ["KEEP", "UPDATE", "CANCEL_AND_REENQUEUE"]
}

/// The numbers of androidx.work, which are the same on all versions of Android; the class of the
/// library that has each is named.
enum WorkRules {
  /// `PeriodicWorkRequest`, `MIN_PERIODIC_INTERVAL_MILLIS`.
  static let leastInterval = TimeSpan.minutes(15)
  /// `PeriodicWorkRequest`, `MIN_PERIODIC_FLEX_MILLIS`.
  static let leastFlex = TimeSpan.minutes(5)
  /// `WorkRequest`, `DEFAULT_BACKOFF_DELAY_MILLIS`; `BackoffPolicy.EXPONENTIAL`.
  static let backoff = JobBackoff(.exponential, initial: .seconds(30))
  /// `WorkRequest`, `MIN_BACKOFF_MILLIS`.
  static let leastBackoff = TimeSpan.seconds(10)
  /// `WorkRequest`, `MAX_BACKOFF_MILLIS`.
  static let longestBackoff = TimeSpan.hours(5)
  /// `Data`, `MAX_DATA_BYTES`.
  static let mostDataBytes = 10_240
  /// How many jobs stand for work at once (`Configuration`, `MIN_SCHEDULER_LIMIT`, which is the
  /// limit unless the app sets another).
  static let mostScheduled = 20
  /// How long finished work is kept (`WorkDatabase`, `PRUNE_THRESHOLD_MILLIS`).
  static let keepsFinished = TimeSpan.days(1)
  /// The first number of a job that stands for work: apart from those that apps give theirs, with
  /// which the library's clash on a phone unless the app sets their range.
  static let firstJob: Int32 = 1_000_000

  /// That a `Data` is too large or not plain, with the exception; nil: it is neither. O(n).
  static func excess(of data: LuaValue) -> String? {
    guard case .table(let entries) = data else { return nil }
    var bytes = 8
    for entry in entries {
      guard case .string(let name) = entry.key, let size = size(of: entry.value) else {
        return "IllegalArgumentException: Data has texts as keys, and as values booleans, numbers,"
          + " texts and lists of those"
      }
      bytes += 3 + name.count + size
    }
    guard bytes > mostDataBytes else { return nil }
    return "IllegalStateException: Data cannot occupy more than \(mostDataBytes) bytes, and this"
      + " takes \(bytes); keep it elsewhere and give its key"
  }

  private static func size(of value: LuaValue, inList: Bool = false) -> Int? {
    switch value {
    case .boolean: return 1
    case .integer, .number: return 8
    case .string(let bytes): return 2 + bytes.count
    case .table(let entries) where !inList:
      var sum = 4
      for (index, entry) in entries.enumerated() {
        guard entry.key == .integer(index + 1), let size = size(of: entry.value, inList: true)
        else { return nil }
        sum += size
      }
      return sum
    case .nil, .table, .function: return nil
    }
  }
}
