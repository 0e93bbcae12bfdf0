import Device
import Simulation

/// Returns background time to a tenth of a second.
func seconds(_ span: TimeSpan) -> String { grouped(span.seconds, decimals: 1) + " s" }

extension Measure.Unit {
  /// Returns a value of the unit for people.
  func text(_ value: Double, _ clock: DayClock) -> String {
    switch self {
    case .moment: value.isFinite ? clock.text(.start + .seconds(value)) : "never"
    case .seconds: value.isFinite ? shortSpan(seconds: value) : "never"
    case .number: shortest(value, decimals: 4)
    }
  }
}

extension WorkKind {
  /// The word for one of the kind, with its article.
  var noun: String {
    switch self {
    case .fetch: "a fetch"
    case .refresh: "a refresh task"
    case .processing: "a processing task"
    case .push: "a silent push"
    case .transfer: "its finished transfers"
    case .widget: "a reload of its widget"
    case .job: "its jobs"
    }
  }
}

extension SlotRoom {
  /// The slots: how many are taken.
  var phrase: Phrase {
    guard limits.starts < .max else {
      return Phrase("@ of @ taken", .count(running), .count(limits.concurrent))
    }
    return Phrase(
      "@ of @ taken, @ of @ starts in the last @", .count(running), .count(limits.concurrent),
      .count(startsInWindow), .count(limits.starts), .measured(limits.window.seconds, .seconds))
  }

  /// Returns in words how much work a pool could pay for.
  func affordable(by pool: PoolSnapshot) -> String {
    let count = Int(pool.available.nanoseconds / max(1, allowance.nanoseconds))
    let what =
      switch lane {
      case .short: count == 1 ? "fetch" : "fetches"
      case .processing: count == 1 ? "processing task" : "processing tasks"
      case .jobs: count == 1 ? "app's jobs" : "apps' jobs"
      }
    return "\(grouped(count)) \(what) of \(seconds(allowance))"
  }
}

extension ApplicationState {
  var words: String { self == .notRunning ? "not running" : rawValue }
}

extension AppBucket {
  var words: String {
    switch self {
    case .workingSet: "working set"
    case .never: "never opened"
    default: rawValue
    }
  }
}

extension DeviceIdle {
  var words: String {
    switch self {
    case .awake: "awake"
    case .light: "idle, lightly"
    case .deep: "idle, deeply"
    case .maintenance: "in a maintenance window"
    }
  }
}

extension BackgroundTimeRequest.Occasion {
  var words: String {
    switch self {
    case .enteringBackground: "as it entered the background with a task open"
    case .begunInBackground: "as it began a task in the background"
    }
  }
}

extension Ineligibility {
  /// Returns what would have had to be instead.
  func remedy(_ clock: DayClock) -> String {
    switch self {
    case .noFetchMode: "the mode fetch, declared in the scenario"
    case .backgroundRefreshOff: "background refresh on, for the device and for it"
    case .noInterval: "a minimum fetch interval, set by the app itself"
    case .forceQuit: "to be opened by the user again"
    case .inForeground: "to be in the background"
    case .fetching(let since): "an end of its fetch, which had begun at \(clock.text(since))"
    case .lowPowerMode: "Low Power Mode off"
    case .batteryLow: "more charge, or the charger"
    case .tooHot: "the device to cool down"
    case .beforeFirstUnlock: "the phone to be unlocked once"
    case .intervalNotElapsed(let until):
      "its interval to be over, as it is at \(clock.text(until))"
    case .usesTaskScheduler: "no permittedIdentifiers, or a request for a refresh instead"
    case .noRequest(.job): "a job, scheduled by the app itself"
    case .noRequest(.widget): "a reload, asked for by its timeline or by the app"
    case .noRequest(let kind): "a request for \(kind.rawValue), submitted by the app itself"
    case .working(let kind, let since):
      "an end of its \(kind.rawValue), which had begun at \(clock.text(since))"
    case .earliestNotReached(let until):
      "the moment that its request names, which is \(clock.text(until))"
    case .throttled(let until):
      "an end of its throttling, as it comes at \(clock.text(until))"
    case .quotaSpent(let until): "some of its quota back, as it is at \(clock.text(until))"
    case .notOpenedSoon: "the app to be expected, as it is near the moment of an opening a week ago"
    case .flexibleConstraints:
      "more of the flexibleConstraints of the device to hold, or more time to pass"
    case .deviceInUse: "the phone to be out of use, with no app in front"
    case .deviceIdle: "a maintenance window of Doze, or the phone in use or on the charger"
    case .notCharging: "to be on the charger, or a request that does not require it"
    case .noNetwork: "a network that it may use"
    case .noRemoteNotificationMode: "the mode remote-notification, declared in the scenario"
    case .neverOpened: "to have been opened once"
    case .noPush: "a silent push, sent to it"
    case .handlingPush(let since):
      "an end of its push, which it had got at \(clock.text(since))"
    case .noTransfer: "a transfer of a background session, begun by the app itself"
    case .transferring(let since):
      "an end of its transfer, which had begun at \(clock.text(since))"
    case .transferWaits(let obstacle): obstacle.remedy(clock)
    }
  }
}

extension TransferObstacle {
  /// Returns what would have had to be instead.
  fileprivate func remedy(_ clock: DayClock) -> String {
    switch self {
    case .network: "a network for its transfer"
    case .wifi: "Wi-Fi for its transfer, or one begun in front and not discretionary"
    case .lowPowerMode: "Low Power Mode off, or a transfer begun in front and not discretionary"
    case .power:
      "the charger or more charge, or a transfer begun in front and not discretionary"
    case .delayed(let until):
      "all transfers begun at once, or in front: this one is held back until \(clock.text(until))"
    }
  }
}

extension PowerStatus {
  /// The battery, the charger and the mode.
  var phrase: Phrase {
    let pattern =
      switch (isCharging, isLowPowerMode) {
      case (true, true): "@%, charging, Low Power Mode"
      case (true, false): "@%, charging"
      case (false, true): "@%, off the charger, Low Power Mode"
      case (false, false): "@%, off the charger"
      }
    return Phrase(pattern, .count(Int((level * 100).rounded())))
  }
}
