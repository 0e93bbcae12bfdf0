/// The kinds of mistake that the device reports.
public enum FindingRule: String, CaseIterable, Sendable {
  /// A background task was open at the deadline (B6, B7).
  case taskNeverEnded
  /// `endBackgroundTask` with an identifier that is not open (B11).
  case taskEndedTwice
  /// A task was still open right after its expiration handler (B5).
  case taskNotEndedInHandler
  /// A task was open for more than 30 s (B12), which is UIKit's note and no mistake in itself.
  case taskHeldTooLong
  /// A task was open until its time was over, though nothing was under way that could end it.
  case taskHeldIdle
  /// A begin was refused, and the app was suspended in the middle of the work it then started.
  case refusedTaskUsed
  /// More tasks open at once than iOS allows (B14).
  case tooManyTasks
  /// The completion handler of a fetch or a push was not called before the limit (F5).
  case completionNeverCalled
  /// The completion handler of a fetch or a push was not called before the limit (F5), as the app
  /// still waited for a server.
  case completionWaitsForServer
  /// The completion handler of a fetch or a push was not called before the limit (F5), as the app
  /// was still at work.
  case completionTooLate
  /// The completion handler of a fetch or a push was called again (F5).
  case completionCalledTwice
  /// The completion handler of a fetch or a push was called after the limit, the app being in front
  /// (F7).
  case completionCalledLate
  /// The completion handler of a fetch or a push got what is no `UIBackgroundFetchResult` (F5).
  case completionBadResult
  /// An extension did not call its contentHandler before the limit (E3).
  case contentHandlerNeverCalled
  /// An extension called its contentHandler again (E3), which does nothing.
  case contentHandlerCalledTwice
  /// Work of an extension went on after contentHandler, until suspension cut it off.
  case workAfterContentHandler
  /// A task of BGTaskScheduler was not completed after its expirationHandler had been called.
  case taskNotCompleted
  /// A job of Android's JobScheduler was stopped at the end of its time: `jobFinished` was not called.
  case jobNeverFinished
  /// A job was stopped before it was finished, and `onStopJob` said that it is not wanted again.
  case jobNotWantedAgain
  /// A job that was about to begin was cancelled or replaced by the process that began for it.
  case jobReplacedAtLaunch
  /// The same periodic work was enqueued again, beside that which goes on.
  case periodicWorkPiledUp
  /// Work was appended to work that has failed, or was cancelled, and fails with it.
  case workAppendedToFailed
  /// A period is shorter than Android has it, and becomes longer.
  case periodRaised
  /// `doWork` returned what is no `Result`, which WorkManager takes for a failure.
  case workerWithoutResult
  /// `doWork` ended by an error, which WorkManager takes for a failure.
  case workerFailed
  /// `onMessageReceived` had not returned when its time was over.
  case messageTookTooLong
  /// A service of Android's was started, and did not come to the foreground in time.
  case foregroundServiceNotStarted
  /// A service was to come to the foreground where Android lets none.
  case foregroundServiceNotAllowed
  /// A service was to come to the foreground without a type that the app declares.
  case foregroundServiceTypeMissing
  /// A service went on after its time in the foreground was over.
  case foregroundServiceTimedOut
  /// Wake locks were held for long, or by a process that was frozen with them.
  case wakeLockHeld
  /// An exact alarm without the permission for it.
  case exactAlarmNotPermitted
  /// A restart has cancelled an alarm, and the app has run since and not set it again.
  case alarmNotSetAgain
  /// setTaskCompleted was called again for a task.
  case taskCompletedTwice
  /// A task that took some time had no expirationHandler.
  case noExpirationHandler
  /// A task took long, and nothing but waiting was done in it.
  case taskOnlyWaits
  /// Requests were begun in a processing task whose request does not require a network.
  case networkNotRequired
  /// Two threads that nothing keeps apart call BGTaskScheduler, and one of them cancels requests.
  case schedulerRace
  /// A request came to its launch, which submitted no other.
  case chainEnded
  /// An error of submit that the app did not look at.
  case submitErrorIgnored
  /// A date of a request that lies before all dates.
  case earliestIsNoDate
  /// A time that is as improbable in seconds as it is probable in milliseconds.
  case timeInMilliseconds
  /// A launch handler for an identifier that the app may not use.
  case identifierNotPermitted
  /// An identifier that the app may use, without a launch handler.
  case identifierNeverRegistered
  /// Work went on after setTaskCompleted, until suspension cut it off.
  case workAfterTaskCompleted
  /// A background session was created again in a process that had it already.
  case sessionCreatedTwice
  /// The app was started for a background session and did not create it.
  case sessionNotCreatedAgain
  /// The completion handler of handleEventsForBackgroundURLSession was not called in time.
  case sessionEventsNotCompleted
  /// The completion handler of handleEventsForBackgroundURLSession was called before the app had
  /// got the results.
  case sessionEventsCompletedEarly
  /// A transfer was done, and its session had no function for the result.
  case transferUnheard
  /// A lock in a shared container was held at suspension (0xdead10cc).
  case lockHeldAtSuspension
  /// An app in front waited long for a lock that this app held behind: a priority inversion.
  case frontKeptWaiting
  /// `sync` onto the queue that is running: the app waits for itself.
  case queueWaitsForItself
  /// More calls of `leave` than of `enter`.
  case groupUnbalanced
  /// `unlock` of an `NSLock` that the thread does not hold.
  case lockNotHeld
  /// A callback kept the main thread beyond its limit.
  case callbackTooLong
  /// A callback kept the main thread of an app in front for seconds.
  case hang
  /// Suspension cut off a request in flight, a sleeping Task, a block of asyncAfter or work on a
  /// global queue.
  case workCutOff
  /// Suspension cut off what the app had begun for work that it had said to be done.
  case workAfterCompletion
  /// What the app makes at a line, only a further call starts, and it never called that.
  case madeNotStarted
  /// A fetch took over nine tenths of its limit.
  case fetchNearLimit
  /// A method of the delegate that is never called is nearly a callback's name.
  case methodMisspelt
  /// The app has a mode, or sets alarms, but not the method that belongs to that.
  case modeWithoutMethod
  /// The app has the method of a mode, or of a broadcast, for which it declares too little.
  case methodWithoutMode
  /// More silent pushes were sent to the app within an hour than Apple advises.
  case pushesTooOften
  /// A VoIP push was delivered, and no call was reported.
  case incomingCallNotReported
  /// The app has the mode fetch and performFetch, but set no minimum interval: it never fetches.
  case fetchIntervalNeverSet
  /// The app did in the background what it lacks the mode for.
  case useWithoutMode
  /// The app has a mode that keeps apps running, and did not use it in the whole run.
  case modeUnused
  /// Location updates stopped with the app, which did not allow them in the background.
  case updatesNotAllowed
  /// The app was launched for a location, and has not asked to hear of it.
  case locationUnheard
  /// A region is more than an app may have, and the app does not hear of that.
  case tooManyRegions
  /// The app took what could not be read, as the device was locked, for what is not there.
  case dataProtected
  /// Defaults were read before the first unlock, when there seem to be none.
  case defaultsReadLocked
  /// The app took most of a processor in the background.
  case cpuLimit
  /// The process was woken up too often (EXC_RESOURCE, WAKEUPS), which ends nothing.
  case wakeUpsTooOften
  /// A request went to a host that no server of the scenario has.
  case hostWithoutServer
  /// A request to a URL that `URLSession` does not load.
  case unsupportedURL
  /// A repeating timer missed firings while the app was suspended (P3).
  case timerMissedFirings
  /// An error ended the process.
  case uncaughtError
  /// The app's memory went above its cap.
  case memoryLimit

  /// Whether it is reported before its outcome is known: where that is another finding, this one is
  /// taken back.
  var mayBeTakenBack: Bool {
    [.taskNotEndedInHandler, .identifierNeverRegistered, .defaultsReadLocked].contains(self)
  }

  /// One line for reports.
  public var summary: String {
    switch self {
    case .taskNeverEnded: "background task never ended"
    case .taskEndedTwice: "ended a background task that is not open"
    case .taskNotEndedInHandler: "still not ended after expiration handlers were called"
    case .taskHeldTooLong: "background task created over 30 seconds ago"
    case .taskHeldIdle: "background task held for nothing"
    case .refusedTaskUsed: "background task refused, but work went on"
    case .tooManyTasks: "too many background tasks open"
    case .completionNeverCalled: "completion handler was never called"
    case .completionWaitsForServer: "completion handler waits for a server beyond the limit"
    case .completionTooLate: "completion handler not called in time"
    case .completionCalledTwice: "completion handler called twice"
    case .completionCalledLate: "completion handler called after the limit"
    case .completionBadResult: "completion handler called with a bad result"
    case .contentHandlerNeverCalled: "contentHandler was not called in time"
    case .contentHandlerCalledTwice: "contentHandler called twice"
    case .workAfterContentHandler: "work went on after contentHandler"
    case .jobNeverFinished: "job was never finished"
    case .jobNotWantedAgain: "job stopped, and not wanted again"
    case .jobReplacedAtLaunch: "job replaced as it was about to begin"
    case .periodicWorkPiledUp: "periodic work enqueued again and again"
    case .workAppendedToFailed: "work appended to failed work"
    case .periodRaised: "period shorter than 15 minutes"
    case .workerWithoutResult: "worker returned no Result"
    case .workerFailed: "worker failed by an error"
    case .messageTookTooLong: "message not handled in time"
    case .foregroundServiceNotStarted: "service did not come to the foreground"
    case .foregroundServiceNotAllowed: "service not allowed to come to the foreground"
    case .foregroundServiceTypeMissing: "service without a declared type"
    case .foregroundServiceTimedOut: "service went on after its time"
    case .wakeLockHeld: "wake lock held for too long"
    case .exactAlarmNotPermitted: "exact alarm without the permission"
    case .alarmNotSetAgain: "alarm not set again after a restart"
    case .taskNotCompleted: "task not completed after its time was over"
    case .taskCompletedTwice: "setTaskCompleted called twice"
    case .noExpirationHandler: "task without an expirationHandler"
    case .taskOnlyWaits: "task that did nothing but wait"
    case .networkNotRequired: "processing without a required network"
    case .schedulerRace: "requests cancelled while another thread calls BGTaskScheduler"
    case .chainEnded: "request not submitted again"
    case .submitErrorIgnored: "submit's error ignored"
    case .earliestIsNoDate: "earliestBeginDate is not a date"
    case .timeInMilliseconds: "time that reads like milliseconds"
    case .identifierNotPermitted: "handler for an identifier that is not permitted"
    case .identifierNeverRegistered: "permitted identifier without a handler"
    case .workAfterTaskCompleted: "work went on after setTaskCompleted"
    case .sessionCreatedTwice: "background session created twice"
    case .sessionNotCreatedAgain: "background session not created again"
    case .sessionEventsNotCompleted: "events of a background session not completed"
    case .sessionEventsCompletedEarly: "events of a background session completed early"
    case .transferUnheard: "transfer result that no function receives"
    case .lockHeldAtSuspension: "file lock held at suspension"
    case .frontKeptWaiting: "app in front kept waiting for a lock"
    case .queueWaitsForItself: "queue waits for itself"
    case .groupUnbalanced: "left a group that was not entered"
    case .lockNotHeld: "unlocked a lock that is not held"
    case .callbackTooLong: "callback too long"
    case .hang: "app in front does not respond"
    case .workCutOff: "work cut off by suspension"
    case .workAfterCompletion: "work went on after it was said to be done"
    case .madeNotStarted: "made and never started"
    case .fetchNearLimit: "fetch nearly too long"
    case .methodMisspelt: "delegate method that is never called"
    case .modeWithoutMethod: "mode without its method"
    case .methodWithoutMode: "method without its mode"
    case .pushesTooOften: "silent pushes too often"
    case .incomingCallNotReported: "VoIP push without a reported call"
    case .fetchIntervalNeverSet: "fetch interval never set"
    case .useWithoutMode: "mode used that the app does not declare"
    case .modeUnused: "declared mode never used"
    case .updatesNotAllowed: "location updates stop in the background"
    case .locationUnheard: "location that nobody hears of"
    case .tooManyRegions: "more regions than an app may have"
    case .dataProtected: "locked data taken for missing"
    case .defaultsReadLocked: "defaults read before the first unlock"
    case .cpuLimit: "too much CPU time in the background"
    case .wakeUpsTooOften: "too many wake-ups"
    case .hostWithoutServer: "request to a host without a server"
    case .unsupportedURL: "request to a URL without http:// or https://"
    case .timerMissedFirings: "timer expected to fire while suspended"
    case .uncaughtError: "uncaught error"
    case .memoryLimit: "memory above the app's cap"
    }
  }
}
