/// The names of each family, and what does the like on the other: whoever uses one on the wrong phone
/// is told so ("BGTaskScheduler is iOS's; JobScheduler does this on Android").
public enum Counterparts {
  /// Returns what to say of a name where it is not there; nil: it is no name of that family's.
  ///
  /// - Parameters:
  ///   - name: a class, a function, a callback, a mode.
  ///   - family: whose name it is.
  public static func notice(ofKnown name: String, of family: SystemFamily) -> String? {
    rows[family]?[name].map { words(name, of: family, $0) }
  }

  /// The same for what is known to be that family's.
  static func notice(of name: String, of family: SystemFamily) -> String {
    words(name, of: family, rows[family]?[name] ?? "")
  }

  /// Returns what does the like of a name on the other family; nil: it is no name of that family's;
  /// empty: nothing does.
  static func counterpart(of name: String, of family: SystemFamily) -> String? {
    rows[family]?[name]
  }

  /// All names of a family that are known, sorted.
  public static func names(of family: SystemFamily) -> [String] {
    (rows[family] ?? [:]).keys.sorted()
  }

  private static func words(
    _ name: String, of family: SystemFamily, _ counterpart: String
  ) -> String {
    let other = family.other.rawValue
    return counterpart.isEmpty
      ? "\(name) is \(family.rawValue)'s; nothing that is modelled does this on \(other)"
      : "\(name) is \(family.rawValue)'s; \(counterpart) does this on \(other)"
  }

  /// By family, each name with what does the like on the other; empty: nothing does.
  private static let rows: [SystemFamily: [String: String]] = {
    var rows: [SystemFamily: [String: String]] = [:]
    for (family, names, counterpart) in table {
      for name in names.split(separator: " ") {
        rows[family, default: [:]][String(name)] = counterpart
      }
    }
    for (name, counterpart) in phrases { rows[.iOS, default: [:]][name] = counterpart }
    return rows
  }()

  private static let table: [(SystemFamily, names: String, counterpart: String)] = [
    // Callbacks.
    (.iOS, "didFinishLaunching", "onCreate"),
    (.iOS, "didBecomeActive willEnterForeground", "onStart"),
    (.iOS, "didEnterBackground willResignActive", "onStop"),
    (.iOS, "willTerminate", "onDestroy"),
    (.iOS, "didReceiveMemoryWarning", "onTrimMemory"),
    (.iOS, "performFetch handleEventsForBackgroundURLSession", "onStartJob"),
    (.iOS, "didReceiveRemoteNotification", "onMessageReceived"),
    (
      .iOS,
      "didReceiveIncomingPush performAnswerCall performEndCall"
        + " didUpdateLocations didEnterRegion didExitRegion didDetermineState monitoringDidFail"
        + " willRestoreState didUpdateValue didConnect didDisconnectPeripheral didReceive"
        + " serviceExtensionTimeWillExpire thermalStateDidChange"
        + " protectedDataWillBecomeUnavailable protectedDataDidBecomeAvailable", ""
    ),
    (.android, "onCreate", "didFinishLaunching"),
    (.android, "onStart onResume", "didBecomeActive"),
    (.android, "onPause", "willResignActive"),
    (.android, "onStop", "didEnterBackground"),
    (.android, "onDestroy", "willTerminate"),
    (.android, "onTrimMemory", "didReceiveMemoryWarning"),
    (.android, "onStartJob", "the launch handler of BGTaskScheduler"),
    (.android, "onStopJob onStopped", "task.expirationHandler"),
    (.android, "doWork", "the launch handler of BGTaskScheduler"),
    (.android, "Result", "task:setTaskCompleted"),
    (
      .android,
      "onMessageReceived onDeletedMessages FirebaseMessaging FirebaseMessagingService"
        + " RemoteMessage", "didReceiveRemoteNotification"
    ),
    // Work in the background.
    (
      .iOS,
      "BGTaskScheduler fetch processing", "JobScheduler"
    ),
    (.iOS, "BGAppRefreshTaskRequest BGProcessingTaskRequest", "JobInfo"),
    (.iOS, "BGTaskSchedulerError", "what JobScheduler:schedule returns"),
    (.iOS, "UIBackgroundFetchResult", "jobFinished"),
    (.iOS, "UIApplication", ""),
    (.iOS, "UIBackgroundTaskIdentifier", "startForegroundService, which gives no identifier,"),
    (
      .iOS,
      "beginBackgroundTask endBackgroundTask BGContinuedProcessingTask"
        + " BGContinuedProcessingTaskRequest performExpiringActivity", "startForegroundService"
    ),
    (.iOS, "audio", "a foreground service of the type mediaPlayback"),
    (
      .android,
      "JobInfo OneTimeWorkRequest PeriodicWorkRequest",
      "BGAppRefreshTaskRequest or BGProcessingTaskRequest"
    ),
    (.android, "JobScheduler WorkManager", "BGTaskScheduler"),
    (
      .android, "JobService CoroutineWorker ListenableWorker",
      "the launch handler of BGTaskScheduler"
    ),
    (.android, "JobParameters", "the task that a launch handler gets"),
    (.android, "jobFinished", "task:setTaskCompleted"),
    (.android, "NetworkType", "requiresNetworkConnectivity of BGProcessingTaskRequest"),
    (
      .android, "ExistingWorkPolicy ExistingPeriodicWorkPolicy OutOfQuotaPolicy BackoffPolicy", ""
    ),
    (.android, "AlarmManager PendingIntent BroadcastReceiver onReceive", ""),
    (
      .android,
      "startForegroundService startForeground stopForeground stopSelf onStartCommand ServiceInfo",
      "application:beginBackgroundTask"
    ),
    (.android, "START_STICKY START_NOT_STICKY START_REDELIVER_INTENT", ""),
    (.android, "onTimeout", "the expirationHandler of beginBackgroundTask"),
    (.android, "onTaskRemoved", "willTerminate"),
    (.android, "Intent", ""),
    // Threads, time and the network.
    (.iOS, "DispatchQueue OperationQueue BlockOperation DispatchWorkItem DispatchGroup", "Handler"),
    (.iOS, "Timer", "Handler():postDelayed"),
    (.iOS, "Task withTaskGroup withTaskCancellationHandler CancellationError", "launch"),
    (.iOS, "DispatchSemaphore NSLock FileLock", ""),
    (.android, "Handler Looper", "DispatchQueue.main"),
    (.android, "thread", "DispatchQueue.global()"),
    (.android, "launch", "Task"),
    (.android, "delay", "Task.sleep"),
    (.iOS, "URLSession", "OkHttpClient"),
    (.android, "OkHttpClient HttpURLConnection", "URLSession.shared"),
    // What is kept, and the rest.
    (.iOS, "UserDefaults", "SharedPreferences"),
    (
      .iOS,
      "FileManager FileHandle FileProtectionType SecItemAdd SecItemCopyMatching SecItemUpdate"
        + " SecItemDelete kSecAttrService kSecAttrAccount kSecAttrAccessible kSecValueData"
        + " kSecAttrAccessibleWhenUnlocked kSecAttrAccessibleAfterFirstUnlock"
        + " kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly"
        + " kSecAttrAccessibleWhenUnlockedThisDeviceOnly"
        + " kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly errSecSuccess errSecAuthFailed"
        + " errSecDuplicateItem errSecItemNotFound errSecInteractionNotAllowed", ""
    ),
    (.android, "SharedPreferences", "UserDefaults.standard"),
    (.iOS, "NSLog", "Log.d"),
    (.android, "Log", "NSLog"),
    (.iOS, "CFAbsoluteTimeGetCurrent", "os.time"),
    (.iOS, "DBL_MAX", "math.huge"),
    (.android, "SystemClock", "ProcessInfo.processInfo.systemUptime"),
    (
      .iOS,
      "UIDevice ProcessInfo AVAudioSession CLLocationManager CLCircularRegion CBCentralManager"
        + " PKPushRegistry PKPushType CXProvider CXCallEndedReason StaticConfiguration Timeline"
        + " TimelineReloadPolicy WidgetCenter location bluetooth voip", ""
    ),
    (.iOS, "remote-notification", "onMessageReceived"),
    (.android, "NotificationManager", ""),
    (.android, "PowerManager WakeLock BatteryManager", ""),
  ]

  /// What features are called that are no name of code.
  private static let phrases = [
    ("background fetch", "JobScheduler"), ("background transfer", "JobScheduler"),
  ]
}
