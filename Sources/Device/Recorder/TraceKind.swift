/// The kinds of records that a device writes; docs/scripting.md says what each has.
public enum TraceKind: String, CaseIterable, Sendable {
  /// The first record of a run that does not start at midnight: what the device's clock shows then.
  case clock
  case userOpen = "user.open"
  case userClose = "user.close"
  case userForceQuit = "user.forceQuit"
  case network
  case power
  case thermal
  case location
  case lock
  case unlock
  case appState = "app.state"
  case appCallback = "app.callback"
  case appLog = "app.log"
  case appExit = "app.exit"
  case taskBegin = "task.begin"
  case taskEnd = "task.end"
  case taskExpire = "task.expire"
  case budgetGrant = "budget.grant"
  case budgetReturn = "budget.return"
  case budgetRefill = "budget.refill"
  case fetchEligible = "fetch.eligible"
  case fetchStart = "fetch.start"
  case fetchComplete = "fetch.complete"
  case fetchTimeout = "fetch.timeout"
  /// Work of any kind but a fetch.
  case workEligible = "work.eligible"
  case workStart = "work.start"
  case workEnd = "work.end"
  case bgTaskSubmit = "bgtask.submit"
  case bgTaskCancel = "bgtask.cancel"
  case bgTaskLaunch = "bgtask.launch"
  case bgTaskExpire = "bgtask.expire"
  case bgTaskComplete = "bgtask.complete"
  case jobSchedule = "job.schedule"
  case jobCancel = "job.cancel"
  case jobStart = "job.start"
  case jobStop = "job.stop"
  case jobFinish = "job.finish"
  /// Of WorkManager, unlike `work.start` and its like.
  case workerState = "worker.state"
  case continuedTaskSubmit = "continued.submit"
  case continuedTaskTitle = "continued.title"
  case continuedTaskExpire = "continued.expire"
  case pushArrive = "push.arrive"
  case pushDrop = "push.drop"
  case pushDeliver = "push.deliver"
  case pushComplete = "push.complete"
  case voipPushArrive = "voip.arrive"
  case voipPushDrop = "voip.drop"
  case voipPushDeliver = "voip.deliver"
  case callReport = "call.report"
  case callAnswer = "call.answer"
  case callEnd = "call.end"
  case notificationArrive = "notification.arrive"
  case notificationDrop = "notification.drop"
  case notificationShow = "notification.show"
  case transferBegin = "transfer.begin"
  case transferStart = "transfer.start"
  case transferWait = "transfer.wait"
  case transferFinish = "transfer.finish"
  case transferDeliver = "transfer.deliver"
  case widgetTimeline = "widget.timeline"
  /// A reload of a widget is due, and its budget spent.
  case widgetRefuse = "widget.refuse"
  case requestStart = "request.start"
  case requestFinish = "request.finish"
  case audioStart = "audio.start"
  case audioStop = "audio.stop"
  case locationUpdate = "location.update"
  case regionCross = "region.cross"
  case bluetoothValue = "bluetooth.value"
  case alarmSet = "alarm.set"
  case alarmRefuse = "alarm.refuse"
  case alarmCancel = "alarm.cancel"
  case alarmDeliver = "alarm.deliver"
  case serviceStart = "service.start"
  case serviceForeground = "service.foreground"
  case serviceTimeout = "service.timeout"
  case serviceStop = "service.stop"
  case wakeLockAcquire = "wakelock.acquire"
  case wakeLockRelease = "wakelock.release"
  case broadcastDeliver = "broadcast.deliver"
  case deviceIdle = "device.idle"
  case appBucket = "app.bucket"
  case lockAcquire = "lock.acquire"
  case lockRefuse = "lock.refuse"
  case lockWait = "lock.wait"
  case lockRelease = "lock.release"
  case policyDecision = "policy.decision"
  case policyLog = "policy.log"
  case policyFault = "policy.fault"
  case finding
  /// A finding that came before is withdrawn: another that follows from it is reported instead.
  case findingUndone = "finding.undone"
  /// Written only when a device explains its decisions; no part of the fingerprint.
  case explanation = "policy.explanation"
  /// What was run, at the end of a file; no part of the fingerprint.
  case origin = "run.origin"

  /// Whether it comments on what happened, and is no part of it.
  public var isComment: Bool { self == .explanation || self == .origin }

  /// Whether the world does it, whatever apps and policy do: equal for equal seeds.
  public var isOfTheWorld: Bool {
    switch self {
    case .userOpen, .userClose, .userForceQuit, .network, .power, .thermal, .location, .lock,
      .unlock:
      true
    default: false
    }
  }
}
