import Simulation

extension Ineligibility {
  /// Returns the reason with the details of this app.
  package func words(_ clock: DayClock) -> String {
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
  package var kindWords: String {
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
    case .noRequest(.widget): "its widget is to be reloaded at no time"
    case .noRequest(let kind): "it has submitted no request for \(kind.rawValue)"
    case .working(let kind, _): "its \(kind.rawValue) runs already"
    case .earliestNotReached: "its request is for later"
    case .throttled: "it gets nothing for a while"
    case .quotaSpent: "its quota of jobs is spent"
    case .notOpenedSoon: "its job is to prefetch, and the app is not expected to be opened soon"
    case .flexibleConstraints: "its job is held for conditions that it does not require"
    case .deviceInUse: "the phone is in use"
    case .deviceIdle: "the phone is idle, which holds work back but in maintenance windows"
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
}
