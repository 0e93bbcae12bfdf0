import Device
import Lua
import Simulation

/// A process life of an app that is written in Lua.
///
/// Every callback is a fiber of the app's Lua state. A fiber that waits or has used up a slice of
/// instructions is kept in the bridge under the number that the device knows it by.
final class ScriptedApp: AppBehavior {
  let state: LuaState
  let bridge: AppBridge
  let library: AppLibrary
  private let options: LuaValue
  /// `UIApplication.shared`, as methods of the delegate get it.
  private let application: LuaReference
  /// Calls a method of the delegate.
  let callMethod: LuaReference
  /// The table that the script returned.
  private(set) var delegate: LuaReference?
  /// The method of the delegate that was called last.
  private var methodName = ""

  /// CPU time after which the rest of the device has its turn.
  private static let slice = TimeSpan.milliseconds(10)

  /// Throws when the machine has no room for another state.
  init(
    _ app: Application, script: AppScript, reference: AppScriptReference, modules: ModuleSearch,
    coverage: LineCoverage? = nil
  ) throws(LuaFailure) {
    let tick = max(reference.cpuNanosecondsPerTick, AppScriptReference.leastNanosecondsPerTick)
    let bridge = AppBridge(
      app: app, script: script, modules: modules, nanosecondsPerTick: tick)
    self.bridge = bridge
    let library = AppLibrary.of(app.family)
    self.library = library
    options = reference.options
    let words = app.randomStream("math.random/\(app.launchNumber)").seedWords
    let state = try LuaState(
      limits: LuaLimits(
        memoryBytes: min(reference.memoryCapBytes, app.memoryLimit ?? .max),
        // Code that cannot be interrupted has no more time than any callback.
        sliceInstructions: Int(ScriptedApp.slice.nanoseconds) / tick * 1_000,
        entryInstructions: Int(app.callbackLimit.nanoseconds) / tick * 1_000),
      seed: LuaSeed(words.0, words.1, words.2, words.3), library: library.functions, host: bridge)
    self.state = state
    bridge.state = state
    if let coverage { state.count(linesInto: coverage) }
    application = state.reference { $0.push(library.application, identifier: 0) }
    guard let prelude = state.prelude else {
      fatalError("ScriptedApp: the prelude of apps returns nothing")
    }
    callMethod = prelude
  }

  // MARK: Running

  func run(_ callback: Callback) -> Turn {
    switch callback {
    case .timer(let id, _):
      // The hot path: a fiber runs with two values that are kept; nothing is allocated.
      guard let block = bridge.blocks[slot: id.number] else { return Turn(.returned) }
      return settle(state.start(block.function, with: block.argument))
    case .block(let id), .expirationHandler(let id):
      return runOnce(id) { _ in }
    case .activity(let id, let isExpired):
      guard let block = bridge.blocks[slot: id.number] else { return Turn(.returned) }
      return settle(state.start(block.function) { $0.push(isExpired) })
    case .refusedActivity(let id):
      return runOnce(id) { $0.push(true) }
    case .launchHandler(let id, let task): return launch(id, with: task)
    case .taskExpiration(let task): return expire(task)
    case .completion(let id, let request):
      let answer = bridge.takeAnswer(to: request)
      return runOnce(id) { push(answer, $0) }
    case .transferResult(let id): return tell(of: id)
    case .sessionDidFinishEvents(let session): return finishEvents(of: session)
    case .getTimeline(let id): return provideTimeline(id)
    case .load:
      return load()
    case .didFinishLaunching(let reason):
      guard library.family == .iOS else { return androidMethod(callback) }
      return method(callback.name) { frame in
        let options = frame.pushTable(fields: 1)
        frame.push(reason.rawValue)
        frame.setField("reason", of: options)
      }
    case .performFetch(let fetch):
      let position = bridge.add(.fetch(fetch))
      return method(callback.name) { $0.push(library.completionHandler, bound: position) }
    case .didUpdateLocations(let id):
      return method(callback.name, from: library.locationManager) {
        $0.push(location: bridge.app.position(of: id))
      }
    case .didEnterRegion(let id), .didExitRegion(let id), .didDetermineState(let id),
      .monitoringDidFail(let id):
      let event = bridge.app.takeRegionEvent(id)
      return method(callback.name, from: library.locationManager) { $0.push(event) }
    case .willRestoreState:
      let names = bridge.app.connectedAccessories
      return method(callback.name, from: library.central) { frame in
        let state = frame.pushTable(fields: 1)
        let peripherals = frame.pushTable(elements: names.count)
        for (index, name) in names.enumerated() {
          frame.push(name)
          frame.setElement(index + 1, of: peripherals)
        }
        frame.setField("peripherals", of: state)
      }
    case .didUpdateValue(let event), .didConnect(let event):
      return method(callback.name, from: library.central) {
        $0.push(bridge.app.accessory(of: event))
      }
    case .didDisconnectPeripheral(let event, let isLost):
      return method(callback.name, from: library.central) { frame in
        frame.push(bridge.app.accessory(of: event))
        if isLost { frame.pushConnectionTimeout() }
      }
    case .didReceiveRemoteNotification(let push):
      let position = bridge.add(.push(push))
      let userInfo = LuaValue(userInfo: bridge.app.userInfo(of: push))
      return method(callback.name) { frame in
        frame.push(userInfo)
        frame.push(library.completionHandler, bound: position)
      }
    case .didReceiveIncomingPush(let push):
      let position = bridge.add(.voip)
      let payload = LuaValue(payload: bridge.app.payload(of: push))
      return method(callback.name, from: library.pushRegistry) { frame in
        frame.push(payload)
        frame.push(library.completionHandler, bound: position)
      }
    case .didReceiveNotification(let id):
      guard let (content, userInfo) = bridge.app.content(of: id) else { return Turn(.returned) }
      let request = LuaValue(request: id, content, userInfo)
      return method(callback.name, hasSender: false) { frame in
        frame.push(request)
        frame.push(library.contentHandler, bound: Int(id.number))
      }
    case .serviceExtensionTimeWillExpire:
      return method(callback.name, hasSender: false) { _ in }
    case .performAnswerCall(let call), .performEndCall(let call):
      return method(callback.name, from: library.callProvider) {
        $0.push(bridge.app.uuid(of: call))
      }
    case .handleEvents(let events):
      let position = bridge.add(.events(events))
      let identifier = bridge.app.session(of: events) ?? ""
      return method(callback.name) { frame in
        frame.push(identifier)
        frame.push(library.completionHandler, bound: position)
      }
    case .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
      .willTerminate, .didReceiveMemoryWarning, .thermalStateDidChange,
      .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable:
      guard library.family == .iOS else { return androidMethod(callback) }
      return method(callback.name) { _ in }
    case .alarm, .broadcast, .startCommand, .serviceTimeout, .taskRemoved, .startJob, .stopJob,
      .doWork, .onStopped, .messageReceived, .messagesDeleted:
      return runOfAndroid(callback)
    }
  }

  func resume(_ fiber: FiberID) -> Turn {
    guard let wait = bridge.waits.take(slot: fiber.number) else {
      fatalError("ScriptedApp.resume: no fiber waits under that number (\(fiber.number))")
    }
    if case .signal(let source) = wait.kind { bridge.giveUp(fiber, source) }
    guard !wait.isPlain else { return goOn(after: wait) }
    bridge.currentTask = wait.task
    bridge.queues.current = wait.job
    return conclude(goOn(after: wait))
  }

  private func goOn(after wait: Wait) -> Turn {
    let isScript = !bridge.isLoaded && wait.fiber == bridge.loading
    switch wait.kind {
    case .cpu, .time, .sleep:
      return settle(state.resume(wait.fiber), isScript: isScript)
    case .cancelled:
      return settle(state.resume(wait.fiber, raising: ConcurrentTask.cancellationError))
    case .raised(let number):
      let message = bridge.queues.errors.remove(number) ?? ""
      return settle(state.resume(wait.fiber, raising: message))
    case .signal:
      return settle(state.resume(wait.fiber) { $0.push(false) })
    case .signalled:
      return settle(state.resume(wait.fiber) { $0.push(true) })
    case .turn(let job):
      return run(job, for: wait.fiber)
    case .value(let result):
      let step = state.resume(wait.fiber) { frame in
        if let result { frame.push(result) } else { frame.pushNil() }
      }
      if let result { state.release(result) }
      return settle(step)
    case .request(let request):
      let answer = bridge.takeAnswer(to: request)
      return settle(state.resume(wait.fiber) { push(answer, $0) })
    case .lock(let lock):
      let handle = bridge.locks.add(lock)
      return settle(
        state.resume(wait.fiber) { $0.push(library.lock, identifier: Int(handle)) })
    }
  }

  /// Calls a method of the delegate.
  ///
  /// - Parameters:
  ///   - sender: the class of its first argument; nil: it is the application.
  ///   - hasSender: false for a method that gets neither.
  func method(
    _ name: String, from sender: LuaClass? = nil, hasSender: Bool = true,
    arguments: (borrowing LuaFrame) -> Void
  ) -> Turn {
    guard let delegate else { return Turn(.returned) }
    methodName = name
    return settle(
      state.start(callMethod) { frame in
        frame.push(delegate)
        frame.push(name)
        if let sender {
          frame.push(sender, identifier: 0)
        } else if hasSender {
          frame.push(application)
        }
        arguments(frame)
      })
  }

  func runOnce(_ id: BlockID, arguments: (borrowing LuaFrame) -> Void) -> Turn {
    guard let block = bridge.blocks.take(slot: id.number) else { return Turn(.returned) }
    switch block.role {
    case .request(let task): _ = bridge.dataTasks.remove(task)
    case .task(let handle): bridge.currentTask = handle
    case .job, .entering: return run(block)
    case .plain, .timer, .cancelledRequest: break
    }
    let step = state.start(block.function) { frame in
      if let argument = block.argument { frame.push(argument) }
      if case .cancelledRequest = block.role {
        frame.push(error: .cancelled)
      } else {
        arguments(frame)
      }
    }
    release(block)
    return conclude(settle(step))
  }

  func release(_ id: BlockID) {
    guard let block = bridge.blocks.take(slot: id.number) else { return }
    release(block)
  }

  func release(_ block: Block) {
    state.release(block.function)
    if let argument = block.argument { state.release(argument) }
  }

  func end() {}

  // MARK: The script itself

  private func load() -> Turn {
    do throws(LuaFailure) {
      let chunk = try bridge.script.load(in: state)
      let step = state.start(chunk) { $0.push(options) }
      state.release(chunk)
      return settle(step, isScript: true)
    } catch {
      return Turn(.failed(told(error)))
    }
  }

  /// The script has run to its end: what it returned is its delegate. A failure if that is no
  /// table.
  private func keepDelegate() -> AppFailure? {
    bridge.isLoaded = true
    bridge.loading = nil
    var returned = "nothing"
    try? state.withResults { frame in
      returned = frame.typeName(1)
      if frame.type(at: 1) == .table { delegate = frame.reference(1) }
    }
    guard delegate == nil else {
      if library.family == .android { bridge.reopenWorks() }
      return nil
    }
    let message =
      "the script returns no delegate (\(returned)); end it with `return { ... }`, a table of methods"
    return AppFailure(
      reason: .uncaughtException, message: message, detail: message,
      location: SourceLocation(file: bridge.script.displayName, line: bridge.script.lastLine))
  }

  // MARK: Turns

  /// Returns the outcome of a piece of Lua, and its cost.
  @inline(__always)
  func settle(_ step: LuaStep, isScript: Bool = false) -> Turn {
    let cpu = bridge.takeCPU(state)
    if !isScript {
      if case .finished = step, !bridge.isLineUnfinished {
        if state.collectIfGrown(), state.isKilled { return killed(cpu) }
        return Turn(.returned, cpu: cpu)
      }
      if case .awaiting = step, let id = bridge.begunWait {
        bridge.begunWait = nil
        return Turn(bridge.outcome(of: id), cpu: cpu)
      }
    }
    return settleSlowly(step, isScript: isScript, cpu: cpu)
  }

  private func settleSlowly(_ step: LuaStep, isScript: Bool, cpu: TimeSpan) -> Turn {
    switch step {
    case .finished:
      if bridge.isLineUnfinished { bridge.finishLine() }
      if isScript, let failure = keepDelegate() { return Turn(.failed(failure), cpu: cpu) }
      if state.collectIfGrown(), state.isKilled { return killed(cpu) }
      return Turn(.returned, cpu: cpu)
    case .awaiting(let fiber):
      guard let id = bridge.begunWait else {
        fatalError("ScriptedApp: a fiber waits for nothing (\(fiber))")
      }
      bridge.begunWait = nil
      bridge.loading = fiber
      return Turn(bridge.outcome(of: id), cpu: cpu)
    case .preempted(let fiber):
      if isScript { bridge.loading = fiber }
      if state.collectIfGrown(), state.isKilled { return killed(cpu) }
      return Turn(.preempted(bridge.remember(fiber, .cpu)), cpu: cpu)
    case .failed(let failure):
      if bridge.queues.current >= 0, let turn = raise(failure, cpu: cpu) { return turn }
      return Turn(.failed(told(failure)), cpu: cpu)
    }
  }

  /// The watchdog has ended the collection after a callback.
  private func killed(_ cpu: TimeSpan) -> Turn {
    Turn(.failed(told(state.killFailure ?? LuaFailure(.killed, "it was ended"))), cpu: cpu)
  }

  // MARK: Failures and places

  /// Returns what the device gets to know of a failure of the script.
  private func told(_ failure: LuaFailure) -> AppFailure {
    if bridge.isLineUnfinished { bridge.finishLine() }
    let known = bridge.failure
    let message =
      known?.message ?? UnmodelledName.advised(withoutPlace(failure), on: library.family)
    let reason: ExitReason =
      switch failure.kind {
      case .memory: .memoryLimit
      case .instructions: .watchdog
      case .runtime, .syntax, .stackOverflow, .stalled, .killed, .system: .uncaughtException
      }
    return AppFailure(
      reason: known?.reason ?? reason,
      message: headline(of: message),
      detail: [known?.message ?? failure.message, failure.traceback].compactMap { $0 }
        .joined(separator: "\n"),
      location: known?.location ?? place(of: failure), rule: AppBridge.finding(about: message),
      isReported: known?.isReported ?? false,
      breaksRun: failure.breaksRun)
  }

  /// The first line, and what it announces: "error loading module 'a' from file 'a.lua':" alone
  /// says too little.
  private func headline(of message: String) -> String {
    guard message.utf8.contains(UInt8(ascii: "\n")) else { return message }
    let lines = message.split(separator: "\n", maxSplits: 2)
    guard let first = lines.first else { return "" }
    guard first.hasSuffix(":"), lines.count > 1 else { return String(first) }
    return "\(first) \(lines[1].drop { $0.isWhitespace })"
  }

  private func place(of failure: LuaFailure) -> SourceLocation {
    let script = bridge.script
    guard let file = failure.file else {
      return SourceLocation(file: script.displayName, line: script.line(of: methodName))
    }
    return SourceLocation(file: file, line: failure.line ?? 0)
  }

  func location(of fiber: FiberID) -> SourceLocation? {
    guard let wait = bridge.waits[slot: fiber.number],
      let place = state.sourceLocation(of: wait.fiber)
    else { return nil }
    return SourceLocation(file: place.file, line: place.line)
  }
}
