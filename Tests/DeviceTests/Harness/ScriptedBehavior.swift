import Device
import Simulation

/// One process life of an app that runs a `Script`.
final class ScriptedBehavior: AppBehavior {
  let application: Application
  private let script: Script
  /// What an improvising script draws from.
  var random: RandomStream
  var tasks: [String: Int] = [:]
  var timers: [String: TimerID] = [:]
  var locks: [String: LockID] = [:]
  var requests: [String: RequestID] = [:]
  /// Fibers that are blocked until a signal.
  private var blocked: [String: (fiber: FiberID, timeout: EventToken?)] = [:]
  private var blocks: [Int32: [Step]] = [:]
  private var fibers: [Int32: Fiber] = [:]
  private var counter: Int32 = 0
  private var failure: AppFailure?
  private var fetch: FetchID?
  /// The task of BGTaskScheduler that it was given last.
  var task: BGTaskID?
  /// The job that it was last told to start or to stop.
  var job: JobID?
  /// The start of its service that it was last told of.
  var serviceStart: ServiceStartID?
  /// Its expirationHandler.
  var expiration: [Step]?
  private var push: PushID?
  /// What it was told of a region last.
  private(set) var regionEvent: RegionEvent?
  /// The events of background sessions that it was told of last.
  var events: SessionEventsID?
  /// The background session that it created last.
  var session: TransferSessionID?
  /// The reload of its widget that it was asked for last.
  var reload: WidgetReloadID?
  /// Transfers by their URLs.
  var transfers: [String: TransferID] = [:]
  /// Blocks the device has let go of.
  private(set) var released: [BlockID] = []
  private(set) var isOver = false

  private struct Fiber {
    var steps: ArraySlice<Step>
    /// The request it awaits.
    var request: RequestID?
  }

  init(_ application: Application, _ script: Script) {
    self.application = application
    self.script = script
    random = application.randomStream("life \(application.launchNumber)")
  }

  func location(ofMethod callback: String) -> SourceLocation? {
    SourceLocation(file: "test", line: 7)
  }

  /// What it is told of the lock would else stand in every story.
  func implements(_ callback: String) -> Bool {
    !callback.hasPrefix("protectedData") || script.callbacks[callback] != nil
  }

  func hasExpirationHandler(_ task: BGTaskID) -> Bool { expiration != nil }

  func location(of fiber: FiberID) -> SourceLocation? { SourceLocation(file: "test", line: 8) }

  func release(_ block: BlockID) {
    released.append(block)
    blocks[block.number] = nil
  }

  func end() { isOver = true }

  func block(_ steps: [Step]) -> BlockID {
    counter += 1
    blocks[counter] = steps
    return BlockID(counter)
  }

  // MARK: Running

  func run(_ callback: Callback) -> Turn {
    guard !isOver else { fatalError("\(application.name): \(callback.name) after the end") }
    switch callback {
    case .block(let id): return go(blocks.removeValue(forKey: id.number) ?? [])
    case .expirationHandler(let id): return go(blocks.removeValue(forKey: id.number) ?? [])
    case .timer(let id, _): return go(blocks[id.number] ?? [])
    case .activity(let id, false): return go(blocks[id.number] ?? [])
    case .activity(_, true), .refusedActivity: return go(script.callbacks["expired"] ?? [])
    case .completion(let id, let request):
      note(application.takeAnswer(to: request))
      return go(blocks.removeValue(forKey: id.number) ?? [])
    case .performFetch(let id): fetch = id
    case .didEnterRegion(let id), .didExitRegion(let id), .didDetermineState(let id),
      .monitoringDidFail(let id):
      regionEvent = application.takeRegionEvent(id)
    case .launchHandler(let id, let task):
      self.task = task
      expiration = nil
      return go(blocks[id.number] ?? [])
    case .taskExpiration: return go(expiration ?? [])
    case .didReceiveRemoteNotification(let id): push = id
    case .handleEvents(let id): events = id
    case .startJob(let id), .stopJob(let id), .doWork(let id), .onStopped(let id): job = id
    case .startCommand(let id): serviceStart = id
    case .getTimeline(let id): reload = id
    case .transferResult(let id):
      noteResult(of: id)
      return go(script.callbacks["result"] ?? [])
    default: break
    }
    if let improvise = script.improvise { return go(improvise(callback.name, self)) }
    return go(script.callbacks[callback.name] ?? [])
  }

  func resume(_ id: FiberID) -> Turn {
    guard !isOver else { fatalError("\(application.name): resumed after the end") }
    guard let fiber = fibers.removeValue(forKey: id.number) else {
      fatalError("\(application.name): fiber \(id.number) does not wait")
    }
    if let request = fiber.request { note(application.takeAnswer(to: request)) }
    return go(fiber.steps)
  }

  private func note(_ answer: URLAnswer?) {
    guard let answer else { return application.log("no answer") }
    let what = answer.error?.name ?? "status \(answer.statusCode ?? 0), \(answer.newItems) new"
    application.log("answer: \(what)")
  }

  private func noteResult(of id: TransferID) {
    guard let report = application.takeResult(of: id), let answer = report.answer else {
      return application.log("no result")
    }
    let why = answer.cancelledReason.map { " (\($0.rawValue))" } ?? ""
    let what = answer.error?.name ?? "status \(answer.statusCode ?? 0), \(answer.newItems) new"
    application.log("transfer \(id.number): \(what)\(why)")
  }

  private func go(_ steps: [Step]) -> Turn { go(steps[...]) }

  private func go(_ steps: ArraySlice<Step>) -> Turn {
    var rest = steps
    var cpu = TimeSpan.zero
    while let step = rest.popFirst() {
      switch step {
      case .work(let seconds):
        return Turn(.busy(park(rest)), cpu: cpu + .seconds(seconds))
      case .spend(let seconds):
        cpu += .seconds(seconds)
      case .sleep(let seconds):
        let fiber = park(rest)
        application.sleep(fiber, for: .seconds(seconds))
        return Turn(.awaiting(fiber), cpu: cpu)
      case .get(let url, let timeout):
        let fiber = park(rest)
        fibers[fiber.number]?.request = application.startRequest(
          URLRequest(url: url, timeout: timeout.map { .seconds($0) }), for: .fiber(fiber),
          at: SourceLocation(file: "test", line: 1))
        return Turn(.awaiting(fiber), cpu: cpu)
      case .waitLock(let name):
        let fiber = park(rest)
        let place = SourceLocation(file: "test", line: 2)
        locks[name] = application.awaitLock(name, fiber, at: place)
        return Turn(.blocked(fiber), cpu: cpu)
      case .block(let name, let seconds):
        let fiber = park(rest)
        let timeout = seconds.map { application.wake(fiber, after: .seconds($0)) }
        blocked[name] = (fiber, timeout)
        return Turn(.blocked(fiber), cpu: cpu)
      case .times(let count, let inner):
        for _ in 0..<count where failure == nil && !application.isDoomed {
          inner.forEach(perform)
        }
      default: perform(step)
      }
      if let failure {
        self.failure = nil
        return Turn(.failed(failure), cpu: cpu)
      }
      if application.isDoomed { return Turn(.returned, cpu: cpu) }
    }
    return Turn(.returned, cpu: cpu)
  }

  private func park(_ rest: ArraySlice<Step>) -> FiberID {
    counter += 1
    fibers[counter] = Fiber(steps: rest, request: nil)
    return FiberID(counter)
  }

  // MARK: Steps

  private func perform(_ step: Step) {
    let here = SourceLocation(file: "test", line: 1)
    switch step {
    case .begin(let name, let handler):
      tasks[name] = application.beginBackgroundTask(
        name: name, expirationHandler: handler.map(block), at: here)
    case .end(let name):
      application.endBackgroundTask(tasks[name] ?? 0, at: here)
    case .endNumber(let number):
      application.endBackgroundTask(number, at: here)
    case .complete(let result):
      guard let fetch, application.completeFetch(fetch, result, at: here) else {
        return fail(.uncaughtException, isReported: true)
      }
    case .completePush(let result):
      guard let push, application.completePush(push, result, at: here) else {
        return fail(.uncaughtException, isReported: true)
      }
    case .session(let identifier, let settings):
      session = application.createTransferSession(identifier, settings, at: here)
    case .transfer(let url, let bytes):
      guard let session else { return }
      let id = application.makeTransfer()
      transfers[url] = id
      let request = TransferRequest(
        bytes > 0 ? .upload : .download, URLRequest(url: url, bodyBytes: bytes))
      application.begin(request, as: id, in: session, at: here)
    case .cancelTransfer(let url):
      if let id = transfers[url] { application.cancelTransfer(id) }
    case .completeEvents:
      guard let events, application.completeEvents(events, at: here) else {
        return fail(.uncaughtException, isReported: true)
      }
    case .fetchEvery(let seconds):
      application.setMinimumBackgroundFetchInterval(seconds.map { .seconds($0) })
    case .lock(let name): locks[name] = application.acquireLock(name, at: here)
    case .unlock(let name):
      if let lock = locks[name] { application.releaseLock(lock) }
    case .signal(let name):
      guard let (fiber, timeout) = blocked.removeValue(forKey: name) else { return }
      if let timeout {
        application.wake(fiber, insteadOf: timeout)
      } else {
        application.wake(fiber)
      }
    case .fail(let reason): fail(reason)
    case .breakRun: fail(.uncaughtException, breaksRun: .stall)
    case .log(let message): application.log(message)
    case .logRemaining:
      let remaining = application.backgroundTimeRemaining
      application.log(remaining.map { text($0.seconds) } ?? "DBL_MAX")
    case .logState: application.log(application.applicationState.rawValue)
    case .run(let code): code(self)
    default: performBlock(step, at: here)
    }
  }

  private func performBlock(_ step: Step, at here: SourceLocation) {
    switch step {
    case .main(let steps): application.dispatchMain(block(steps))
    case .after(let seconds, let steps):
      application.dispatchMain(block(steps), after: .seconds(seconds), at: here)
    case .global(let steps): application.dispatchGlobal(block(steps), at: here)
    case .globalAfter(let seconds, let steps):
      application.dispatchGlobal(block(steps), after: .seconds(seconds), at: here)
    case .timer(let name, let every, let repeats, let steps):
      timers[name] = application.scheduleTimer(
        every: .seconds(every), repeats: repeats, block: block(steps), at: here)
    case .invalidate(let name):
      if let timer = timers[name] { application.invalidateTimer(timer) }
    case .request(let url, let steps):
      requests[url] = application.startRequest(
        URLRequest(url: url), for: .block(block(steps)), at: here)
    case .cancelRequest(let url):
      if let request = requests[url] { application.cancelRequest(request) }
    default: fatalError("a step that must stand in a list of its own: \(step)")
    }
  }

  private func fail(
    _ reason: ExitReason, isReported: Bool = false, breaksRun: RunBreakdown.Cause? = nil
  ) {
    failure = AppFailure(
      reason: reason, message: "as the test wants it", detail: "as the test wants it",
      location: SourceLocation(file: "test", line: 9), isReported: isReported,
      breaksRun: breaksRun)
  }
}

/// Seconds as tests write them: `10`, `0.5`.
func text(_ seconds: Double) -> String {
  seconds == seconds.rounded() && abs(seconds) < 1e15 ? "\(Int(seconds))" : "\(seconds)"
}
