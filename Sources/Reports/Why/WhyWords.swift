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
  /// Returns the reason with the details of this app.
  func words(_ clock: DayClock) -> String {
    switch self {
    case .intervalNotElapsed(let until): "its interval is over at \(clock.text(until))"
    case .fetching(let since): "its fetch runs since \(clock.text(since))"
    case .working(let kind, let since): "its \(kind.rawValue) runs since \(clock.text(since))"
    case .earliestNotReached(let until): "its request is for \(clock.text(until)) or later"
    case .throttled(let until): "it gets nothing before \(clock.text(until))"
    case .quotaSpent(let until): "its quota of jobs is spent until \(clock.text(until))"
    case .notOpenedSoon(let until?):
      "its job is to prefetch, and the app is not expected soon until \(clock.text(until))"
    case .handlingPush(let since): "it handles a push since \(clock.text(since))"
    case .transferring(let since): "a transfer that it began at \(clock.text(since)) is not done"
    case .transferWaits(.delayed(let until)):
      "a transfer of it waits until \(clock.text(until)), for it was resumed for others before"
    default: kindWords
    }
  }

  /// The reason as several apps may have it.
  var kindWords: String {
    switch self {
    case .noFetchMode: "it does not declare the mode fetch"
    case .backgroundRefreshOff: "background refresh is off"
    case .noInterval: "it has asked for no fetches"
    case .forceQuit: "the user has swiped it away"
    case .inForeground: "it is in front"
    case .fetching: "it fetches already"
    case .lowPowerMode: "Low Power Mode is on"
    case .batteryLow: "the battery is low"
    case .tooHot: "the device is too hot"
    case .beforeFirstUnlock: "nobody has unlocked the phone since its restart"
    case .intervalNotElapsed: "its interval is not over"
    case .usesTaskScheduler: "it declares identifiers for BGTaskScheduler"
    case .noRequest(.job): "it has no job"
    case .noRequest(let kind): "it has submitted no request for \(kind.rawValue)"
    case .working(let kind, _): "its \(kind.rawValue) runs already"
    case .earliestNotReached: "its request is for later"
    case .throttled: "it gets nothing for a while"
    case .quotaSpent: "its quota of jobs is spent"
    case .notOpenedSoon: "its job is to prefetch, and the app is not expected to be opened soon"
    case .flexibleConstraints: "its job is held for conditions that it does not require"
    case .deviceInUse: "the phone is in use"
    case .deviceIdle: "Doze holds work back"
    case .notCharging: "its request needs the charger"
    case .noNetwork: "there is no network that such work may use"
    case .noRemoteNotificationMode: "it does not declare the mode remote-notification"
    case .neverOpened: "it was never opened, and so has no push token"
    case .noPush: "no push waits for it"
    case .handlingPush: "it handles a push already"
    case .noTransfer: "no transfer of it is under way, or done and not yet reported"
    case .transferring: "a transfer of it is not done"
    case .transferWaits(let obstacle): "a transfer of it waits \(obstacle.words)"
    }
  }

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
  /// The conditions of a transfer in words.
  fileprivate var words: String {
    switch self {
    case .network: "for a network"
    case .wifi: "for Wi-Fi"
    case .lowPowerMode: "for the end of Low Power Mode"
    case .power: "for the charger or a good battery"
    case .delayed: "for a while, since the app was resumed for others before"
    }
  }

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
