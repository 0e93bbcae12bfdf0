/// The names that scripts of apps can use, with types and meanings: a line a name, as `ScriptAPI`
/// reads it.
///
/// A line in brackets begins a class; one with a star is no class of the bridge, but a table that
/// it hands out, or what the app itself writes.
let appSignatures = """
  [globals]
  UIApplication.shared: UIApplication -- the application
  UIApplication.backgroundFetchIntervalMinimum: number -- 0: as often as the system supports
  UIApplication.backgroundFetchIntervalNever: number -- the default of the fetch interval
  UIBackgroundTaskIdentifier.invalid: integer -- 0: what a refused begin returns; ending it is safe
  UIBackgroundFetchResult.newData: integer -- there was something new
  UIBackgroundFetchResult.noData: integer -- there was nothing new
  UIBackgroundFetchResult.failed: integer -- it could not be found out
  DBL_MAX: number -- the greatest number
  UIDevice.current: UIDevice -- the device
  ProcessInfo.processInfo: ProcessInfo -- this process
  Timer.scheduledTimer(interval: number, repeats: boolean, block: fun(timer: Timer)): Timer -- calls a block after so many seconds, in front and in the background, not while suspended
  DispatchQueue(label: string, options?: DispatchQueueOptions): DispatchQueue -- a serial queue of the app's own, or a concurrent one
  DispatchQueue.main: DispatchQueue -- the main queue
  DispatchQueue.global(): DispatchQueue -- the concurrent queue beside the main thread
  DispatchSemaphore(value: integer): DispatchSemaphore -- a semaphore; the value is 0 or more
  DispatchGroup(): DispatchGroup -- counts what is under way
  DispatchWorkItem(block: fun(): any): DispatchWorkItem -- a block that can be cancelled before it begins
  NSLock(): NSLock -- a lock among the threads of the app
  OperationQueue(): OperationQueue -- a queue of operations, as many at once as there are unless it says
  BlockOperation(block: fun(): any): BlockOperation -- an operation that runs a block
  Task(body: fun(task: Task)): Task -- code that may await
  Task.sleep(seconds: number) -- awaits; raises CancellationError in a Task that is cancelled
  Task.current(): Task? -- the Task that runs; nil outside of one
  Task.isCancelled(): boolean -- whether the Task that runs is cancelled
  Task.checkCancellation() -- raises CancellationError if it is
  CancellationError: string -- what is raised then
  withTaskCancellationHandler(operation: fun(): any, onCancel: fun()): any -- calls onCancel when the Task that runs is cancelled meanwhile
  withTaskGroup(body: fun(group: TaskGroup): any): any -- child tasks, which are cancelled with the Task that runs
  URLSession.shared: URLSession -- requests of the running app
  URLSession.background(identifier: string, settings?: BackgroundSessionSettings): BackgroundURLSession -- a background session, after a relaunch the one that was there
  UserDefaults.standard: UserDefaults -- plain data that outlives the process; nothing is there before the first unlock
  FileManager.default: FileManager -- files that outlive the process
  FileHandle.forUpdating(path: string): FileHandle?, FileError? -- opens a file; nil where there is none, or its class does not allow it now
  FileProtectionType.complete: string -- while the phone is unlocked
  FileProtectionType.completeUnlessOpen: string -- the same, but what is open stays so
  FileProtectionType.completeUntilFirstUserAuthentication: string -- after the first unlock; the default
  FileProtectionType.none: string -- always
  SecItemAdd(attributes: KeychainItem): integer -- adds a keychain item; errSecDuplicateItem where there is one of this service and account
  SecItemCopyMatching(query: KeychainItem): integer, string? -- the data of the first item that matches
  SecItemUpdate(query: KeychainItem, attributes: KeychainItem): integer -- gives what matches other data, or another class
  SecItemDelete(query: KeychainItem): integer -- deletes what matches
  kSecAttrService: string -- the field service
  kSecAttrAccount: string -- the field account
  kSecAttrAccessible: string -- the field accessible
  kSecValueData: string -- the field data
  kSecAttrAccessibleWhenUnlocked: string -- while the phone is unlocked; the default
  kSecAttrAccessibleAfterFirstUnlock: string -- once it was unlocked after a restart
  kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: string -- while unlocked, and only with a passcode
  kSecAttrAccessibleWhenUnlockedThisDeviceOnly: string -- as WhenUnlocked
  kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: string -- as AfterFirstUnlock
  errSecSuccess: integer -- 0
  errSecAuthFailed: integer -- -25293: the class wants a passcode, and there is none
  errSecDuplicateItem: integer -- -25299: it is there already
  errSecItemNotFound: integer -- -25300: nothing matches
  errSecInteractionNotAllowed: integer -- -25308: the phone is locked; it says nothing of what is there
  AVAudioSession.sharedInstance(): AVAudioSession -- what the app plays
  CLLocationManager(): CLLocationManager -- where the device is
  CLCircularRegion(region: Region): Region -- a circle on the ground, from iOS 7 on
  CBCentralManager(options?: table): CBCentralManager -- accessories; with a restoreIdentifier connections outlive the process, and launch the app
  PKPushRegistry(): PKPushRegistry -- VoIP pushes
  PKPushType.voIP: string -- pushes for calls
  CXProvider(): CXProvider -- calls, as the user sees them
  CXCallEndedReason.failed: integer -- the call could not be made
  CXCallEndedReason.remoteEnded: integer -- the other side has hung up
  CXCallEndedReason.unanswered: integer -- it has rung for long enough
  CXCallEndedReason.answeredElsewhere: integer -- on another device
  CXCallEndedReason.declinedElsewhere: integer -- on another device
  FileLock.acquire(name: string): FileLock?, string? -- a lock in a shared container; nil and the holder's id where a process holds it
  FileLock.wait(name: string): FileLock -- blocks the thread until it holds the lock
  BGTaskScheduler.shared: BGTaskScheduler -- requests for work at a later time
  BGAppRefreshTaskRequest(request: TaskRequest): table -- a request for a refresh of 30 s
  BGProcessingTaskRequest(request: TaskRequest): table -- a request for minutes of processing
  BGContinuedProcessingTaskRequest(request: ContinuedTaskRequest): table -- a request for work that goes on when the app is left, from iOS 26 on
  BGTaskSchedulerError.unavailable: integer -- background refresh is off
  BGTaskSchedulerError.tooManyPendingTaskRequests: integer -- one refresh and ten processing requests may be pending
  BGTaskSchedulerError.notPermitted: integer -- the identifier or its mode is missing
  BGTaskSchedulerError.immediateRunIneligible: integer -- a continued task cannot run at once
  StaticConfiguration(kind: string, provider: table) -- says who gives the timeline of the app's widget; call it at each launch
  Timeline(timeline: WidgetTimeline): table -- what a widget shows, for the completion of getTimeline
  TimelineReloadPolicy.atEnd: string -- the next timeline is wanted once the last entry is shown
  TimelineReloadPolicy.never: string -- when the app asks for it
  TimelineReloadPolicy.after(date: number): number -- from a time of os.time() on
  WidgetCenter.shared: WidgetCenter -- reloads of widgets
  work(seconds: number) -- keeps the calling thread's CPU busy for so many seconds
  NSLog(format: string, ...: any) -- into the trace; %@ shows any value
  print(...: any) -- into the trace
  os.time(date?: table): integer -- the device's clock; runs begin on 1 January 2024
  os.clock(): number -- CPU time of the process in seconds
  CFAbsoluteTimeGetCurrent(): number -- the device's clock in seconds since 1 January 2001, with fractions
  os.difftime(later: number, earlier: number): number -- seconds between two times
  os.date(format?: string, time?: number): string|table -- a date of the device's clock
  os.getenv(name: string): nil -- there is no environment
  io.write(...: string|number): FILE -- into the trace, a record a line
  io.stdout: FILE -- the log
  io.stderr: FILE -- the log
  seconds(n: number): number -- n seconds
  minutes(n: number): number -- n minutes in seconds
  hours(n: number): number -- n hours in seconds
  days(n: number): number -- n days in seconds
  KB(n: number): number -- n times 1,000 bytes
  MB(n: number): number -- n times 1,000,000 bytes
  [UIApplication]
  applicationState: "active"|"inactive"|"background" -- where it is
  backgroundTimeRemaining: number -- seconds; DBL_MAX in front
  backgroundRefreshStatus: "available"|"denied" -- the user's switch
  isProtectedDataAvailable: boolean -- false while the phone is locked with a passcode, from 10 s after the lock
  beginBackgroundTask(name?: string|fun(), expirationHandler?: fun()): integer -- keeps the app running for a while after it is left; 0 when refused
  endBackgroundTask(identifier: integer) -- once for each begin that was not refused
  setMinimumBackgroundFetchInterval(seconds: number) -- how often the app wants to fetch; never unless it says so
  [UIDevice]
  isMultitaskingSupported: boolean -- whether background tasks are granted
  isBatteryMonitoringEnabled=: boolean -- without it level and state are unknown
  batteryLevel: number -- 0 to 1; -1 when unknown
  batteryState: "unplugged"|"charging"|"full"|"unknown" -- the charger
  [ProcessInfo]
  isLowPowerModeEnabled: boolean -- whether the user saves power
  thermalState: "nominal"|"fair"|"serious"|"critical" -- how hot the device is, from iOS 11 on
  performExpiringActivity(reason: string, block: fun(expired: boolean)) -- keeps the app running until the block, which runs beside the main thread, returns; called again with true when the time is nearly over
  systemUptime: number -- seconds that the phone has been awake since its restart
  [Timer]
  isValid: boolean -- whether it will fire again
  invalidate() -- it never fires again
  [DispatchQueue]
  label: string -- its name
  async(block: fun()|DispatchWorkItem, options?: JobOptions) -- later, in its turn
  asyncAfter(seconds: number, block: fun()|DispatchWorkItem) -- the same after so many seconds
  sync(block: fun(): any|DispatchWorkItem): any -- blocks until it has run; gives what it returns
  [DispatchSemaphore]
  wait(seconds?: number): boolean -- blocks the thread until it is signalled; false when the time was over before
  signal() -- lets one go on that waits, or the next
  [DispatchGroup]
  enter() -- something begins
  leave() -- something is over: once for each enter
  wait(seconds?: number): boolean -- blocks the thread until all is over; false when the time was over before
  notify(queue: DispatchQueue, block: fun()|DispatchWorkItem) -- runs a block once all is over
  [NSLock]
  lock(seconds?: number): boolean -- blocks the thread until it holds the lock; false when the time was over before
  try(): boolean -- takes the lock if it is free
  unlock() -- lets go of it, on the thread that holds it
  [OperationQueue]
  operationCount: integer -- operations that are not finished
  maxConcurrentOperationCount=: integer -- how many may run at once; -1: as many as there are
  addOperation(operation: fun()|BlockOperation) -- runs it in its turn
  cancelAllOperations() -- those that have not begun never do
  waitUntilAllOperationsAreFinished() -- blocks the thread
  [*DispatchWorkItem]
  isCancelled: boolean -- whether it was cancelled
  cancel() -- it does not begin any more; what has begun goes on
  perform() -- runs it here and now
  wait(seconds?: number): boolean -- blocks the thread until it has run; false when the time was over before
  notify(queue: DispatchQueue, block: fun()|DispatchWorkItem) -- runs a block once it has run
  [*BlockOperation]
  isCancelled: boolean -- whether it was cancelled
  isFinished: boolean -- whether it has run, or was cancelled before
  completionBlock=: fun()? -- runs on a queue in the background once it is finished
  cancel() -- it does not begin any more; what has begun goes on
  addDependency(other: BlockOperation) -- it begins only once the other is finished
  waitUntilFinished() -- blocks the thread
  [*DispatchQueueOptions]
  attributes: "concurrent"|nil -- without it the queue is serial
  [*JobOptions]
  flags: "barrier"|nil -- it runs alone in a concurrent queue of the app's own
  group: DispatchGroup? -- which it enters, and leaves when it has run
  [*Task]
  isCancelled: boolean -- whether somebody has cancelled it
  result: any -- what its body returned; nil until it has ended, and after a cancellation
  cancel() -- what it awaits ends at once: a sleep raises CancellationError, a request gets -999
  value(): any -- awaits its end, and gives the result
  [*TaskGroup]
  addTask(body: fun(task: Task): any) -- begins a child task
  cancelAll() -- cancels the children, and those that are added later
  waitForAll(): any -- awaits all children, and gives the result of each
  [URLSession]
  dataTask(request: string|URLRequest, completion: fun(data: URLData?, response: HTTPURLResponse?, error: URLError?)): URLSessionDataTask -- a request, which begins with resume
  data(request: string|URLRequest): URLData?, HTTPURLResponse?, URLError? -- awaits the answer
  [URLSessionDataTask]
  resume() -- begins it
  cancel() -- the completion gets the error cancelled
  [BackgroundURLSession]
  downloadTask(request: string|URLRequest): URLSessionTransferTask -- a transfer by the system, which goes on without the app; a completion is an exception
  uploadTask(request: string|URLRequest, fromFile: UploadFile): URLSessionTransferTask -- the same of a file; data is an exception
  getAllTasks(block: fun(tasks: table[])) -- what is under way
  [URLSessionTransferTask]
  taskIdentifier: integer -- its number in the session
  taskDescription=: string? -- comes back with the result, in whatever process
  resume() -- begins it
  cancel() -- the result is the error cancelled
  [UserDefaults]
  set(key: string, value: any) -- booleans, numbers, texts and tables of them
  value(key: string): any -- nil where nothing was set
  removeObject(key: string) -- as if it had never been set
  [FileManager]
  createFile(path: string, contents?: string, attributes?: FileAttributes): boolean -- makes a file, or replaces it; false where its class does not allow it now
  contents(path: string): string?, FileError? -- what is in it; else nil and why not
  fileExists(path: string): boolean -- also while it cannot be read
  removeItem(path: string): boolean -- false where there is none
  [FileHandle]
  readToEnd(): string?, FileError? -- all that is in it
  write(text: string): boolean -- to its end; false where its class does not allow it now
  close() -- no more of it
  [AVAudioSession]
  setActive(isActive: boolean) -- with the mode audio the app runs on while it plays
  [CLLocationManager]
  allowsBackgroundLocationUpdates=: boolean -- with the mode location updates keep the app running
  startUpdatingLocation() -- calls didUpdateLocations at each move
  stopUpdatingLocation() -- no more
  startMonitoringSignificantLocationChanges() -- wakes or launches the app at each move of 500 m
  stopMonitoringSignificantLocationChanges() -- no more
  startMonitoring(region: Region) -- calls didEnterRegion and didExitRegion, and launches the app for them; 20 at most
  stopMonitoring(region: Region) -- no more of the region of this identifier
  requestState(region: Region) -- calls didDetermineState
  monitoredRegions: Region[] -- those that the system watches for the app, whatever process asked
  [CBCentralManager]
  connect(accessory: string) -- calls didConnect when it is in reach, however late, and didUpdateValue for each value it sends
  cancelPeripheralConnection(accessory: string) -- no more; calls didDisconnectPeripheral
  [PKPushRegistry]
  desiredPushTypes=: table -- { PKPushType.voIP } calls didReceiveIncomingPush (mode voip)
  [CXProvider]
  reportNewIncomingCall(uuid: string, update?: table, completion?: fun(error: CallError?)) -- the phone rings; with a call the app runs on
  reportCall(uuid: string, reason: integer) -- the call has ended
  [FileLock]
  release() -- gives the lock back
  [BGTaskScheduler]
  register(identifier: string, handler: fun(task: BGTask), options?: table): boolean -- while the app launches, for continued tasks at any time; false where the identifier is not permitted
  submit(request: table): boolean, BGTaskScheduler.Error? -- false and an error where it is refused
  submitTaskRequest(request: table, completion: fun(error: BGTaskScheduler.Error?)) -- the same, from iOS 27 on
  cancel(identifier: string) -- withdraws a request
  cancelAllTaskRequests() -- withdraws all
  getPendingTaskRequests(block: fun(requests: table[])) -- what is pending
  [BGTaskScheduler.Error]
  code: integer -- one of BGTaskSchedulerError
  localizedDescription: string -- in words
  [WidgetCenter]
  reloadTimelines(kind: string) -- a new timeline is wanted now: free while the app is in front
  reloadAllTimelines() -- the same of whatever kind
  [FILE]
  write(...: string|number): FILE -- into the trace
  flush(): FILE -- does nothing
  setvbuf(mode: string): FILE -- does nothing
  [*BGTask]
  identifier: string -- of its request
  expirationHandler=: fun()? -- called when its time is nearly over
  setTaskCompleted(success: boolean) -- once, when all is done
  progress: Progress? -- a continued task's; it must move on
  updateTitle(title: string, subtitle: string) -- what the user reads of a continued task
  [Progress]
  totalUnitCount=: integer -- units of the whole
  completedUnitCount=: integer -- units that are done
  fractionCompleted: number -- from 0 to 1
  [*URLRequest]
  url: string -- where to
  body: number|string? -- bytes, or what is to be sent
  timeout: number? -- seconds
  [*UploadFile]
  file: string -- its name
  bytes: number -- its size
  [*URLData]
  bytes: integer -- how much came
  newItems: integer -- published since this app last got an answer
  [*HTTPURLResponse]
  statusCode: integer -- as HTTP has it
  [*URLError]
  code: integer -- as NSURLError has it
  localizedDescription: string -- in words
  backgroundTaskCancelledReason: string? -- why the system cancelled a background transfer: "userForceQuitApplication"
  [*Region]
  center: table -- latitude and longitude, in degrees
  radius: number -- metres
  identifier: string -- a region of the same name takes its place
  notifyOnEntry: boolean? -- false: nobody is told that it was entered
  notifyOnExit: boolean? -- nor that it was left
  [*CallError]
  code: integer -- 1: no mode voip; 2: the UUID is in use
  localizedDescription: string -- in words
  [*PKPushPayload]
  type: string -- PKPushType.voIP
  dictionaryPayload: table -- what the push carries
  [*FileAttributes]
  protectionKey: string? -- one of FileProtectionType
  [*FileError]
  code: integer -- 257: protected, and the phone is locked; 260: there is none
  localizedDescription: string -- in words
  [*KeychainItem]
  service: string? -- whose it is
  account: string? -- its name
  data: string? -- what is kept
  accessible: string? -- its class, one of kSecAttrAccessible...
  [*UNNotificationRequest]
  identifier: string -- its number
  content: UNNotificationContent -- what it says
  [*UNNotificationContent]
  title=: string -- what the user reads
  body=: string -- below it
  userInfo: table -- what the push carries beside
  [*TaskRequest]
  identifier: string -- among the app's permittedIdentifiers
  earliestBeginDate: number? -- a time of os.time()
  requiresNetworkConnectivity: boolean? -- of processing
  requiresExternalPower: boolean? -- of processing
  [*ContinuedTaskRequest]
  identifier: string -- covered by the app's permittedIdentifiers
  title: string -- what the user reads
  subtitle: string -- below it
  strategy: "queue"|"fail"|nil -- what becomes of it where it cannot run at once
  requiredResources: "default"|"gpu"|nil -- the GPU is there on no device
  [*TimelineProvider]
  getTimeline(context: table, completion: fun(timeline: table)) -- 30 s in the background; called with a Timeline
  [*WidgetTimeline]
  entries: table[] -- each with a date of os.time() from which on it is shown
  policy: string|number -- one of TimelineReloadPolicy
  [*BackgroundSessionSettings]
  isDiscretionary: boolean? -- the system chooses the moment
  sessionSendsLaunchEvents: boolean? -- starts the app when all is done
  timeoutIntervalForResource: number? -- seconds
  didComplete: fun(task: table, data: URLData?, response: HTTPURLResponse?, error: URLError?)? -- gets the results
  didFinishEvents: fun()? -- all results were told
  [*UIApplicationDelegate]
  didFinishLaunching(application: UIApplication, options: table) -- options.reason tells why it was launched
  didBecomeActive(application: UIApplication) -- in front
  willResignActive(application: UIApplication) -- about to be left
  didEnterBackground(application: UIApplication) -- it was left; 5 s to return
  willEnterForeground(application: UIApplication) -- it comes back
  willTerminate(application: UIApplication) -- swiped away while it ran
  didReceiveMemoryWarning(application: UIApplication) -- the device is short of memory
  performFetch(application: UIApplication, completionHandler: fun(result: integer)) -- mode fetch; 30 s
  didReceiveRemoteNotification(application: UIApplication, userInfo: table, completionHandler: fun(result: integer)) -- mode remote-notification; 30 s
  didReceiveIncomingPush(registry: PKPushRegistry, payload: PKPushPayload, completionHandler: fun()) -- mode voip; from iOS 13 on it reports a call before it returns
  performAnswerCall(provider: CXProvider, uuid: string) -- the user has answered
  performEndCall(provider: CXProvider, uuid: string) -- the user has hung up or declined
  handleEventsForBackgroundURLSession(application: UIApplication, identifier: string, completionHandler: fun()) -- the transfers of a session are done
  didUpdateLocations(manager: CLLocationManager, locations: table[]) -- where the device is
  didEnterRegion(manager: CLLocationManager, region: Region) -- the device is in it
  didExitRegion(manager: CLLocationManager, region: Region) -- the device has left it
  didDetermineState(manager: CLLocationManager, region: Region, state: "inside"|"outside"|"unknown") -- after each of them, and after requestState
  monitoringDidFail(manager: CLLocationManager, region: Region, error: table) -- the app has 20 already; error.code is 5
  willRestoreState(central: CBCentralManager, state: table) -- before all else in a process that has the connections of an earlier one, state.peripherals
  didUpdateValue(central: CBCentralManager, accessory: string) -- an accessory has sent a value
  didConnect(central: CBCentralManager, accessory: string) -- the app is connected to it
  didDisconnectPeripheral(central: CBCentralManager, accessory: string, error: table?) -- it is no more; lost, error.code is 6
  thermalStateDidChange(application: UIApplication) -- the device has become hotter or cooler
  protectedDataWillBecomeUnavailable(application: UIApplication) -- the phone was locked 10 s ago
  protectedDataDidBecomeAvailable(application: UIApplication) -- the phone is unlocked
  [*UNNotificationServiceExtension]
  didReceive(request: UNNotificationRequest, contentHandler: fun(content: UNNotificationContent)) -- an alert is to be shown; 30 s
  serviceExtensionTimeWillExpire() -- the last chance to call contentHandler
  """
