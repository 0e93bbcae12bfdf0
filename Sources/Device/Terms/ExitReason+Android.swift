extension ExitReason {
  /// The constant of `ApplicationExitInfo` that Android gives for it; nil: Android ends no process so.
  ///
  /// A process that is ended for its own memory has thrown an OutOfMemoryError, which is a crash; that
  /// a restart of the phone is `REASON_OTHER` is our reading.
  var reasonOnAndroid: String? {
    switch self {
    case .watchdog: "REASON_ANR"
    case .memoryPressure: "REASON_LOW_MEMORY"
    case .memoryLimit, .uncaughtException: "REASON_CRASH"
    case .forceQuit: "REASON_USER_REQUESTED"
    case .normal: "REASON_OTHER"
    case .backgroundTaskAssertionTimeout, .tooManyBackgroundTasks, .backgroundFetchTimeout,
      .backgroundTaskSchedulerTimeout, .remoteNotificationTimeout, .incomingCallNotReported,
      .backgroundSessionTimeout, .suspendedWithLockedFile, .cpuLimit, .thermalEvent:
      nil
    }
  }
}
