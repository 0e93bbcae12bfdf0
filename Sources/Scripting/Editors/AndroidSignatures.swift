/// The names that scripts of apps for Android can use beside those that are no family's, as
/// `appSignatures` has those of iOS.
let androidSignatures = """
  [globals]
  Log.d(tag: string, message: string) -- into the trace
  Log.e(tag: string, message: string) -- into the trace
  Log.i(tag: string, message: string) -- into the trace
  Log.v(tag: string, message: string) -- into the trace
  Log.w(tag: string, message: string) -- into the trace
  launch(body: fun(job: Job)): Job -- a coroutine on the main thread, which may await
  delay(seconds: number) -- awaits; a coroutine that is cancelled ends there
  thread(block: fun()) -- runs beside the main thread
  Handler(): Handler -- of the main thread
  OkHttpClient(): OkHttpClient -- requests of the running process
  AlarmManager: AlarmManager -- calls onReceive at a later time
  SystemClock.elapsedRealtime(): number -- seconds since the run began
  startForegroundService(action?: string) -- calls onStartCommand, which must call startForeground
  startForeground(type?: integer) -- the service is in the foreground; types are joined by |
  stopForeground() -- it is no more, and keeps nothing running
  stopSelf(startId?: integer) -- the service ends, if it was not started again since
  START_STICKY: integer -- of onStartCommand: after the end of its process the service begins again
  START_NOT_STICKY: integer -- it does not
  START_REDELIVER_INTENT: integer -- it does, and gets again what it has not stopped itself for
  ServiceInfo.FOREGROUND_SERVICE_TYPE_CAMERA: integer -- from Android 11 on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_CONNECTED_DEVICE: integer -- an accessory
  ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC: integer -- 6 h a day behind, from Android 15 on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_HEALTH: integer -- from Android 14 on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_LOCATION: integer -- where the phone is
  ServiceInfo.FOREGROUND_SERVICE_TYPE_MEDIA_PLAYBACK: integer -- what plays on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_MEDIA_PROCESSING: integer -- 6 h a day behind; from Android 15 on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_MEDIA_PROJECTION: integer -- the screen is shown elsewhere
  ServiceInfo.FOREGROUND_SERVICE_TYPE_MICROPHONE: integer -- from Android 11 on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_PHONE_CALL: integer -- a call
  ServiceInfo.FOREGROUND_SERVICE_TYPE_REMOTE_MESSAGING: integer -- from Android 14 on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_SHORT_SERVICE: integer -- 3 min; from Android 14 on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE: integer -- what no other type is for; from Android 14 on
  ServiceInfo.FOREGROUND_SERVICE_TYPE_SYSTEM_EXEMPTED: integer -- from Android 14 on
  Intent.ACTION_BOOT_COMPLETED: string -- what onReceive gets after a restart of the phone
  PowerManager: PowerManager -- wake locks
  SharedPreferences: SharedPreferences -- plain data that outlives the process
  JobScheduler: JobScheduler -- work at a later time
  JobInfo(job: JobDescription): table -- a job; what Android's builder refuses is an error
  JobInfo.NETWORK_TYPE_NONE: integer -- 0: no network is needed
  JobInfo.NETWORK_TYPE_ANY: integer -- 1: whatever network
  JobInfo.NETWORK_TYPE_UNMETERED: integer -- 2: Wi-Fi
  JobInfo.BACKOFF_POLICY_LINEAR: integer -- 0: the first wait, times the failures
  JobInfo.BACKOFF_POLICY_EXPONENTIAL: integer -- 1: twice as long after each failure
  JobInfo.PRIORITY_MIN: integer -- 100: what the user does not know of
  JobInfo.PRIORITY_LOW: integer -- 200
  JobInfo.PRIORITY_DEFAULT: integer -- 300
  JobInfo.PRIORITY_HIGH: integer -- 400: what the user waits for
  JobInfo.PRIORITY_MAX: integer -- 500: of expedited jobs alone
  JobParameters.STOP_REASON_UNDEFINED: integer -- 0: it is not being stopped
  JobParameters.STOP_REASON_CANCELLED_BY_APP: integer -- 1: the app has cancelled or replaced it
  JobParameters.STOP_REASON_PREEMPT: integer -- 2: another takes its place; never here
  JobParameters.STOP_REASON_TIMEOUT: integer -- 3: its time is over
  JobParameters.STOP_REASON_DEVICE_STATE: integer -- 4: Doze has begun
  JobParameters.STOP_REASON_CONSTRAINT_BATTERY_NOT_LOW: integer -- 5: the battery is low
  JobParameters.STOP_REASON_CONSTRAINT_CHARGING: integer -- 6: it does not charge any more
  JobParameters.STOP_REASON_CONSTRAINT_CONNECTIVITY: integer -- 7: the network is lost
  JobParameters.STOP_REASON_CONSTRAINT_DEVICE_IDLE: integer -- 8: the device is in use
  JobParameters.STOP_REASON_CONSTRAINT_STORAGE_NOT_LOW: integer -- 9: storage is low; never here
  JobParameters.STOP_REASON_QUOTA: integer -- 10: the quota of its app's bucket is used up
  JobParameters.STOP_REASON_BACKGROUND_RESTRICTION: integer -- 11: battery saver is on
  JobParameters.STOP_REASON_APP_STANDBY: integer -- 12: its app is in a lower bucket; never here
  JobParameters.STOP_REASON_USER: integer -- 13: the user stops it; never here
  JobParameters.STOP_REASON_SYSTEM_PROCESSING: integer -- 14: the system needs to; never here
  JobParameters.STOP_REASON_ESTIMATED_APP_LAUNCH_TIME_CHANGED: integer -- 15: a prefetch job, and the app is not expected soon any more
  jobFinished(params: JobParameters, wantsReschedule: boolean) -- the job is done, or to come again
  WorkManager: WorkManager -- work that JobScheduler begins, and that outlives process and phone
  NotificationManager: NotificationManager -- what the user sees
  OneTimeWorkRequest(request: OneTimeWork): table -- what the builder refuses is an error
  PeriodicWorkRequest(request: PeriodicWork): table -- the same, for work that comes again
  Result.success(outputData?: table): table -- what doWork returns: it is done
  Result.failure(outputData?: table): table -- it never will be
  Result.retry(): table -- it is to be tried again after its backoff
  ExistingWorkPolicy.KEEP: string -- the work of that name that is not finished stays
  ExistingWorkPolicy.REPLACE: string -- it is cancelled
  ExistingWorkPolicy.APPEND: string -- the new waits for it, and fails where it failed
  ExistingWorkPolicy.APPEND_OR_REPLACE: string -- the new takes its place where it failed
  ExistingPeriodicWorkPolicy.KEEP: string -- the work of that name stays
  ExistingPeriodicWorkPolicy.UPDATE: string -- it changes, and keeps its time
  ExistingPeriodicWorkPolicy.CANCEL_AND_REENQUEUE: string -- it is cancelled, and its time begins anew
  OutOfQuotaPolicy.RUN_AS_NON_EXPEDITED_WORK_REQUEST: string -- without time for urgent work it is like any other
  OutOfQuotaPolicy.DROP_WORK_REQUEST: string -- it is cancelled then
  NetworkType.NOT_REQUIRED: string -- no network is needed
  NetworkType.CONNECTED: string -- whatever network
  NetworkType.UNMETERED: string -- Wi-Fi
  BackoffPolicy.LINEAR: string -- the first wait, times the attempts
  BackoffPolicy.EXPONENTIAL: string -- twice as long after each attempt
  [Handler]
  post(block: fun()) -- on the main thread, in its turn
  postDelayed(block: fun(), seconds: number) -- after so many seconds; not while the process is frozen
  [OkHttpClient]
  newCall(request: URLRequest|string): Call -- a URL, or a table
  [Call]
  execute(): Response?, string? -- awaits a response; nil and an error where there is none
  enqueue(callback: fun(response: Response?, error: string?)) -- the callback runs beside the main thread
  cancel() -- the answer is the error "IOException: Canceled", also where it begins only later
  [SharedPreferences]
  getString(key: string, default?: any): any -- what was put, else the default
  getInt(key: string, default?: any): any -- what was put, else the default
  getBoolean(key: string, default?: any): any -- what was put, else the default
  contains(key: string): boolean -- whether something was put
  edit(): SharedPreferences.Editor -- changes them
  [SharedPreferences.Editor]
  putString(key: string, value: string): SharedPreferences.Editor -- the same editor
  putInt(key: string, value: number): SharedPreferences.Editor -- the same editor
  putBoolean(key: string, value: boolean): SharedPreferences.Editor -- the same editor
  remove(key: string): SharedPreferences.Editor -- as if it had never been put
  apply() -- keeps what was put since edit()
  commit() -- the same
  [AlarmManager]
  set(type: integer, at: number, operation: string) -- as the device sees fit after that moment
  setWindow(type: integer, at: number, window: number, operation: string) -- within so many seconds of it
  setExact(type: integer, at: number, operation: string) -- at that moment; needs the permission
  setAndAllowWhileIdle(type: integer, at: number, operation: string) -- also while the device is idle
  setExactAndAllowWhileIdle(type: integer, at: number, operation: string) -- both
  setRepeating(type: integer, at: number, interval: number, operation: string) -- inexact, as setInexactRepeating
  setInexactRepeating(type: integer, at: number, interval: number, operation: string) -- each so many seconds
  setAlarmClock(at: number, operation: string) -- a clock's: the device leaves idle for it
  cancel(operation: string) -- the alarm that would call onReceive with it
  canScheduleExactAlarms(): boolean -- whether setExact is permitted
  RTC_WAKEUP: integer -- `at` as os.time() gives it; wakes the device
  RTC: integer -- the same; waits until something else wakes it
  ELAPSED_REALTIME_WAKEUP: integer -- `at` as SystemClock.elapsedRealtime() gives it; wakes the device
  ELAPSED_REALTIME: integer -- the same; waits until something else wakes it
  INTERVAL_FIFTEEN_MINUTES: integer -- seconds
  INTERVAL_HALF_HOUR: integer -- seconds
  INTERVAL_HOUR: integer -- seconds
  INTERVAL_HALF_DAY: integer -- seconds
  INTERVAL_DAY: integer -- seconds
  [JobScheduler]
  RESULT_SUCCESS: integer -- 1: what schedule gives
  RESULT_FAILURE: integer -- 0: no time of expedited jobs is left
  schedule(job: table): integer -- takes a JobInfo, in the place of the one of its id
  cancel(id: integer) -- also where it runs
  cancelAll() -- all of the app's
  getAllPendingJobs(): table[] -- those that wait, and those that run
  getPendingJob(id: integer): table? -- nil where there is none
  [WorkManager]
  enqueue(request: table) -- one request, or a list of them that are independent
  enqueueUniqueWork(name: string, policy: string, request: table) -- by ExistingWorkPolicy
  enqueueUniquePeriodicWork(name: string, policy: string, request: table) -- by ExistingPeriodicWorkPolicy
  beginWith(request: table): WorkContinuation -- a chain, or a list that it begins with
  beginUniqueWork(name: string, policy: string, request: table): WorkContinuation -- one with a name
  cancelUniqueWork(name: string) -- what of that name is not finished
  cancelAllWork() -- all of the app's
  getWorkInfosForUniqueWork(name: string): WorkInfo[] -- in the order in which they were enqueued
  [WorkContinuation]
  andThen(request: table): WorkContinuation -- the same chain, with what waits for all before
  enqueue() -- once
  [NotificationManager]
  notify(id: integer, title: string, text?: string) -- the user sees it
  [WorkerParameters]
  id: integer -- of the work
  worker: string -- of its request
  inputData: table -- of its request, and over it what the work before it gave
  runAttemptCount: integer -- attempts before this one: 0 for the first
  isStopped: boolean -- whether the run was stopped
  stopReason: integer -- one of JobParameters.STOP_REASON_...
  [PowerManager]
  PARTIAL_WAKE_LOCK: integer -- 1: the screen may go off
  newWakeLock(level: integer, tag: string): WakeLock -- of this process
  [WakeLock]
  acquire(seconds?: number) -- until release(), or for so long
  release() -- as often as it was acquired; once more is an exception
  isHeld(): boolean -- whether it is held
  setReferenceCounted(value: boolean) -- false: one release() is enough
  [JobParameters]
  jobId: integer -- its id
  isExpeditedJob: boolean -- it runs on the time of expedited jobs
  isOverrideDeadlineExpired: boolean -- it began for its deadline
  stopReason: integer -- one of JobParameters.STOP_REASON_...
  extras: table -- of its JobInfo
  [*JobDescription]
  id: integer -- a job of the same id takes its place
  requiredNetworkType: integer? -- one of JobInfo.NETWORK_TYPE_...
  requiresCharging: boolean? -- only on the charger
  requiresBatteryNotLow: boolean? -- above 15 %
  requiresDeviceIdle: boolean? -- when the screen has been off for 31 min
  requiresStorageNotLow: boolean? -- always so here
  minimumLatency: number? -- seconds after which it may begin
  overrideDeadline: number? -- seconds after which it begins whatever else it requires
  periodic: number? -- seconds; once in each such time, 15 min at least
  flex: number? -- seconds; in the last part of each period
  backoffPolicy: integer? -- one of JobInfo.BACKOFF_POLICY_...
  initialBackoff: number? -- seconds after the first failure; 30
  expedited: boolean? -- urgent and short
  persisted: boolean? -- it outlives a restart; needs the permission RECEIVE_BOOT_COMPLETED
  prefetch: boolean? -- it waits until the app is expected to be opened soon
  priority: integer? -- one of JobInfo.PRIORITY_...: the app's jobs begin in this order
  extras: table? -- plain data for onStartJob
  [*OneTimeWork]
  worker: string -- what doWork is to do, by a name of the app's own
  constraints: WorkConstraints? -- what it needs
  initialDelay: number? -- seconds after which it may begin
  backoffPolicy: string? -- one of BackoffPolicy
  backoffDelay: number? -- seconds after the first attempt; 30, at least 10
  expedited: string? -- one of OutOfQuotaPolicy: urgent and short
  inputData: table? -- plain data of 10,240 bytes at most
  [*PeriodicWork]
  worker: string -- what doWork is to do, by a name of the app's own
  repeatInterval: number -- seconds from one end to the next beginning, 15 min at least
  flexInterval: number? -- seconds; the first run is in the last part of the interval
  constraints: WorkConstraints? -- what it needs
  initialDelay: number? -- seconds after which it may first begin
  backoffPolicy: string? -- one of BackoffPolicy
  backoffDelay: number? -- seconds after the first attempt; 30, at least 10
  inputData: table? -- plain data of 10,240 bytes at most
  [*WorkConstraints]
  requiredNetworkType: string? -- one of NetworkType
  requiresCharging: boolean? -- only on the charger
  requiresBatteryNotLow: boolean? -- above 15 %
  requiresDeviceIdle: boolean? -- when the screen has been off for 31 min
  requiresStorageNotLow: boolean? -- always so here
  [*WorkInfo]
  id: integer -- of the work
  worker: string -- of its request
  state: string -- ENQUEUED, RUNNING, SUCCEEDED, FAILED, BLOCKED or CANCELLED
  runAttemptCount: integer -- its attempts; of periodic work those of its present interval
  outputData: table -- what it has given
  [*RemoteMessage]
  data: table -- what was sent
  priority: string -- "high" or "normal", as it was delivered
  originalPriority: string -- as it was sent
  sentTime: number -- as os.time() has it
  [*Job]
  isCancelled: boolean -- whether it was cancelled
  cancel() -- its next await ends it
  join(): any -- awaits its end, and what it returns
  [*Response]
  code: integer -- as HTTP has it
  bytes: integer -- how much came
  newItems: integer -- published since this app last got an answer
  [*URLRequest]
  url: string -- where to
  body: number|string? -- bytes, or what is to be sent
  timeout: number? -- seconds
  [*AndroidApp]
  onCreate() -- its process has begun
  onStart() -- in front
  onStop() -- it was left; after some time without work the process is frozen
  onDestroy() -- swiped away while it ran
  onTrimMemory() -- the device is short of memory
  onReceive(operation: string) -- an alarm has gone off, or the phone was restarted
  onStartCommand(action: string?, startId: integer): integer? -- startForegroundService was called
  onTimeout(startId: integer, type: integer) -- the time of the service is over: stopSelf() now
  onTaskRemoved() -- swiped away while its service is in the foreground
  onStartJob(params: JobParameters): boolean -- true: the work goes on until jobFinished
  onStopJob(params: JobParameters): boolean -- it is to end now; true: it is wanted again
  doWork(params: WorkerParameters): table -- beside the main thread; what Result gives
  onStopped(params: WorkerParameters) -- doWork is cancelled; the work comes again
  onMessageReceived(message: RemoteMessage) -- beside the main thread; has 20 s
  onDeletedMessages() -- more than 100 messages waited, and are lost
  """
