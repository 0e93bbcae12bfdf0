import Device

extension ExitReason {
  /// What the exit means, where the example of its finding shows it; nil for an exit that has an
  /// example of its own, since no finding stands for it.
  var meaning: String? {
    switch self {
    case .watchdog:
      """
      A callback kept the main thread beyond its limit, or could not begin for one that did. Crash \
      logs of every version show 0x8badf00d for that. Up to iOS 12 they show it for time in the \
      background that was over too: for a background task that was never ended (the log says \
      "has active assertions beyond permitted time"; from iOS 13 on it is 0x2182bad2, \
      backgroundTaskAssertionTimeout). Advice from before iOS 13 therefore names 0x8badf00d for \
      a leaked task, and some of it was never changed: on a phone of today that code means a \
      hang.
      """
    case .backgroundTaskAssertionTimeout:
      """
      A background task was still open when the app's time in the background was over. From iOS 13 \
      on the code is 0x2182bad2 (562215634 in decimal), in the device's log only: the phone \
      writes no crash report. Up to iOS 12 it was 0x8badf00d in a crash report, as for a hang, \
      which is why older advice, and a note of 2021, name that.
      """
    case .tooManyBackgroundTasks:
      "More than 1,000 background tasks were open at once."
    case .backgroundFetchTimeout:
      "The completion handler of performFetch was not called within 30 seconds."
    case .backgroundTaskSchedulerTimeout:
      """
      A task of BGTaskScheduler was not completed by its end. The app gets no other for a day. No \
      public log shows the code: 0x2182bad2, that of a background task, is assumed, and the \
      trace says so (codeAssumed).
      """
    case .incomingCallNotReported:
      """
      From iOS 13 on every VoIP push is answered by a call to CallKit, unless the app is in front or \
      holds a call. Two checks see to it: when the method returns, of which most crash logs show an \
      exception, and some 7 s later, which shows 0xbaadca11. Both are this exit here.
      """
    case .suspendedWithLockedFile:
      "A file that apps share was locked when the app was suspended."
    case .cpuLimit:
      "In the background the app took over 80 % of a processor for too long."
    case .memoryLimit: "The app's own memory went above its cap."
    case .uncaughtException:
      """
      An error came out of the app's code and nobody caught it; or the app called the system in a \
      way that is an exception, as a completion handler a second time.
      """
    case .backgroundSessionTimeout:
      """
      The app was started for the transfers of a background session and did not call the \
      completion handler of handleEventsForBackgroundURLSession within 30 seconds. Apple's page \
      on EXC_CRASH (SIGKILL) has the code 0x2182bad3, without a version. Up to iOS 12 0x8badf00d \
      is assumed, which logs of that time show for a background task.
      """
    case .remoteNotificationTimeout, .memoryPressure, .thermalEvent, .forceQuit, .normal: nil
    }
  }
}
