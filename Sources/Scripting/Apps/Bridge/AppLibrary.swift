import Device
import Lua

/// Everything that scripts of apps find in their globals beside Lua's own: made once for each family
/// of systems, shared by all processes.
///
/// What both families call alike is defined for both; of the other's names Android's apps have none,
/// though the host keeps the classes.
struct AppLibrary: Sendable {
  /// That of iOS.
  static let shared = AppLibrary(.iOS)
  static let android = AppLibrary(.android)

  static func of(_ family: SystemFamily) -> AppLibrary { family == .iOS ? shared : android }

  let family: SystemFamily
  let functions: LuaLibrary<AppBridge>
  let application: LuaClass
  let lock: LuaClass
  let completionHandler: LuaBoundFunction
  let setTaskCompleted: LuaBoundFunction
  let progress: LuaClass
  let updateTitle: LuaBoundFunction
  let timelineCompletion: LuaBoundFunction
  let locationManager: LuaClass
  let central: LuaClass
  let group: LuaClass
  let contentHandler: LuaBoundFunction
  let pushRegistry: LuaClass
  let callProvider: LuaClass
  /// nil: it is no library of Android's.
  let jobs: JobNames?
  let work: WorkNames?
  /// Gets what `onStartCommand` has returned.
  let serviceAnswer: LuaBoundFunction?

  private init(_ family: SystemFamily) {
    self.family = family
    var pushed:
      (
        application: LuaClass, lock: LuaClass, completion: LuaBoundFunction,
        setTaskCompleted: LuaBoundFunction
      )?
    var managers: (location: LuaClass, bluetooth: LuaClass)?
    var calls: (registry: LuaClass, provider: LuaClass)?
    var handler: LuaBoundFunction?
    var continued: (progress: LuaClass, updateTitle: LuaBoundFunction)?
    var waited: LuaClass?
    var completion: LuaBoundFunction?
    var android: (jobs: JobNames, work: WorkNames, serviceAnswer: LuaBoundFunction)?
    functions = LuaLibrary { library in
      library.hidesNames = family == .android
      pushed = (
        library.defineApplication(), library.defineLock(), library.defineCompletionHandler(),
        library.defineSetTaskCompleted()
      )
      managers = (library.defineLocation(), library.defineBluetooth())
      calls = (library.defineRegistry(), library.defineProvider())
      handler = library.defineContentHandler()
      continued = (library.defineProgress(), library.defineUpdateTitle())
      library.defineAudio()
      library.defineTaskScheduler()
      library.defineTimer()
      let queue = library.defineQueues()
      waited = library.defineGroup(queue)
      library.defineSemaphore()
      library.defineThreadLock()
      library.defineWorkItem(queue)
      library.defineOperations()
      let task = library.defineTask()
      library.defineSession()
      library.defineTransfers()
      library.defineWidgets()
      completion = library.defineTimelineCompletion()
      library.defineDefaults()
      library.defineFiles()
      library.defineKeychain()
      library.defineDevice()
      library.defineAppleLog()
      library.defineAppleClock()
      library.hidesNames = false
      library.defineWork()
      library.defineLog()
      library.defineClock()
      library.defineUnits()
      if family == .android { android = library.defineAndroid(task) }
      library.readOnlyTables = Self.readOnlyTables[family] ?? []
      library.openedBytes = Self.openedBytes
      library.prelude = Self.callMethodOfAndroid
      if family == .iOS {
        library.earlyClasses = pushed.map { [$0.application] } ?? []
        library.prelude = LuaLibraryBuilder<AppBridge>.concurrency + Self.callMethodOfIOS
        library.preludeNames = LuaLibraryBuilder<AppBridge>.concurrencyNames
      }
      library.modules { name, bridge in
        switch bridge.modules.find(name) {
        case .module(let source, let name, let file):
          .found(source: source, name: name, file: file)
        case .missing(let sought): .missing(sought)
        }
      }
    }
    guard let pushed, let managers, let calls, let continued, let waited, let completion,
      let handler
    else {
      fatalError("AppLibrary: nothing was defined")
    }
    (application, lock, completionHandler, setTaskCompleted) = pushed
    (locationManager, central) = managers
    (pushRegistry, callProvider) = calls
    contentHandler = handler
    (progress, updateTitle) = continued
    group = waited
    timelineCompletion = completion
    jobs = android?.jobs
    work = android?.work
    serviceAnswer = android?.serviceAnswer
  }

  /// About what a state takes when it is opened: what that is decides neither when a script's
  /// garbage is collected nor what that costs, so that no script notices a new name.
  static let openedBytes = 46_996

  private static let readOnlyTables: [SystemFamily: [String]] = [
    .iOS: [
      "BGTaskScheduler", "BGTaskSchedulerError", "CXCallEndedReason", "DispatchQueue",
      "FileHandle", "FileManager", "FileProtectionType", "PKPushType", "ProcessInfo",
      "TimelineReloadPolicy",
      "UIApplication", "UIBackgroundFetchResult", "UIBackgroundTaskIdentifier", "UIDevice",
      "URLSession", "UserDefaults", "WidgetCenter",
    ],
    .android: [
      "BackoffPolicy", "ExistingPeriodicWorkPolicy", "ExistingWorkPolicy", "Intent", "JobInfo",
      "JobParameters", "Log", "NetworkType", "OutOfQuotaPolicy", "Result", "ServiceInfo",
      "SystemClock",
    ],
  ]

  /// The only Lua that is not the app's, on iOS after `Task` was made callable: what it returns calls
  /// a method of the delegate, if the delegate has it. The call is a tail call, so that it shows in
  /// no traceback.
  private static let callMethod = """
    return function(delegate, name, ...)
      local method = delegate[name]
      if method == nil then return end
      if type(method) ~= "function" then
        error("the delegate's " .. name .. " is a " .. type(method) .. ", not a function", 0)
      end
      return method(delegate, ...)
    end
    """

  /// The same, which hands what the method returns to a function, if there is one to take it: true
  /// where there is no such method. An error of a worker is no error of its app: it goes there too.
  private static let callMethodOfAndroid = """
    local _ = JobInfo.NETWORK_TYPE_NONE -- a table is callable once it was looked into
    local pcall = pcall
    return function(delegate, name, answer, ...)
      local method = delegate[name]
      if method == nil then return answer and answer(true) end
      if type(method) ~= "function" then
        error("the app's " .. name .. " is a " .. type(method) .. ", not a function", 0)
      end
      if name == "doWork" then return answer(pcall(method, delegate, ...)) end
      if answer then return answer((method(delegate, ...))) end
      return method(delegate, ...)
    end
    """

  private static let callMethodOfIOS = """
    local _ = DispatchQueue.main -- a table is callable once it was looked into
    \(callMethod)
    """
}

/// The cost of the bridge's functions in instructions, beside that of their arguments: the
/// device must work for each, and no flood of them may stall a run.
enum Cost {
  /// To make, fire or forget a timer, or to put a block into a queue.
  static let block = 40
  /// To keep or look up something.
  static let record = 100
  /// To report a transfer: a table of what it is.
  static let report = 400
  /// To begin or end a background task.
  static let task = 200
  /// To make, start or cancel a request.
  static let request = 200
  static let byteOfURL = 4
}

// MARK: - Arguments

extension LuaFrame {
  /// The object before the colon. `usage` is the right way to call, for who wrote a dot.
  @discardableResult
  func receiver(_ objectClass: LuaClass, _ usage: String) throws(LuaFailure) -> Int64 {
    do throws(LuaFailure) {
      return Int64(try object(1, objectClass))
    } catch {
      throw LuaFailure(
        .runtime,
        "\(usage) is called without its object (\(typeName(1))); write it so, with a colon")
    }
  }

  /// A name that the device keeps, of 1,024 bytes at most.
  func shortString(_ index: Int) throws(LuaFailure) -> String {
    let name = try string(index)
    let length = name.utf8.count
    guard length <= 1_024 else {
      throw argumentFailure(index, "a name of at most 1024 bytes expected, got \(length) bytes")
    }
    return name
  }

  /// A number of seconds, not negative, which fits virtual time.
  func seconds(_ index: Int) throws(LuaFailure) -> Double {
    let seconds = try number(index)
    guard seconds >= 0 else {
      throw argumentFailure(index, "seconds, 0 or more, expected, got \(describe(index))")
    }
    return seconds
  }

  /// A number of seconds; a negative one means "at once".
  func delay(_ index: Int) throws(LuaFailure) -> Double {
    let seconds = try number(index)
    guard !seconds.isNaN else { throw argumentFailure(index, "seconds expected, got nan") }
    return max(seconds, 0)
  }

  /// An argument as messages show it.
  func describeArgument(_ index: Int) -> String {
    if index > count { return "no value" }
    return type(at: index) == .string ? "\"\(describe(index))\"" : describe(index)
  }
}
