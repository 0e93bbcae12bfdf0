import Simulation

/// The port through which the device runs an app's code: one object a process life (P5).
///
/// The device calls it only from its own event loop, one call at a time. A call runs the app's code
/// until it returns, waits or has used up a slice of CPU; meanwhile the code calls the methods of
/// `Application`. Nothing here throws: what goes wrong in an app is an `Outcome`.
public protocol AppBehavior: AnyObject {
  /// Starts a callback on the thread the device has chosen.
  func run(_ callback: Callback) -> Turn

  /// Goes on with a callback that was `busy`, `awaiting` or `blocked`.
  func resume(_ fiber: FiberID) -> Turn

  /// Lets go of a block that will never run again.
  func release(_ block: BlockID)

  /// Where a busy callback stands, for the finding about one that took too long.
  func location(of fiber: FiberID) -> SourceLocation?

  /// Where the app's delegate has a method, or where it should be: for findings about it.
  func location(ofMethod callback: String) -> SourceLocation?

  /// Whether the app has set the expirationHandler of a task that it was given.
  func hasExpirationHandler(_ task: BGTaskID) -> Bool

  /// Whether the app's delegate has a method for a callback.
  func implements(_ callback: String) -> Bool

  /// Whether the app's delegate is sure to have it, by what is written there.
  func declares(_ callback: String) -> Bool

  /// Whether the app's code asks of a broadcast whether it tells of a restart.
  var awaitsBoot: Bool { get }

  /// Methods of the app's delegate that are no callback's, sorted by name.
  var unknownMethods: [(name: String, location: SourceLocation?)] { get }

  /// The process has ended; nothing is called after it.
  func end()
}

extension AppBehavior {
  /// A behaviour that is no script has what it needs.
  public func implements(_ callback: String) -> Bool { true }
  public func hasExpirationHandler(_ task: BGTaskID) -> Bool { true }
  public func declares(_ callback: String) -> Bool { false }
  public var awaitsBoot: Bool { false }
  public var unknownMethods: [(name: String, location: SourceLocation?)] { [] }
}

/// One entry of an app's code.
public enum Callback: Sendable {
  /// The script itself, run from the top; the first callback of every process life.
  case load
  case didFinishLaunching(LaunchReason)
  case didBecomeActive
  case willResignActive
  case didEnterBackground
  case willEnterForeground
  case willTerminate
  case didReceiveMemoryWarning
  case performFetch(FetchID)
  case didUpdateLocations(LocationID)
  case didEnterRegion(RegionEventID)
  case didExitRegion(RegionEventID)
  case didDetermineState(RegionEventID)
  case monitoringDidFail(RegionEventID)
  /// The app's manager has the connections of an earlier process.
  case willRestoreState
  case didUpdateValue(AccessoryEventID)
  /// The app is connected to an accessory that it has asked for.
  case didConnect(AccessoryEventID)
  /// The connection is over: lost, or cancelled by the app.
  case didDisconnectPeripheral(AccessoryEventID, isLost: Bool)
  case thermalStateDidChange
  case protectedDataWillBecomeUnavailable
  case protectedDataDidBecomeAvailable
  case didReceiveRemoteNotification(PushID)
  case didReceiveIncomingPush(VoIPPushID)
  /// A notification service extension is given a notification.
  case didReceiveNotification(NotificationID)
  case serviceExtensionTimeWillExpire
  /// The user has answered a call.
  case performAnswerCall(CallID)
  /// The user has ended or declined a call.
  case performEndCall(CallID)
  /// The app is resumed or launched for a background session whose transfers are done.
  case handleEvents(SessionEventsID)
  case expirationHandler(BlockID)
  /// The block of `performExpiringActivity`; it may run again, so `release` tells when it is over.
  case activity(BlockID, isExpired: Bool)
  /// The same where the time is refused, expired from the start: it runs once.
  case refusedActivity(BlockID)
  /// A registered handler, with the task that the app is given; it may run again.
  case launchHandler(BlockID, BGTaskID)
  /// The expirationHandler of a task.
  case taskExpiration(BGTaskID)
  /// A block that runs once: the behaviour releases it itself.
  case block(BlockID)
  /// A timer's block; it may run again, so `release` tells when it is over.
  case timer(BlockID, TimerID)
  /// A request's completion; runs once. The answer is `Application.answer(to:)`.
  case completion(BlockID, RequestID)
  /// A transfer's result, which is `Application.takeResult(of:)`.
  case transferResult(TransferID)
  /// The session's handler that hears that all of them were handed over.
  case sessionDidFinishEvents(TransferSessionID)
  /// The provider of the app's widget is asked for a timeline.
  case getTimeline(WidgetReloadID)
  /// A job of Android's JobScheduler is to begin; what the method returns says whether it goes on.
  case startJob(JobID)
  /// It is to end; what the method returns says whether it is wanted again.
  case stopJob(JobID)
  /// A job for a worker of WorkManager's begins: runs beside the main thread.
  case doWork(JobID)
  /// The worker is to end.
  case onStopped(JobID)
  /// A message of FCM's has come: runs beside the main thread.
  case messageReceived(PushID)
  /// So many were waiting that FCM has thrown them away.
  case messagesDeleted
  /// An alarm of Android's AlarmManager has gone off.
  case alarm(AlarmID)
  /// Android tells the app of something.
  case broadcast(Broadcast)
  /// The app's service is started.
  case startCommand(ServiceStartID)
  /// The time of its service in the foreground is over.
  case serviceTimeout(ServiceStartID)
  /// It was swiped away while its service is in the foreground, and goes on.
  case taskRemoved

  /// Whether it is a method of the delegate, which traces record.
  var isMethod: Bool {
    switch self {
    case .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate, .didReceiveMemoryWarning, .performFetch,
      .didUpdateLocations, .didEnterRegion, .didExitRegion, .didDetermineState,
      .monitoringDidFail, .willRestoreState, .didUpdateValue, .didConnect, .didDisconnectPeripheral,
      .thermalStateDidChange,
      .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .didReceiveRemoteNotification, .didReceiveIncomingPush, .didReceiveNotification,
      .serviceExtensionTimeWillExpire, .performAnswerCall, .performEndCall, .handleEvents,
      .startJob, .stopJob, .doWork, .onStopped, .messageReceived, .messagesDeleted, .alarm,
      .broadcast,
      .startCommand, .serviceTimeout, .taskRemoved:
      true
    case .load, .expirationHandler, .activity, .refusedActivity, .launchHandler, .taskExpiration,
      .block, .timer, .completion, .transferResult, .sessionDidFinishEvents, .getTimeline:
      false
    }
  }

  /// Whether it is what a receiver of Android's is called for.
  var isReceiver: Bool {
    switch self {
    case .alarm, .broadcast: true
    default: false
    }
  }

  /// Whether JobScheduler waits for its return.
  var isOfJob: Bool {
    switch self {
    case .startJob, .stopJob: true
    default: false
    }
  }

  /// Whether it is a part of the launch.
  var isOfLaunch: Bool {
    switch self {
    case .load, .didFinishLaunching: true
    default: false
    }
  }

  /// The callback's name in traces of iOS, and of what only Android has.
  public var name: String {
    switch self {
    case .load: "load"
    case .didFinishLaunching: "didFinishLaunching"
    case .didBecomeActive: "didBecomeActive"
    case .willResignActive: "willResignActive"
    case .didEnterBackground: "didEnterBackground"
    case .willEnterForeground: "willEnterForeground"
    case .willTerminate: "willTerminate"
    case .didReceiveMemoryWarning: "didReceiveMemoryWarning"
    case .performFetch: "performFetch"
    case .didUpdateLocations: "didUpdateLocations"
    case .didEnterRegion: "didEnterRegion"
    case .didExitRegion: "didExitRegion"
    case .didDetermineState: "didDetermineState"
    case .monitoringDidFail: "monitoringDidFail"
    case .willRestoreState: "willRestoreState"
    case .didUpdateValue: "didUpdateValue"
    case .didConnect: "didConnect"
    case .didDisconnectPeripheral: "didDisconnectPeripheral"
    case .thermalStateDidChange: "thermalStateDidChange"
    case .protectedDataWillBecomeUnavailable: "protectedDataWillBecomeUnavailable"
    case .protectedDataDidBecomeAvailable: "protectedDataDidBecomeAvailable"
    case .expirationHandler, .taskExpiration: "expirationHandler"
    case .activity, .refusedActivity: "activity"
    case .launchHandler: "launchHandler"
    case .didReceiveRemoteNotification: "didReceiveRemoteNotification"
    case .didReceiveIncomingPush: "didReceiveIncomingPush"
    case .didReceiveNotification: "didReceive"
    case .serviceExtensionTimeWillExpire: "serviceExtensionTimeWillExpire"
    case .performAnswerCall: "performAnswerCall"
    case .performEndCall: "performEndCall"
    case .block: "block"
    case .timer: "timer"
    case .completion, .transferResult: "completion"
    case .handleEvents: "handleEventsForBackgroundURLSession"
    case .sessionDidFinishEvents: "didFinishEvents"
    case .getTimeline: "getTimeline"
    case .startJob: "onStartJob"
    case .stopJob: "onStopJob"
    case .doWork: "doWork"
    case .onStopped: "onStopped"
    case .messageReceived: "onMessageReceived"
    case .messagesDeleted: "onDeletedMessages"
    case .alarm, .broadcast: "onReceive"
    case .startCommand: "onStartCommand"
    case .serviceTimeout: "onTimeout"
    case .taskRemoved: "onTaskRemoved"
    }
  }
}

/// Why a process was started.
public enum LaunchReason: String, Sendable {
  case user
  case fetch
  case refresh
  case processing
  case push
  /// Somebody calls.
  case voip
  /// An alert has come for the app whose extension it is.
  case notification
  case transfer
  case widget
  /// The device has moved far enough.
  case location
  /// An accessory has sent a value.
  case bluetooth
  /// Ahead of the user.
  case prewarm
  /// A job of Android's JobScheduler begins.
  case job
  /// An alarm of Android's AlarmManager goes off.
  case alarm
  /// Android tells the app of something.
  case broadcast
  /// A service of Android's goes on after the end of its process.
  case service
  /// From the start of the run (`BackgroundModes.resident`).
  case resident

  static func work(_ kind: WorkKind) -> LaunchReason {
    switch kind {
    case .fetch: .fetch
    case .refresh: .refresh
    case .processing: .processing
    case .push: .push
    case .transfer: .transfer
    case .widget: .widget
    case .job: .job
    }
  }
}

/// The outcome of one run of an app's code, and the CPU time it used.
@frozen
public struct Turn: Sendable {
  public var outcome: Outcome
  /// CPU time used: the calling thread stays busy for so long from now.
  public var cpu: TimeSpan

  @inlinable
  public init(_ outcome: Outcome, cpu: TimeSpan = .zero) {
    self.outcome = outcome
    self.cpu = cpu
  }
}

/// How a run of an app's code ended.
@frozen
public enum Outcome: Sendable {
  /// The callback has returned.
  case returned
  /// The callback goes on once its thread has spent `Turn.cpu`: `resume` it then.
  case busy(FiberID)
  /// The same, for code that was interrupted because it neither returned nor waited.
  case preempted(FiberID)
  /// The callback waits for something it asked of `Application`; its thread is free.
  case awaiting(FiberID)
  /// The same, but it holds its thread meanwhile, which uses no CPU: on the main thread nothing else
  /// runs.
  case blocked(FiberID)
  /// The process must end. What went wrong lies elsewhere, so that a turn stays two words.
  indirect case failed(AppFailure)

  /// Its thread has nothing more to do with it for now.
  var freesThread: Bool {
    switch self {
    case .returned, .awaiting: true
    case .busy, .preempted, .blocked, .failed: false
    }
  }
}

/// Why an app's code could not go on.
public struct AppFailure: Sendable {
  /// `uncaughtException`, `memoryLimit` or `watchdog`.
  public let reason: ExitReason
  /// One line for people.
  public let message: String
  /// Message and traceback, for the trace.
  public let detail: String
  /// Where it happened, if known.
  public let location: SourceLocation?
  /// The finding that stands for it; nil: that of the reason.
  public let rule: FindingRule?
  /// The mistake is a finding of its own already.
  public let isReported: Bool
  /// The limit of the machine that ends the run and says nothing of the app; nil: the failure is
  /// the app's.
  public let breaksRun: RunBreakdown.Cause?

  public init(
    reason: ExitReason, message: String, detail: String, location: SourceLocation?,
    rule: FindingRule? = nil, isReported: Bool = false, breaksRun: RunBreakdown.Cause? = nil
  ) {
    self.reason = reason
    self.message = message
    self.detail = detail
    self.location = location
    self.rule = rule
    self.isReported = isReported
    self.breaksRun = breaksRun
  }
}
