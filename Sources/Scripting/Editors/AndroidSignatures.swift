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
  AlarmManager.set(type: integer, at: number, operation: string) -- as the device sees fit after that moment
  AlarmManager.setWindow(type: integer, at: number, window: number, operation: string) -- within so many seconds of it
  AlarmManager.setExact(type: integer, at: number, operation: string) -- at that moment; needs the permission
  AlarmManager.setAndAllowWhileIdle(type: integer, at: number, operation: string) -- also while the device is idle
  AlarmManager.setExactAndAllowWhileIdle(type: integer, at: number, operation: string) -- both
  AlarmManager.setRepeating(type: integer, at: number, interval: number, operation: string) -- inexact, as setInexactRepeating
  AlarmManager.setInexactRepeating(type: integer, at: number, interval: number, operation: string) -- each so many seconds
  AlarmManager.setAlarmClock(at: number, operation: string) -- a clock's: the device leaves idle for it
  AlarmManager.cancel(operation: string) -- the alarm that would call onReceive with it
  AlarmManager.canScheduleExactAlarms(): boolean -- whether setExact is permitted
  AlarmManager.RTC_WAKEUP: integer -- `at` as os.time() gives it; wakes the device
  AlarmManager.RTC: integer -- the same; waits until something else wakes it
  AlarmManager.ELAPSED_REALTIME_WAKEUP: integer -- `at` as SystemClock.elapsedRealtime() gives it; wakes the device
  AlarmManager.ELAPSED_REALTIME: integer -- the same; waits until something else wakes it
  AlarmManager.INTERVAL_FIFTEEN_MINUTES: integer -- seconds
  AlarmManager.INTERVAL_HALF_HOUR: integer -- seconds
  AlarmManager.INTERVAL_HOUR: integer -- seconds
  AlarmManager.INTERVAL_HALF_DAY: integer -- seconds
  AlarmManager.INTERVAL_DAY: integer -- seconds
  SystemClock.elapsedRealtime(): number -- seconds since the run began
  SharedPreferences: SharedPreferences -- plain data that outlives the process
  [Handler]
  post(block: fun()) -- on the main thread, in its turn
  postDelayed(block: fun(), seconds: number) -- after so many seconds; not while the process is frozen
  [OkHttpClient]
  newCall(request: URLRequest|string): Call -- a URL, or a table
  [Call]
  execute(): Response?, string? -- awaits a response; nil and an error where there is none
  enqueue(callback: fun(response: Response?, error: string?)) -- the callback runs beside the main thread
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
  onReceive(operation: string) -- an alarm has gone off
  """
