import Simulation

/// `BGContinuedProcessingTask` (semantics.md, "BGTaskScheduler"): work that the user begins in the
/// app in front, and that keeps the app running when it is left, as long as it shows progress.
///
/// The device runs a few at once; others wait in one queue of the device.
final class ContinuedTaskService: Service {
  /// The state that dies with a process.
  private struct Life {
    /// Registered at any time, unlike those of other tasks.
    var handlers = TaskHandlers()
    /// A task was ended without a warning that it could have heard: `setTaskCompleted` comes late.
    var markedFailed: Set<BGTaskID> = []
  }

  private enum Deadline: UInt8 {
    /// The task may have stood still for too long; the number is the task's.
    case stall
    /// The lead after its warning is over.
    case lead
    /// Its handlers are called beside the main thread.
    case launchBeside
    case expirationBeside
  }

  private enum Turn: UInt8 {
    case launch
    case expiration
  }

  private let lives: PerApp<Life>
  private var running: [ContinuedTask] = []
  private var waiting: [WaitingContinuedTask] = []
  private var count: Int32 = 0

  override class var feature: Feature? { .continuedTasks }
  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    lives = PerApp(Life(), count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .forceQuit: cancelWaiting(of: process, because: "forceQuit")
    case .ended: processEnds(process)
    case .launched, .moved, .opened, .cameToFront, .enteredBackground, .enteredForeground,
      .suspending, .resumed:
      break
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    let id = BGTaskID(number: event.number)
    switch Deadline(rawValue: event.what) {
    case .stall: mayStandStill(id, of: process)
    case .lead: isTooLong(id, of: process)
    case .launchBeside: callHandler(id, of: process, onMain: false)
    case .expirationBeside: callExpirationHandler(id, of: process, onMain: false)
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    let id = BGTaskID(number: Int32(number))
    switch Turn(rawValue: what) {
    case .launch: callHandler(id, of: process, onMain: true)
    case .expiration: callExpirationHandler(id, of: process, onMain: true)
    case nil: unknown(what)
    }
  }

  /// The user stops the app's tasks, in the activity that the phone shows of each.
  override func endTime(of process: Process) -> Bool {
    let tasks = running.filter { $0.app == process.id && !$0.isWarned }
    for task in tasks { warn(task.id, because: .user) }
    return !tasks.isEmpty
  }

  /// Under pressure the task that has done least is ended; of equals the one begun first. O(tasks).
  override func memoryIsShort() {
    let least = running.filter { !$0.isWarned && !device[$0.app].state.isForeground }
      .min { $0.progress.fraction < $1.progress.fraction }
    if let least { warn(least.id, because: .pressure) }
  }

  // MARK: Registering

  func register(
    _ handler: TaskHandlers.Handler, for identifier: String, of process: Process
  ) throws(TaskRegistrationError) {
    process.usesTaskScheduler = true
    if let message = lives[process].handlers.register(handler, for: identifier) {
      throw TaskRegistrationError(message: message)
    }
  }

  /// The handler of an identifier, or of the pattern by which it is permitted.
  private func handler(for identifier: String, _ process: Process) -> TaskHandlers.Handler? {
    if let handler = lives[process].handlers[identifier] { return handler }
    for pattern in process.configuration.permittedIdentifiers
    where ContinuedTaskRequest.covers(pattern, identifier) {
      if let handler = lives[process].handlers[pattern] { return handler }
    }
    return nil
  }

  // MARK: Submitting

  /// - Returns: why the request is not taken; nil: it is.
  /// - Throws: what the exception says that ends the app: nobody handles the identifier.
  func submit(
    _ request: ContinuedTaskRequest, of process: Process
  ) throws(TaskRegistrationError) -> TaskRequestError? {
    let identifier = request.identifier
    let handler = handler(for: identifier, process)
    let error = refusal(of: request, process)
    process.record(
      .continuedTaskSubmitted(
        identifier, title: request.title, subtitle: request.subtitle,
        strategy: request.strategy.rawValue, error: error?.name))
    if let error { return error }
    guard let handler else {
      throw TaskRegistrationError(
        message: "no launch handler is registered for the task's identifier (\(identifier));"
          + " register one before submit")
    }
    if mayRun {
      begin(request, process, handler)
    } else {
      waiting.append(WaitingContinuedTask(request: request, app: process.id))
    }
    return nil
  }

  private var mayRun: Bool { running.count < limits.continuedTasks }

  private func refusal(of request: ContinuedTaskRequest, _ process: Process) -> TaskRequestError? {
    let configuration = process.configuration
    let isOwn =
      configuration.bundleIdentifier.map { request.identifier.hasPrefix("\($0).") } ?? true
    guard isOwn, !request.requiresGPU,
      ContinuedTaskRequest.permits(request.identifier, configuration)
    else { return .notPermitted }
    guard process.state.isForeground, mayRun || request.strategy == .queue else {
      return .immediateRunIneligible
    }
    return nil
  }

  func cancelWaiting(_ identifier: String? = nil, of process: Process, because cause: String) {
    waiting.removeAll { task in
      guard task.app == process.id, identifier.map({ $0 == task.request.identifier }) ?? true
      else { return false }
      process.record(.bgTaskCancelled(task.request.identifier, because: cause))
      return true
    }
  }

  // MARK: A task's life

  private func begin(
    _ request: ContinuedTaskRequest, _ process: Process, _ handler: TaskHandlers.Handler
  ) {
    // Below zero, so that no task of BackgroundTasks' other kinds has the same number.
    count -= 1
    let id = BGTaskID(number: count)
    var task = ContinuedTask(
      id: id, request: request, app: process.id, handler: handler, moved: now)
    task.deadline = arm(
      Deadline.stall, id.number, of: process, at: now + limits.taskProgress)
    running.append(task)
    if process.state == .suspended { process.resumeInBackground(because: "continuedTask") }
    process.keeps(running: .continuedTask, true)
    call(handler, of: process, Turn.launch, Deadline.launchBeside, id)
  }

  /// A task is over: those that wait begin, in the order in which they were submitted.
  override func happens(_ number: Int32) {
    while mayRun, !waiting.isEmpty {
      let next = waiting.removeFirst()
      let process = device[next.app]
      if let handler = handler(for: next.request.identifier, process) {
        begin(next.request, process, handler)
      }
    }
  }

  private func call(
    _ handler: TaskHandlers.Handler, of process: Process, _ turn: Turn, _ beside: Deadline,
    _ id: BGTaskID
  ) {
    if handler.isOnMain {
      enqueue(turn, Int(id.number), of: process)
    } else {
      arm(beside, id.number, of: process, at: now, rank: DeviceEvent.Rank.callback)
    }
  }

  private func callHandler(_ id: BGTaskID, of process: Process, onMain: Bool) {
    guard let task = self[id] else { return }
    process.record(.bgTaskLaunched(task.request.identifier))
    run(.launchHandler(task.handler.block, id), of: process, onMain: onMain)
  }

  private func callExpirationHandler(_ id: BGTaskID, of process: Process, onMain: Bool) {
    guard self[id] != nil else { return }
    run(.taskExpiration(id), of: process, onMain: onMain)
  }

  private func run(_ callback: Callback, of process: Process, onMain: Bool) {
    if onMain { process.run(callback) } else { process.runBeside(callback) }
  }

  private subscript(id: BGTaskID) -> ContinuedTask? {
    get { running.first { $0.id == id } }
    set {
      guard let place = running.firstIndex(where: { $0.id == id }) else { return }
      if let newValue { running[place] = newValue } else { running.remove(at: place) }
    }
  }

  func task(_ id: BGTaskID) -> ContinuedTask? { self[id] }

  func setProgress(of id: BGTaskID, _ change: (inout TaskProgress) -> Void) {
    guard let task = self[id] else { return }
    var progress = task.progress
    change(&progress)
    self[id]?.progress = progress
    if progress.fraction > task.progress.fraction { self[id]?.moved = now }
  }

  func setTitle(_ title: String, subtitle: String, of id: BGTaskID, _ process: Process) {
    guard let task = self[id] else { return }
    process.record(
      .continuedTaskTitled(task.request.identifier, title: title, subtitle: subtitle))
  }

  // MARK: The end

  func complete(_ id: BGTaskID, success: Bool, of process: Process, at location: SourceLocation) {
    guard let task = self[id] else {
      if lives[process].markedFailed.remove(id) == nil {
        process.report(
          .taskCompletedTwice, "setTaskCompleted was called before for this task", at: location)
      }
      return
    }
    process.record(.bgTaskCompleted(task.request.identifier, success: success))
    end(task, of: process)
    process.considerSuspension()
  }

  private func end(_ task: ContinuedTask, of process: Process) {
    device.agenda.cancel(task.deadline)
    self[task.id] = nil
    if !running.contains(where: { $0.app == process.id }) {
      process.keeps(running: .continuedTask, false)
    }
    if !waiting.isEmpty { arm(world: 0, at: now) }
  }

  /// A process takes its tasks with it, and no callback tells of it.
  private func processEnds(_ process: Process) {
    cancelWaiting(of: process, because: "processEnded")
    let lost = running.filter { $0.app == process.id }
    running.removeAll { $0.app == process.id }
    for task in lost {
      device.agenda.cancel(task.deadline)
      process.record(.bgTaskCancelled(task.request.identifier, because: "processEnded"))
    }
    lives[process] = Life()
    if !waiting.isEmpty { arm(world: 0, at: now) }
  }

  private func mayStandStill(_ id: BGTaskID, of process: Process) {
    guard let task = self[id], !task.isWarned else { return }
    let limit = task.moved + limits.taskProgress
    if limit > now {
      self[id]?.deadline = arm(Deadline.stall, id.number, of: process, at: limit)
    } else {
      warn(id, because: .stalled)
    }
  }

  /// The expiration handler is called; a task without one is marked failed instead.
  private func warn(_ id: BGTaskID, because cause: ContinuedTaskExpiry) {
    guard let task = self[id] else { return }
    let process = device[task.app]
    device.agenda.cancel(task.deadline)
    self[id]?.isWarned = true
    process.record(.continuedTaskExpired(task.request.identifier, because: cause.rawValue))
    guard process.behavior?.hasExpirationHandler(id) == true else {
      process.report(
        .noExpirationHandler,
        "the task has no expirationHandler (\(task.request.identifier)): when its time is over it"
          + " is marked failed without a warning", at: task.handler.location)
      lives[process].markedFailed.insert(id)
      end(task, of: process)
      return process.considerSuspension()
    }
    self[id]?.deadline = arm(Deadline.lead, id.number, of: process, at: now + limits.expirationLead)
    call(task.handler, of: process, Turn.expiration, Deadline.expirationBeside, id)
  }

  /// Warned, and not completed: an app behind is ended; one in front goes on, its task is over.
  private func isTooLong(_ id: BGTaskID, of process: Process) {
    guard let task = self[id] else { return }
    let message =
      "the task was not completed within \(limits.expirationLead) of its expirationHandler"
      + " (\(task.request.identifier))" + (process.delay.map { ": \($0)" } ?? "")
    process.report(.taskNotCompleted, message, at: task.handler.location)
    guard process.state.isForeground else {
      return process.terminate(.backgroundTaskSchedulerTimeout, detail: message)
    }
    lives[process].markedFailed.insert(id)
    end(task, of: process)
  }
}

extension Feature {
  public static let continuedTasks = Feature("BGContinuedProcessingTask", since: 26)
  /// `submitTaskRequest`, with a completion handler.
  public static let submitTaskRequest = Feature("submitTaskRequest", since: 27)
}
