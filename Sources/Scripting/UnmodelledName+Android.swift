/// Names of Android's and of its libraries that this device does not model, with what a script
/// writes instead.
extension UnmodelledName {
  /// Globals.
  static let androidGroups: [(names: String, remedy: String)] = [
    (
      "ConnectivityManager NetworkCapabilities NetworkRequest NetworkCallback TelephonyManager"
        + " WifiManager",
      "send a request with OkHttpClient: without a network it fails; a job may require one"
        + " (requiredNetworkType)"
    ),
    (
      "FirebaseMessaging FirebaseMessagingService FirebaseInstanceId RemoteMessage",
      "write onMessageReceived(message), a method of the app"
    ),
    (
      "goAsync BroadcastReceiver LocalBroadcastManager registerReceiver sendBroadcast",
      "write onReceive(action), a method of the app; a job for what takes longer"
    ),
    (
      "startService IntentService JobIntentService LifecycleService",
      "startForegroundService(action) starts the service, which must call startForeground"
    ),
    ("stopService", "write stopSelf()"),
    (
      "bindService unbindService ServiceConnection ContentProvider ContentResolver",
      "an app is one process, and no other reaches into it"
    ),
    ("Service", "the app's own onStartCommand(action, startId) is its service"),
    ("START_STICKY_COMPATIBILITY", "write START_STICKY"),
    ("UsageStatsManager", "an app does not learn its bucket"),
    (
      "ActivityManager ApplicationExitInfo",
      "an app does not learn how it ended: a test has app.exits, a report the reasons"
    ),
    (
      "WorkInfo",
      "compare params.stopReason with JobParameters.STOP_REASON_..., and info.state with a text"
    ),
    ("setForeground ForegroundInfo", "write startForegroundService, or expedited in the request"),
    (
      "Context Activity Application AppCompatActivity Fragment View TextView RecyclerView Compose"
        + " ViewModel LiveData ProcessLifecycleOwner",
      "there is no user interface: write the app's own methods, and work(seconds) for what drawing"
        + " costs"
    ),
    (
      "Notification NotificationCompat NotificationChannel NotificationManagerCompat",
      "write NotificationManager:notify(id, title, text)"
    ),
    (
      "Room RoomDatabase SQLiteDatabase SQLiteOpenHelper DataStore Realm",
      "write work(seconds) for what a store computes, SharedPreferences for what it keeps"
    ),
    (
      "DownloadManager Retrofit Volley WebView WebSocket Socket Firestore FirebaseFirestore"
        + " FirebaseDatabase GoogleSignIn BillingClient",
      "write OkHttpClient with a server of the scenario for what it sends and loads"
    ),
    (
      "SyncAdapter AbstractThreadedSyncAdapter ContentObserver AccountManager",
      "write a periodic job"
    ),
    (
      "LocationManager FusedLocationProviderClient LocationServices GeofencingClient Geofence"
        + " SensorManager BluetoothAdapter BluetoothGatt MediaPlayer ExoPlayer MediaSession"
        + " MediaRecorder AudioRecord CameraX MediaProjectionManager",
      "write a foreground service of its type with work(seconds) for what it computes"
    ),
    ("CountDownTimer Timer TimerTask", "write Handler():postDelayed"),
    (
      "AsyncTask Executors ExecutorService Thread Coroutine CoroutineScope GlobalScope runBlocking"
        + " Dispatchers Flow", "write launch(function() ... end), or thread(block)"
    ),
    ("PendingIntent", "an alarm has a text, which onReceive gets"),
  ]

  /// Methods of objects that are modelled, by their name.
  static let androidMethods: [String: String] = [
    "isDeviceIdleMode": "an app does not learn of Doze; its requests fail then",
    "isDeviceLightIdleMode": "an app does not learn of Doze; its requests fail then",
    "isPowerSaveMode": "an app does not learn of battery saver",
    "isIgnoringBatteryOptimizations": "no app is exempted",
    "isInteractive": "onStart and onStop tell whether the app is in front",
    "getNextAlarmClock": "keep what was set",
    "cancelWorkById": "write WorkManager:cancelUniqueWork(name)",
    "cancelAllWorkByTag": "write WorkManager:cancelUniqueWork(name)",
    "getWorkInfoById": "write WorkManager:getWorkInfosForUniqueWork(name)",
    "getWorkInfosByTag": "write WorkManager:getWorkInfosForUniqueWork(name)",
    "updateWork": "write WorkManager:enqueueUniqueWork(name, \"REPLACE\", request)",
    "getPendingJobReason": "dormouse why tells what a job waits for",
    "getPendingJobReasons": "dormouse why tells what a job waits for",
  ]
}
