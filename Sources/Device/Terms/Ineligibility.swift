import Simulation

/// Why an app is no candidate for work (F1, section 6).
public enum Ineligibility: Sendable, Equatable {
  case noFetchMode
  case backgroundRefreshOff
  /// It never asked for fetches, or asked for none.
  case noInterval
  case forceQuit
  case inForeground
  case fetching(since: Instant)
  case lowPowerMode
  case batteryLow
  /// The device must cool down.
  case tooHot
  /// The device has been restarted, and nobody has unlocked it since.
  case beforeFirstUnlock
  case intervalNotElapsed(until: Instant)
  /// It declares identifiers for BGTaskScheduler, and so gets no background fetch.
  case usesTaskScheduler
  /// It has submitted no request for such a task.
  case noRequest(WorkKind)
  /// Such work of it runs already.
  case working(WorkKind, since: Instant)
  case earliestNotReached(until: Instant)
  /// The device has taken the next one from it for a while.
  case throttled(until: Instant)
  /// What the app's bucket lets it run of jobs is used up.
  case quotaSpent(until: Instant)
  /// Its job waits until the app is expected to be opened soon; nil: nobody knows when.
  case notOpenedSoon(until: Instant?)
  /// Its job is held for conditions that it does not require, all of them or some until then.
  case flexibleConstraints(until: Instant?)
  /// The user has an app in front, and it must be none.
  case deviceInUse
  /// Doze holds work back until its next maintenance window.
  case deviceIdle
  case notCharging
  case noNetwork
  case noRemoteNotificationMode
  /// It has never run, and so has no push token.
  case neverOpened
  /// No silent push waits for it.
  case noPush
  case handlingPush(since: Instant)
  /// No transfer of it is under way, nor is one done that it does not know of.
  case noTransfer
  /// One of its transfers moves.
  case transferring(since: Instant)
  /// One of its transfers does not.
  case transferWaits(TransferObstacle)

  /// The reason's name in traces.
  public var name: String {
    switch self {
    case .noFetchMode: "noFetchMode"
    case .backgroundRefreshOff: "backgroundRefreshOff"
    case .noInterval: "noInterval"
    case .forceQuit: "forceQuit"
    case .inForeground: "inForeground"
    case .fetching: "fetching"
    case .lowPowerMode: "lowPowerMode"
    case .batteryLow: "batteryLow"
    case .tooHot: "tooHot"
    case .beforeFirstUnlock: "beforeFirstUnlock"
    case .intervalNotElapsed: "intervalNotElapsed"
    case .noRemoteNotificationMode: "noRemoteNotificationMode"
    case .neverOpened: "neverOpened"
    case .noPush: "noPush"
    case .handlingPush: "handlingPush"
    case .noTransfer: "noTransfer"
    case .transferring: "transferring"
    case .transferWaits: "transferWaits"
    case .usesTaskScheduler: "usesTaskScheduler"
    case .noRequest: "noRequest"
    case .working: "working"
    case .earliestNotReached: "earliestNotReached"
    case .throttled: "throttled"
    case .quotaSpent: "quotaSpent"
    case .notOpenedSoon: "notOpenedSoon"
    case .flexibleConstraints: "flexibleConstraints"
    case .deviceInUse: "deviceInUse"
    case .deviceIdle: "deviceIdle"
    case .notCharging: "notCharging"
    case .noNetwork: "noNetwork"
    }
  }

  /// When it is over, where that is known.
  public var until: Instant? {
    switch self {
    case .intervalNotElapsed(let until), .earliestNotReached(let until), .throttled(let until),
      .quotaSpent(let until):
      until
    case .notOpenedSoon(let until), .flexibleConstraints(let until): until
    case .transferWaits(let obstacle): obstacle.until
    default: nil
    }
  }
}

/// Why a transfer that has begun does not move.
public enum TransferObstacle: Sendable, Equatable {
  /// There is no network.
  case network
  /// It waits for Wi-Fi,
  case wifi
  /// the end of Low Power Mode,
  case lowPowerMode
  /// or the charger or a good battery, being discretionary.
  case power
  /// Its app was resumed for transfers too often before.
  case delayed(until: Instant)

  /// The obstacle's name in traces.
  public var name: String {
    switch self {
    case .network: "network"
    case .wifi: "wifi"
    case .lowPowerMode: "lowPowerMode"
    case .power: "power"
    case .delayed: "delayed"
    }
  }

  /// When it is over, where that is known.
  public var until: Instant? {
    if case .delayed(let until) = self { until } else { nil }
  }
}
