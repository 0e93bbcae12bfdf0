import Simulation

/// The result of one run.
public struct RunResult: Sendable {
  public let title: String
  public let policy: String
  public let seed: UInt64
  /// Virtual time that has passed.
  public let duration: TimeSpan
  /// Events taken from the queue.
  public let events: Int
  public let fingerprint: Fingerprint
  public let device: DeviceStatistics
  /// In the scenario's order.
  public let apps: [AppStatistics]
  /// In order of first appearance.
  public let findings: [Finding]
  /// The part of `duration` that the figures leave out; `events` and `fingerprint` are of the
  /// whole.
  public var warmUp = TimeSpan.zero
  /// The clock that shows the device's time of any moment.
  public var clock = DayClock()
  /// The version of the system that the device had.
  public var platform = Platform.newest
  /// The real time that the policy's decisions took on this machine; nil if the device had no clock
  /// for it. It is no metric, for it differs from run to run.
  public var decisionRealTime: Duration?
}

/// Figures of the device as a whole.
public struct DeviceStatistics: Sendable {
  public var pool = PoolStatistics()
  public var energy = EnergyStatistics()
  /// The energy as a share of what the battery holds when full.
  public var batteryUsed = 0.0
  /// The energy of work in granted background time as such a share.
  public var batteryInBackground = 0.0
  /// 0 to 1: the last level that the scenario set, less what was spent off the charger since.
  public var batteryAtEnd = 1.0
  /// Bytes sent and received by requests that a server answered.
  public var wifiBytes = 0.0
  public var cellularBytes = 0.0
  /// Work that was given a slot.
  public var workStarted = 0
  /// Times an app was resumed or launched into the background.
  public var wakeUps = 0
  /// Those of them with no app in front.
  public var screenOffWakeUps = 0
  /// Opens of apps that follow a server.
  public var opensWithContent = 0
  /// How many of them any policy could have made fresh at most.
  public var freshAtBest = StartBound(reached: 0, bound: 0)
  /// Decisions of the policy that were refused (U3).
  public var refusedDecisions = 0
  /// Calls in which the policy had something to decide.
  public var decisions = 0
  /// Calls in which the policy itself failed.
  public var policyFaults = 0
  /// The first of them, for people.
  public var firstPolicyFault: String?
  /// Times the device slept and something woke it.
  public var deviceWakeUps = 0
  /// Jain's index over the background seconds used, of the apps that asked; nil when none got any.
  public var jainIndex: Double?
}

/// Energy spent, by component.
public struct EnergyStatistics: Sendable, Equatable {
  /// The energy of busy threads.
  public var cpu = Energy.zero
  /// The energy of Wi-Fi and the cellular radio.
  public var radio = Energy.zero
  /// The energy of the device asleep or awake, and of its screen.
  public var base = Energy.zero
  /// The energy that work in granted background time (tasks, fetches and the like) cost in CPU and
  /// radio: a part of those two.
  public var background = Energy.zero

  public var total: Energy { cpu + radio + base }

  static func - (left: EnergyStatistics, right: EnergyStatistics) -> EnergyStatistics {
    EnergyStatistics(
      cpu: left.cpu - right.cpu, radio: left.radio - right.radio, base: left.base - right.base,
      background: left.background - right.background)
  }
}

/// The pool's account: available + reserved + used = initial + refilled − overflowed (U2).
public struct PoolStatistics: Sendable, Equatable {
  public var initial = TimeSpan.zero
  public var refilled = SpanTotal()
  /// Refill that the capacity did not hold.
  public var overflowed = SpanTotal()
  public var available = TimeSpan.zero
  public var reserved = TimeSpan.zero
  public var used = TimeSpan.zero

  /// The law of U2.
  public var isBalanced: Bool {
    let held = [available, reserved, used].reduce(into: SpanTotal()) { $0 += $1 }
    let received = initial.wideNanoseconds + refilled.nanoseconds - overflowed.nanoseconds
    return held.nanoseconds == received
  }
}

/// A sum of spans that never saturates, however many there are and however long each is.
public struct SpanTotal: Sendable, Equatable {
  public private(set) var nanoseconds: Int128

  public init(_ span: TimeSpan = .zero) {
    nanoseconds = span.wideNanoseconds
  }

  /// The total as seconds, rounded to the nearest double.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public static func += (total: inout SpanTotal, span: TimeSpan) {
    total.nanoseconds += span.wideNanoseconds
  }
}

extension TimeSpan {
  fileprivate var wideNanoseconds: Int128 { Int128(nanoseconds) }
}

/// How complete an app's content was over time (Cho and Garcia-Molina, SIGMOD 2000).
public struct ContentStatistics: Sendable, Equatable {
  /// While it followed a server that publishes.
  public var followed = TimeSpan.zero
  /// While something published was missing.
  public var stale = TimeSpan.zero
  /// The age of the oldest missing item, integrated over time.
  public var ageSecondsSquared = 0.0
  /// The age of the newest item held, mean over the servers, integrated over time.
  public var informationSecondsSquared = 0.0

  /// Share of the time in which nothing was missing; nil without time.
  public var freshness: Double? { followed > .zero ? (followed - stale) / followed : nil }

  /// Mean age of the oldest missing item over time, in seconds, 0 while nothing is missing; nil
  /// without time.
  public var age: Double? { followed > .zero ? ageSecondsSquared / followed.seconds : nil }

  /// Mean age of information over time, in seconds: now less the publication of the newest item
  /// held, the start of the run where none is (Kaul, Yates and Gruteser, INFOCOM 2012); nil without
  /// time.
  public var ageOfInformation: Double? {
    followed > .zero ? informationSecondsSquared / followed.seconds : nil
  }

  static func += (left: inout ContentStatistics, right: ContentStatistics) {
    left.informationSecondsSquared += right.informationSecondsSquared
    left.followed += right.followed
    left.stale += right.stale
    left.ageSecondsSquared += right.ageSecondsSquared
  }
}

/// Figures of one app.
public struct AppStatistics: Sendable {
  public var name: String
  /// The group of apps that reports show together; empty: the app is in none.
  public var group = ""
  public var opens = 0
  public var launches = 0
  public var granted = TimeSpan.zero
  public var used = TimeSpan.zero
  public var returned = TimeSpan.zero
  /// The part of `used` that no pool has paid for, and no policy could withhold.
  var usedOfAllowances = TimeSpan.zero
  public var tasksBegun = 0
  public var tasksExpired = 0
  public var tasksRefused = 0
  /// Its work in the background by kind, in the order of `WorkKind.allCases`.
  public var work = [WorkStatistics](repeating: WorkStatistics(), count: WorkKind.allCases.count)
  public var pushes = PushStatistics()
  public var taskRequests = TaskRequestStatistics()
  public var transfers = TransferStatistics()
  public var widget = WidgetStatistics()
  /// Its jobs, each by itself, on Android.
  public var jobs = JobStatistics()
  /// Time that its service was in the foreground, on Android.
  public var serviceTime = TimeSpan.zero
  /// Time that it held wake locks behind.
  public var wakeLockTime = TimeSpan.zero
  /// Time it waited for locks that another process held.
  public var lockWait = TimeSpan.zero
  /// The part of it that began with the app in front.
  public var lockWaitInFront = TimeSpan.zero
  /// Times it asked for background time for its tasks.
  public var timeRequests = 0
  /// Opens at which the app followed a server that publishes.
  public var opensWithContent = 0
  /// Those of them at which nothing was missing.
  public var freshOpens = 0
  /// Age of the oldest missing item at each open with content, in seconds; 0 when fresh.
  public var staleness = Sample()
  /// How complete its content was over time.
  public var content = ContentStatistics()
  /// In the order of `ExitReason.allCases`.
  public var exits = [Int](repeating: 0, count: ExitReason.allCases.count)
  /// Those of them with the app in front, in the same order.
  public var exitsInFront = [Int](repeating: 0, count: ExitReason.allCases.count)

  public subscript(kind: WorkKind) -> WorkStatistics {
    get { work[kind.index] }
    set { work[kind.index] = newValue }
  }

  /// Fetches that have ended.
  public var fetches: Int { self[.fetch].ended }

  public func fetches(_ result: FetchResult) -> Int { self[.fetch][WorkResult(result)] }

  /// Fetches that ended without a result: limit reached or process died.
  public var fetchesUnanswered: Int { self[.fetch].expired + self[.fetch].cancelled }

  /// Waits from being eligible to a slot, of all kinds of work, in seconds: one a start. O(n) where
  /// there are several kinds.
  public var slotWait: Sample {
    work.reduce(into: Sample()) { waits, work in
      guard work.wait.count > 0 else { return }
      if waits.count == 0 { waits = work.wait } else { waits.add(work.wait) }
    }
  }

  /// Time its work held slots.
  public var slotTime: TimeSpan { work.reduce(.zero) { $0 + $1.slotTime } }

  /// The longest wait for a slot that is not over at the end of the run.
  public var stillWaiting: TimeSpan { work.map(\.stillWaiting).max() ?? .zero }

  /// The longest of all waits for slots, also of those that are not over or ended without a start.
  public var longestWait: TimeSpan { work.map(\.longestWait).max() ?? .zero }

  /// Work that got a slot, whatever came of it.
  public var workStarted: Int { work.reduce(0) { $0 + $1.started } }

  /// The background time used that the pool paid for.
  var paid: TimeSpan { used - usedOfAllowances }

  /// Whether it was ever eligible for a slot.
  public var askedForWork: Bool { workStarted > 0 || longestWait > .zero }

  /// Whether it asked for background time or was ever eligible for a slot.
  public var asked: Bool { timeRequests > 0 || askedForWork }

  /// The share of opens that found all content; nil when no open counts.
  public var freshAtOpen: Double? {
    opensWithContent > 0 ? Double(freshOpens) / Double(opensWithContent) : nil
  }

  /// The reasons that occurred, in the order of `ExitReason.allCases`.
  public var exitsByReason: [(reason: ExitReason, count: Int)] {
    zip(ExitReason.allCases, exits).filter { $0.1 > 0 }.map { (reason: $0.0, count: $0.1) }
  }
}
