import Device
import Lua
import Simulation

/// A process life of an app that is written in Lua.
///
/// Every callback is a fiber of the app's Lua state. A fiber that waits or has used up a slice of
/// instructions is kept in the bridge under the number that the device knows it by.
final class ScriptedApp: AppBehavior {
  private let state: LuaState
  private let bridge: AppBridge
  private let options: LuaValue
  private let objects: AppLibrary.Objects
  /// The table that the script returned.
  private var delegate: LuaReference?
  /// Runs a method of the delegate, if it has it.
  private let callMethod: LuaReference
  private let applicationObject: LuaReference
  private var failure: AppFailure?

  /// - Throws: when the machine has no room for another state.
  init(
    _ app: Application, script: AppScript, reference: AppScriptReference, modules: ModuleSearch,
    library: AppLibrary
  ) throws(LuaFailure) {
    let tick = max(reference.cpuNanosecondsPerTick, AppScriptReference.leastNanosecondsPerTick)
    bridge = AppBridge(app: app, script: script, modules: modules, nanosecondsPerTick: tick)
    options = reference.options
    objects = library.objects
    let words = app.randomStream("math.random/\(app.launchNumber)").seedWords
    state = try LuaState(
      limits: LuaLimits(
        memoryBytes: reference.memoryCapBytes,
        sliceInstructions: ScriptedApp.slice.instructions(nanosecondsPerTick: tick),
        entryInstructions: ScriptedApp.longestEntry.instructions(nanosecondsPerTick: tick)),
      seed: LuaSeed(words.0, words.1, words.2, words.3), library: library.functions, host: bridge)
    callMethod = try state.load(ScriptedApp.methodCall, name: ScriptedApp.own)
    let objects = objects
    applicationObject = state.reference { $0.push(objects.application, identifier: 0) }
  }

  /// CPU time after which the rest of the device has its turn.
  private static let slice = TimeSpan.milliseconds(10)
  /// CPU time after which code that cannot be interrupted is ended: the limit of any callback.
  private static let longestEntry = TimeSpan.seconds(20)

  /// The name of the few lines of Lua that are not the app's.
  private static let own = "dormouse"
  private static let methodCall = """
    local delegate, name = ...
    local method = delegate[name]
    if method == nil then return end
    if type(method) ~= "function" then
      error("the delegate's " .. name .. " is a " .. type(method) .. ", not a function", 0)
    end
    return method(delegate, select(3, ...))
    """

  // MARK: Running

  func run(_ callback: Callback) -> Turn {
    switch callback {
    case .timer(let id, _):
      // The hot path: two references pushed, one fiber run, nothing allocated.
      guard let block = bridge.blocks[slot: id.number] else { return Turn(.returned) }
      return settle(
        state.start(block.function) { frame in
          if let timer = block.argument { frame.push(timer) }
        })
    case .block(let id), .expirationHandler(let id):
      return runOnce(id) { _ in }
    case .completion(let id, let request):
      let answer = bridge.app.takeAnswer(to: request)
      return runOnce(id) { $0.push(answer: answer) }
    case .load:
      return load()
    case .didFinishLaunching(let reason):
      return method(callback.name) { frame in
        let options = frame.pushTable(fields: 1)
        frame.push(reason.rawValue)
        frame.setField("reason", of: options)
      }
    case .performFetch(let fetch):
      bridge.fetches.append(fetch)
      let (objects, position) = (objects, bridge.fetches.count - 1)
      return method(callback.name) { $0.push(objects.completionHandler, bound: position) }
    case .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
      .willTerminate, .didReceiveMemoryWarning:
      return method(callback.name) { _ in }
    }
  }

  func resume(_ fiber: FiberID) -> Turn {
    guard let wait = bridge.waits.take(slot: fiber.number) else {
      fatalError("ScriptedApp.resume: no fiber waits under that number (\(fiber.number))")
    }
    switch wait.kind {
    case .time:
      return settle(state.resume(wait.fiber))
    case .request(let request):
      let answer = bridge.app.takeAnswer(to: request)
      return settle(state.resume(wait.fiber) { $0.push(answer: answer) })
    }
  }

  private func method(
    _ name: String, arguments: (borrowing LuaFrame) -> Void
  ) -> Turn {
    guard let delegate else { return Turn(.returned) }
    return settle(
      state.start(callMethod) { frame in
        frame.push(delegate)
        frame.push(name)
        frame.push(applicationObject)
        arguments(frame)
      })
  }

  private func runOnce(_ id: BlockID, arguments: (borrowing LuaFrame) -> Void) -> Turn {
    guard let block = bridge.blocks.take(slot: id.number) else { return Turn(.returned) }
    if case .request(let task) = block.role { _ = bridge.dataTasks.remove(task) }
    let step = state.start(block.function) { frame in
      if case .cancelledRequest = block.role {
        frame.push(answer: .cancelled)
      } else {
        arguments(frame)
      }
    }
    state.release(block.function)
    return settle(step)
  }

  // MARK: The script itself

  private func load() -> Turn {
    let chunk: LuaReference
    do throws(LuaFailure) {
      chunk = try state.load(bridge.script.source, name: bridge.script.displayName)
    } catch {
      return fail(error)
    }
    let options = options
    let step = state.start(chunk) { $0.push(options) }
    state.release(chunk)
    return settle(step)
  }

  /// The script has run to its end: what it returned is its delegate.
  private func keepDelegate() -> Bool {
    bridge.isLoaded = true
    bridge.loading = nil
    let found = try? state.withResults { frame in
      frame.type(at: 1) == .table ? (frame.reference(1), "") : (nil, frame.typeName(1))
    }
    if let kept = found?.0 {
      delegate = kept
      return true
    }
    let message =
      "the script returned no delegate (\(found?.1 ?? "nothing")); end it with `return { ... }`"
    failure = AppFailure(
      reason: .uncaughtException, message: message, detail: message,
      location: SourceLocation(file: bridge.script.displayName, line: bridge.script.lastLine))
    return false
  }

  // MARK: Turns

  /// What a run came to, and what it cost.
  private func settle(_ step: LuaStep) -> Turn {
    var cpu = TimeSpan(
      nanoseconds: Int64(state.takeInstructions() &* bridge.nanosecondsPerTick / 1_000))
    if bridge.work > .zero {
      cpu += bridge.work
      bridge.work = .zero
    }
    if cpu > .zero { bridge.spent += cpu }
    switch step {
    case .finished:
      if !bridge.isLoaded, !keepDelegate() { return Turn(.failed, cpu: cpu) }
      if !bridge.unfinishedLine.isEmpty { bridge.finishLine() }
      state.collectIfGrown()
      return Turn(.returned, cpu: cpu)
    case .awaiting(let fiber):
      guard let id = bridge.begunWait.take() else {
        fatalError("ScriptedApp: a fiber waits for nothing (\(fiber))")
      }
      if !bridge.isLoaded, bridge.loading == nil { bridge.loading = fiber }
      return Turn(isBusy(id) ? .busy(id) : .awaiting(id), cpu: cpu)
    case .preempted(let fiber):
      if !bridge.isLoaded, bridge.loading == nil { bridge.loading = fiber }
      let id = bridge.remember(fiber, .cpu)
      bridge.begunWait = nil
      state.collectIfGrown()
      return Turn(.busy(id), cpu: cpu)
    case .failed(let failure):
      return fail(failure, cpu: cpu)
    }
  }
}
