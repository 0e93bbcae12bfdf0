import Simulation

/// One thing that happened in a run.
///
/// `coded` is the one description of what each record has: by it records are written into a trace
/// and read from one.
public enum Record: Sendable, Equatable {
  case startsAt(TimeSpan)
  case userOpened
  case userClosed
  case userForceQuit
  case networkChanged(NetworkKind)
  case powerChanged(PowerStatus)
  case thermalChanged(ThermalState)
  case moved(latitude: Double, longitude: Double)
  case locked
  case unlocked
  case stateChanged(from: ApplicationState, to: ApplicationState, because: String)
  case callback(String)
  case logged(String)
  /// Whether its code is assumed is written where it is.
  case exited(ExitReason, code: String?, detail: String, isCodeAssumed: Bool? = nil)
  /// Identifier 0: it was refused, and why, where the pool is the reason.
  case taskBegan(Int, name: String?, refusal: String? = nil)
  case taskEnded(Int)
  case taskExpired(Int)
  case granted(TimeSpan)
  /// Background time was returned; of it, what a full pool has no room for is lost.
  case returned(TimeSpan, lost: TimeSpan? = nil)
  case refilled(TimeSpan)
  case fetchEligible
  case fetchStarted(launched: Bool)
  case fetchCompleted(WorkResult, took: TimeSpan)
  case fetchTimedOut
  case workEligible(WorkKind)
  case workStarted(WorkKind, launched: Bool)
  case workEnded(WorkKind, WorkEnding, WorkResult?, took: TimeSpan)
  case bgTaskSubmitted(
    String, WorkKind, earliest: Instant?, requirements: [String], error: String?)
  case bgTaskCancelled(String, because: String)
  case bgTaskLaunched(String)
  case bgTaskExpired(String)
  case bgTaskCompleted(String, success: Bool)
  indirect case jobScheduled(
    Int, requires: [String], latency: TimeSpan?, deadline: TimeSpan?, period: TimeSpan?,
    isExpedited: Bool, error: String?, worker: String? = nil)
  case jobCancelled(Int, because: String)
  case jobStarted(Int, bucket: String)
  case jobStopped(Int, because: String)
  case jobFinished(Int, reschedule: Bool, took: TimeSpan)
  /// A unit of work of WorkManager's has come to another state.
  indirect case workChanged(Int, worker: String, name: String?, to: String, attempts: Int)
  indirect case continuedTaskSubmitted(
    String, title: String, subtitle: String, strategy: String, error: String?)
  case continuedTaskTitled(String, title: String, subtitle: String)
  case continuedTaskExpired(String, because: String)
  /// With the priority, of those of FCM's.
  case pushArrived(Int, priority: String? = nil)
  case pushDropped(Int, because: String)
  case pushDelivered(Int)
  case pushCompleted(Int, WorkResult, took: TimeSpan)
  case voipPushArrived(Int)
  case voipPushDropped(Int, because: String)
  case voipPushDelivered(Int)
  case callReported(String, error: String?)
  case callAnswered(String)
  case callEnded(String, because: String)
  case notificationArrived(Int)
  case notificationDropped(Int, because: String)
  /// Changed by the app's extension, or as it came.
  case notificationShown(Int, title: String, body: String, isChanged: Bool)
  case transferBegan(
    Int, session: String, direction: String, isDiscretionary: Bool, url: String,
    file: String? = nil)
  case transferMoves(Int, over: NetworkKind)
  case transferWaits(Int, because: String, until: Instant?)
  case transferFinished(
    Int, status: Int, bytes: Int, error: String?, cancelledReason: String? = nil)
  case transferDelivered(Int)
  case widgetTimeline(entries: Int, reload: String, next: Instant?, isFree: Bool)
  case widgetRefused(until: Instant?)
  case requestStarted(Int, url: String)
  /// With an error for which the system has cut the app off from the network, why it has.
  case requestFinished(Int, status: Int, bytes: Int, error: String?, because: String? = nil)
  case audioStarted
  case audioStopped
  case locationUpdated(latitude: Double, longitude: Double)
  /// The device has crossed the boundary of a region that the app is told of.
  case regionCrossed(String, isInside: Bool)
  case accessoryHeard(String)
  case alarmSet(
    Int, operation: String, at: Instant, window: TimeSpan, every: TimeSpan?, wakes: Bool,
    whileIdle: String?)
  case alarmRefused(String, error: String)
  case alarmCancelled(Int, operation: String)
  case alarmDelivered(Int, operation: String, late: TimeSpan)
  /// The app's service is started, and why it may be; number 0: it is refused.
  case serviceStarted(Int, action: String, because: String?, error: String?)
  case serviceInForeground(types: [String], error: String?)
  case serviceTimedOut(String)
  /// It is in the foreground no more.
  case serviceStopped(because: String, took: TimeSpan)
  case wakeLockAcquired(String, timeout: TimeSpan?)
  case wakeLockReleased(String, because: String, held: TimeSpan)
  case broadcastDelivered(String)
  /// How idle the device is, and until when it is so by itself.
  case idleChanged(DeviceIdle, until: Instant?)
  case bucketChanged(AppBucket)
  /// Nobody else holds a lock that is acquired or released.
  case lockAcquired(String, holder: String? = nil)
  case lockRefused(String, holder: String?)
  case lockAwaited(String, holder: String)
  case lockReleased(String, holder: String? = nil)
  case timeDecided(
    BackgroundTimeRequest.Occasion, allowance: TimeSpan, granted: TimeSpan, refused: [String])
  /// Whom the policy chose for slots (`fetches`), or to end early (`reclaim`).
  case decided(PolicyCall, Choice)
  case policySaid(String)
  case policyFailed(in: PolicyCall, String)
  case finding(FindingRule, SourceLocation?, String)
  case findingUndone(FindingRule, SourceLocation?, String)
  // Apart, so that all other records stay small.
  indirect case reviewExplained(ReviewSummary)
  indirect case standingExplained(StandingSummary)
  indirect case grantExplained(GrantSummary)
  /// What was run, by the scenario's file and the options of `dormouse run`, and by which build of
  /// it; nil: an older one that did not say.
  indirect case origin(String, options: [String], build: String?)

  public var kind: TraceKind {
    switch self {
    case .startsAt: .clock
    case .userOpened: .userOpen
    case .userClosed: .userClose
    case .userForceQuit: .userForceQuit
    case .networkChanged: .network
    case .powerChanged: .power
    case .thermalChanged: .thermal
    case .moved: .location
    case .locked: .lock
    case .unlocked: .unlock
    case .stateChanged: .appState
    case .callback: .appCallback
    case .logged: .appLog
    case .exited: .appExit
    case .taskBegan: .taskBegin
    case .taskEnded: .taskEnd
    case .taskExpired: .taskExpire
    case .granted: .budgetGrant
    case .returned: .budgetReturn
    case .refilled: .budgetRefill
    case .fetchEligible: .fetchEligible
    case .fetchStarted: .fetchStart
    case .fetchCompleted: .fetchComplete
    case .fetchTimedOut: .fetchTimeout
    case .workEligible: .workEligible
    case .workStarted: .workStart
    case .workEnded: .workEnd
    case .bgTaskSubmitted: .bgTaskSubmit
    case .bgTaskCancelled: .bgTaskCancel
    case .bgTaskLaunched: .bgTaskLaunch
    case .bgTaskExpired: .bgTaskExpire
    case .bgTaskCompleted: .bgTaskComplete
    case .jobScheduled: .jobSchedule
    case .jobCancelled: .jobCancel
    case .jobStarted: .jobStart
    case .jobStopped: .jobStop
    case .jobFinished: .jobFinish
    case .workChanged: .workerState
    case .continuedTaskSubmitted: .continuedTaskSubmit
    case .continuedTaskTitled: .continuedTaskTitle
    case .continuedTaskExpired: .continuedTaskExpire
    case .pushArrived: .pushArrive
    case .pushDropped: .pushDrop
    case .pushDelivered: .pushDeliver
    case .pushCompleted: .pushComplete
    case .voipPushArrived: .voipPushArrive
    case .voipPushDropped: .voipPushDrop
    case .voipPushDelivered: .voipPushDeliver
    case .callReported: .callReport
    case .callAnswered: .callAnswer
    case .callEnded: .callEnd
    case .notificationArrived: .notificationArrive
    case .notificationDropped: .notificationDrop
    case .notificationShown: .notificationShow
    case .transferBegan: .transferBegin
    case .transferMoves: .transferStart
    case .transferWaits: .transferWait
    case .transferFinished: .transferFinish
    case .transferDelivered: .transferDeliver
    case .widgetTimeline: .widgetTimeline
    case .widgetRefused: .widgetRefuse
    case .requestStarted: .requestStart
    case .requestFinished: .requestFinish
    case .audioStarted: .audioStart
    case .audioStopped: .audioStop
    case .locationUpdated: .locationUpdate
    case .regionCrossed: .regionCross
    case .accessoryHeard: .bluetoothValue
    case .alarmSet: .alarmSet
    case .alarmRefused: .alarmRefuse
    case .alarmCancelled: .alarmCancel
    case .alarmDelivered: .alarmDeliver
    case .serviceStarted: .serviceStart
    case .serviceInForeground: .serviceForeground
    case .serviceTimedOut: .serviceTimeout
    case .serviceStopped: .serviceStop
    case .wakeLockAcquired: .wakeLockAcquire
    case .wakeLockReleased: .wakeLockRelease
    case .broadcastDelivered: .broadcastDeliver
    case .idleChanged: .deviceIdle
    case .bucketChanged: .appBucket
    case .lockAcquired: .lockAcquire
    case .lockRefused: .lockRefuse
    case .lockAwaited: .lockWait
    case .lockReleased: .lockRelease
    case .timeDecided, .decided: .policyDecision
    case .policySaid: .policyLog
    case .policyFailed: .policyFault
    case .finding: .finding
    case .findingUndone: .findingUndone
    case .reviewExplained, .standingExplained, .grantExplained: .explanation
    case .origin: .origin
    }
  }
}

/// The calls of the port `SchedulingPolicy`, as traces name them.
public enum PolicyCall: String, Sendable {
  case backgroundTime
  case fetches
  case reclaim
  case observe
}
