extension FindingRule {
  /// Returns the advice against the mistake on phones of a family, in one line; nil: of any.
  public func advice(on family: SystemFamily?) -> String {
    switch (self, family) {
    case (.callbackTooLong, .iOS?), (.hang, .iOS?):
      "move the work to DispatchQueue.global(), wait for nothing, and return"
    case (.callbackTooLong, .android?), (.hang, .android?):
      "move the work to a thread, wait for nothing, and return"
    case (.workAfterCompletion, .iOS?): "call completionHandler when all of the work is done"
    case (.workAfterCompletion, .android?):
      "return from doWork, or call jobFinished, when all of the work is done: execute a call there,"
        + " do not enqueue it"
    case (.workCutOff, .iOS?):
      "hold beginBackgroundTask around it, and cancel it when that expires; leave transfers to a"
        + " background session; or cancel it when the app is left"
    case (.workCutOff, .android?): "schedule a job for it, or cancel it when the app is left"
    case (.methodWithoutMode, .android?):
      "declare the permission in the manifest (in a scenario: app { permissions = ... })"
    default: advice
    }
  }

  /// The advice against the mistake, in one line.
  public var advice: String {
    switch self {
    case .taskNeverEnded:
      "end each task on every path; in its expiration handler cancel the work first, and then call"
        + " endBackgroundTask(id) at once"
    case .taskEndedTwice: "set the identifier to .invalid once its task is ended"
    case .taskNotEndedInHandler:
      "call endBackgroundTask in the expiration handler itself, before it returns"
    case .taskHeldTooLong:
      "no mistake in itself; begin the task shortly before the work that needs it, and end it after"
        + " it"
    case .refusedTaskUsed:
      "compare what beginBackgroundTask returns with .invalid; if it is, save and stop"
    case .tooManyTasks: "end each task; one task may cover many pieces of work"
    case .completionNeverCalled: "call completionHandler(result) on every path out of the method"
    case .completionWaitsForServer:
      "give its requests a timeout well below the limit: { url = ..., timeout = 20 }"
    case .completionTooLate:
      "cancel the work while there is time, and call completionHandler then: well before the limit"
    case .completionCalledTwice: "call it once, and return after it"
    case .completionCalledLate, .fetchNearLimit:
      "ask for less, give requests a timeout, and call completionHandler well before the limit"
    case .completionBadResult: "give UIBackgroundFetchResult.newData, .noData or .failed"
    case .contentHandlerNeverCalled:
      "call contentHandler(bestAttempt) in serviceExtensionTimeWillExpire too, and on every path of"
        + " didReceive"
    case .contentHandlerCalledTwice:
      "keep contentHandler in one place, and clear that when it is called"
    case .workAfterContentHandler: "call contentHandler when all of the work is done"
    case .jobNeverFinished:
      "call jobFinished(params, false) on every path, or return false from onStartJob where nothing goes"
        + " on; in onStopJob cancel the work. Of a worker: let doWork return in time"
    case .jobReplacedAtLaunch:
      "schedule it only where it is not scheduled: ask getPendingJob(id) before, or give WorkManager"
        + " ExistingWorkPolicy.KEEP, ExistingPeriodicWorkPolicy.KEEP or UPDATE"
    case .workerWithoutResult:
      "return Result.success(), Result.retry() or Result.failure() on every path out of doWork"
    case .workerFailed:
      "look at what may be missing, and return Result.retry() where another attempt may succeed"
    case .messageTookTooLong:
      "only enqueue in onMessageReceived what takes time, as expedited work of WorkManager's"
    case .foregroundServiceNotStarted:
      "call startForeground first thing in onStartCommand, on every path, before work and before"
        + " stopSelf"
    case .foregroundServiceNotAllowed:
      "start it while the app is in front, for a microphone or a camera always; on a message only where"
        + " message.priority is \"high\"; else from behind schedule a job"
    case .foregroundServiceTypeMissing:
      "declare each type in the manifest (in a scenario: foregroundServices), and give"
        + " startForeground one of them"
    case .foregroundServiceTimedOut:
      "in onTimeout cancel the work and call stopSelf() at once; leave what is long to jobs"
    case .wakeLockHeld:
      "acquire it with a timeout, release it on every path, and hold it only as long as the work takes;"
        + " jobs and alarms need none of their own"
    case .exactAlarmNotPermitted:
      "ask AlarmManager:canScheduleExactAlarms() before, and use set() or setWindow() where it is false"
    case .taskNotCompleted:
      "call task:setTaskCompleted on every path; in expirationHandler cancel the work first, and call"
        + " it with false at once"
    case .taskCompletedTwice: "call setTaskCompleted once, on the path that comes first"
    case .noExpirationHandler:
      "set task.expirationHandler first, to stop the work and call task:setTaskCompleted(false)"
    case .taskOnlyWaits:
      "do the work in the launch handler, and call task:setTaskCompleted when it is done"
    case .schedulerRace: "cancel and submit on one serial queue, or on the main one"
    case .chainEnded: "submit the next request first thing in the launch handler, on every path"
    case .submitErrorIgnored: "local ok, error = scheduler:submit(request): look at error.code"
    case .earliestIsNoDate: "give earliestBeginDate = os.time() + seconds"
    case .timeInMilliseconds: "give seconds, as minutes(15) or 15 * 60"
    case .identifierNotPermitted:
      "add it to BGTaskSchedulerPermittedIdentifiers (in a scenario: permittedIdentifiers)"
    case .identifierNeverRegistered:
      "register it in didFinishLaunching, on every path, or drop it from"
        + " BGTaskSchedulerPermittedIdentifiers (in a scenario: permittedIdentifiers)"
    case .jobNotWantedAgain:
      "return true from onStopJob while the work is not done, and keep how far it is"
    case .periodicWorkPiledUp:
      "give it a name: enqueueUniquePeriodicWork(name, ExistingPeriodicWorkPolicy.KEEP, request)"
    case .workAppendedToFailed:
      "give ExistingWorkPolicy.APPEND_OR_REPLACE, and return Result.retry() for what may pass"
    case .periodRaised: "give a period of 15 minutes or more, or schedule what is sooner for once"
    case .alarmNotSetAgain:
      "set it again when Intent.ACTION_BOOT_COMPLETED comes, with the permission"
        + " RECEIVE_BOOT_COMPLETED, and in onCreate"
    case .taskHeldIdle:
      "call endBackgroundTask on every path on which the work ends, also by an error"
    case .networkNotRequired:
      "give BGProcessingTaskRequest requiresNetworkConnectivity = true where the task needs what it"
        + " asks for"
    case .sessionEventsCompletedEarly:
      "keep the completionHandler, and call it in the session's didFinishEvents"
    case .locationUnheard:
      "at every launch, in didFinishLaunching, make a CLLocationManager, and ask it for significant"
        + " changes again"
    case .tooManyRegions:
      "watch the nearest 20, and others when the user has moved; write monitoringDidFail"
    case .defaultsReadLocked:
      "take what is missing there for unknown, not for never stored: read it again when the app is"
        + " active"
    case .workAfterCompletion:
      "call completionHandler when all of the work is done; on Android return from doWork, or call"
        + " jobFinished, then"
    case .workAfterTaskCompleted: "call setTaskCompleted when all of the work is done"
    case .sessionCreatedTwice: "create a session once a process, at its launch, and keep it"
    case .sessionNotCreatedAgain:
      "call URLSession.background(identifier, ...) at every launch, before or in"
        + " handleEventsForBackgroundURLSession"
    case .sessionEventsNotCompleted:
      "keep the completionHandler of handleEventsForBackgroundURLSession, and call it in the"
        + " session's didFinishEvents"
    case .transferUnheard:
      "give the session a didComplete function, in whatever process creates it"
    case .lockHeldAtSuspension:
      "release the lock before the app is suspended, or hold a background task as long as the lock"
    case .frontKeptWaiting:
      "hold a shared lock briefly: not across requests or sleeps"
    case .queueWaitsForItself: "call the block as it is, or use async"
    case .groupUnbalanced: "call leave once for each enter"
    case .lockNotHeld: "lock and unlock in one block; a semaphore may be signalled by any"
    case .callbackTooLong, .hang:
      "move the work to DispatchQueue.global(), on Android to a thread, wait for nothing, and return"
    case .workCutOff:
      "hold beginBackgroundTask around it, and cancel it when that expires; leave transfers to a"
        + " background session; or cancel it when the app is left; on Android schedule a job for it"
    case .madeNotStarted:
      "start what is made: resume a task, execute or enqueue a call, enqueue a chain of work, schedule"
        + " a JobInfo, apply an editor"
    case .methodMisspelt: "give the method the callback's name, or the scenario its platform"
    case .modeWithoutMethod:
      "write the method that belongs to the mode (a widget's provider, an extension's didReceive, an"
        + " alarm's onReceive), or drop the mode"
    case .methodWithoutMode:
      "declare the mode in UIBackgroundModes (in a scenario: app { modes = ... })"
    case .pushesTooOften:
      "send 2 to 3 an hour at most: let one push stand for all that is new since the last"
    case .incomingCallNotReported:
      "call reportNewIncomingCall in didReceiveIncomingPush itself, before it returns or awaits"
    case .fetchIntervalNeverSet:
      "call application:setMinimumBackgroundFetchInterval in didFinishLaunching"
    case .useWithoutMode: "declare the mode, or stop before the app is left"
    case .modeUnused: "use it, or drop it from the app's modes"
    case .updatesNotAllowed:
      "set manager.allowsBackgroundLocationUpdates = true, or stop updates when the app is left"
    case .dataProtected:
      "what cannot be read is not missing, and what is written is not kept: leave it, and read and"
        + " write it when the app is active or protectedDataDidBecomeAvailable is called; keep what"
        + " is needed behind in a class after the first unlock"
    case .cpuLimit:
      "do less at a time, or leave long work to a BGProcessingTaskRequest with requiresExternalPower ="
        + " true, which has no such limit, or to when the app is in front"
    case .wakeUpsTooOften: "fire timers less often, and hand work to other threads in larger pieces"
    case .hostWithoutServer: "fix the URL, or add server { host = ... } to the scenario"
    case .unsupportedURL: "write the whole URL: https://host/path"
    case .timerMissedFirings:
      "calculate from the clock what has passed, and invalidate the timer in willResignActive"
    case .uncaughtError: "fix the line, or catch the error with pcall"
    case .memoryLimit:
      "keep less in memory at once; an app drops caches in didReceiveMemoryWarning, an extension"
        + " reads what is large in pieces"
    }
  }
}
