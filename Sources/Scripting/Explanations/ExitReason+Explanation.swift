import Device

extension ExitReason {
  /// The meaning in one line.
  var summary: String {
    switch self {
    case .watchdog: "the main thread did not answer within a limit"
    case .backgroundTaskAssertionTimeout: "a background task was open when its time was over"
    case .tooManyBackgroundTasks: "too many background tasks were open at once"
    case .backgroundFetchTimeout: "a fetch was not completed in time"
    case .backgroundTaskSchedulerTimeout: "a task of BGTaskScheduler was not completed in time"
    case .remoteNotificationTimeout: "a silent push was not completed in time"
    case .incomingCallNotReported: "a VoIP push came, and no call was reported"
    case .backgroundSessionTimeout: "events of a background session were not completed in time"
    case .suspendedWithLockedFile: "a shared file was locked at suspension"
    case .cpuLimit: "it took most of a processor in the background"
    case .memoryLimit: "its memory went above its cap"
    case .memoryPressure: "the device was short of memory and chose this app"
    case .thermalEvent: "the device was too hot, and the app ran in the background"
    case .uncaughtException: "an error that no code of the app caught"
    case .forceQuit: "the user swiped it away"
    case .normal: "it ended in good order, as by a restart of the phone"
    }
  }

  /// The finding whose example ends so, and what the exit means; nil for an exit that has an example
  /// of its own, since no finding stands for it.
  var shownBy: (finding: FindingRule, meaning: String)? {
    switch self {
    case .watchdog:
      (
        .callbackTooLong,
        """
        A callback kept the main thread beyond its limit, or could not begin for one that did. Crash \
        logs of every version show 0x8badf00d for that. To iOS 12 they show it for time in the \
        background that was over too: for a background task that was never ended (the log says \
        "has active assertions beyond permitted time"; from iOS 13 on it is 0x2182bad2, \
        backgroundTaskAssertionTimeout). Advice from before iOS 13 therefore names 0x8badf00d for \
        a leaked task, and some of it was never changed: on a phone of today that code means a \
        hang.
        """
      )
    case .backgroundTaskAssertionTimeout:
      (
        .taskNeverEnded,
        """
        A background task was still open when the app's time in the background was over. From iOS 13 \
        on the code is 0x2182bad2 (562215634 in decimal), in the device's log only: the phone \
        writes no crash report. To iOS 12 it was 0x8badf00d in a crash report, as for a hang, \
        which is why older advice names that. One engineer's note of 2021 still does.
        """
      )
    case .tooManyBackgroundTasks:
      (.tooManyTasks, "More than 1,000 background tasks were open at once.")
    case .backgroundFetchTimeout:
      (
        .completionNeverCalled,
        "The completion handler of performFetch was not called within 30 seconds."
      )
    case .backgroundTaskSchedulerTimeout:
      (
        .taskNotCompleted,
        """
        A task of BGTaskScheduler was not completed by its end. The app gets no other for a day. No \
        public log shows the code: 0x2182bad2, that of a background task, is assumed, and the \
        trace says so (codeAssumed).
        """
      )
    case .incomingCallNotReported:
      (
        .incomingCallNotReported,
        """
        From iOS 13 on every VoIP push is answered by a call to CallKit, unless the app is in front or \
        holds a call. Two checks see to it: when the method returns, of which most crash logs show an \
        exception, and some 7 s later, which shows 0xbaadca11. Both are this exit here.
        """
      )
    case .suspendedWithLockedFile:
      (
        .lockHeldAtSuspension,
        "A file that apps share was locked when the app was suspended."
      )
    case .cpuLimit:
      (.cpuLimit, "In the background the app took over 80 % of a processor for too long.")
    case .memoryLimit: (.memoryLimit, "The app's own memory went above its cap.")
    case .uncaughtException:
      (
        .uncaughtError,
        """
        An error came out of the app's code and nobody caught it; or the app called the system in a \
        way that is an exception, as a completion handler a second time.
        """
      )
    case .backgroundSessionTimeout:
      (
        .sessionEventsNotCompleted,
        """
        The app was started for the transfers of a background session and did not call the \
        completion handler of handleEventsForBackgroundURLSession within 30 seconds. Apple's page \
        on EXC_CRASH (SIGKILL) has the code 0x2182bad3, without a version. To iOS 12 0x8badf00d \
        is assumed, which logs of that time show for a background task.
        """
      )
    case .remoteNotificationTimeout, .memoryPressure, .thermalEvent, .forceQuit, .normal: nil
    }
  }
}
