import Simulation

/// The numbers of foreground services, as Android 15 has them.
///
/// Where nothing else is said the source is AOSP's ActivityManagerConstants.java; each number names its
/// constant there.
public struct ServiceRules: Sendable, Equatable {
  // MARK: The start

  /// So long after `startForegroundService` the service has called `startForeground`
  /// (`DEFAULT_SERVICE_START_FOREGROUND_TIMEOUT_MS`).
  public var startForeground = TimeSpan.seconds(30)
  /// An app that does not take the exception for that within so long does not respond
  /// (`DEFAULT_SERVICE_START_FOREGROUND_ANR_DELAY_MS`).
  public var startAnswer = TimeSpan.seconds(10)
  /// An app that was left may start services for so long as if it were in front
  /// (`DEFAULT_FG_TO_BG_FGS_GRACE_DURATION`).
  public var afterFront = TimeSpan.seconds(5)
  /// One that was given an exact alarm may for so long (AlarmManagerService,
  /// `DEFAULT_ALLOW_WHILE_IDLE_WHITELIST_DURATION`).
  public var afterExactAlarm = TimeSpan.seconds(10)
  /// One that was told of a restart may for so long (`DEFAULT_BOOT_TIME_TEMP_ALLOWLIST_DURATION`).
  public var afterBoot = TimeSpan.seconds(20)
  /// The types of services that may be started then (`DEFAULT_FGS_BOOT_COMPLETED_ALLOWLIST`); nil:
  /// all, as before Android 15.
  public var typesAfterBoot: ServiceTypes? = [
    .connectedDevice, .health, .remoteMessaging, .systemExempted, .specialUse, .location,
  ]
  /// A service in the foreground has a type, as from Android 14 on (ForegroundServiceTypePolicy).
  public var needsType = true

  /// The types for what an app may use only while it is in use, so that it must have started the
  /// service, or come to the foreground with it, in front: none before Android 14
  /// (ForegroundServiceTypePolicy, `foregroundOnlyPermission`; ActiveServices,
  /// `shouldAllowFgsWhileInUsePermissionLocked`). Not of `location` with the permission
  /// ACCESS_BACKGROUND_LOCATION. That of `mediaProjection` is the user's consent, which is asked for
  /// in front.
  public var inUseTypes: ServiceTypes = [.camera, .microphone, .location, .mediaProjection]

  // MARK: The end

  /// The types whose services, all of one together, have a limited time behind: none before Android 15
  /// (ActiveServices, `FGS_INTRODUCE_TIME_LIMITS`).
  public var limitedTypes: [ServiceTypes] = [.dataSync, .mediaProcessing]
  /// That time (`DEFAULT_DATA_SYNC_FGS_TIMEOUT_DURATION`,
  /// `DEFAULT_MEDIA_PROCESSING_FGS_TIMEOUT_DURATION`),
  public var limit = TimeSpan.hours(6)
  /// within so long (ActiveServices, `TimeLimitedFgsInfo`, a day).
  public var window = TimeSpan.hours(24)
  /// A service that has not stopped so long after its `onTimeout` ends its app
  /// (`DEFAULT_FGS_CRASH_EXTRA_WAIT_DURATION`).
  public var afterTimeout = TimeSpan.seconds(10)
  /// The time of one of the type shortService (`DEFAULT_SHORT_FGS_TIMEOUT_DURATION`).
  public var short = TimeSpan.minutes(3)
  /// And so long after its `onTimeout` its app does not respond
  /// (`DEFAULT_SHORT_FGS_ANR_EXTRA_WAIT_DURATION`).
  public var afterShort = TimeSpan.seconds(10)

  // MARK: The end of its process

  /// A service that is to go on begins again so long after the end of its process
  /// (`DEFAULT_SERVICE_RESTART_DURATION`),
  public var restart = TimeSpan.seconds(1)
  /// each time so many times later (`DEFAULT_SERVICE_RESTART_DURATION_FACTOR`),
  public var restartFactor = 4
  /// unless it has run for so long (`DEFAULT_SERVICE_RESET_RUN_DURATION`).
  public var restartReset = TimeSpan.seconds(60)
  /// Services of two apps begin again so long apart (`DEFAULT_SERVICE_MIN_RESTART_TIME_BETWEEN`).
  public var restartsApart = TimeSpan.seconds(10)

  public init() {}
}
