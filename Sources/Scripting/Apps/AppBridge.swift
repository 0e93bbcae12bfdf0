import Device
import Lua
import Simulation

/// The host of a process's Lua state, on which its bridged functions work.
///
/// It keeps no state alive, so that the state may keep it.
final class AppBridge {
  let app: Application
  let script: AppScript
  let modules: ModuleSearch
  let nanosecondsPerTick: Int

  /// These four are not checked for overlapping access at run time, since every callback asks for
  /// one of them: what is called on them calls nobody (docs/performance.md).
  @exclusivity(unchecked) private var ownBlocks = Handles<Block>()
  @exclusivity(unchecked) private var ownWaits = Handles<Wait>()
  @exclusivity(unchecked) private var ownCurrentTask: Int64 = -1
  @exclusivity(unchecked) private var ownDataTasks = Handles<DataTask>()
  var locks = Handles<LockID>()
  /// Files that this process has open, by their paths.
  var openFiles = Handles<String>()
  /// The lines that read a key of the defaults before the first unlock; looked up only.
  var lockedReads: [String: [SourceLocation]] = [:]
  /// `UIDevice.isBatteryMonitoringEnabled`.
  var monitorsBattery = false
  /// Fetches and pushes given in this life; a completion handler is bound to a position.
  var completions: [CompletionHandler] = []

  /// Background sessions that this process has created, by number; looked up only.
  var sessions: [Int32: TransferHandlers] = [:]
  /// Transfers that this process has made and not got the result of, by number; looked up only.
  var transfers: [Int32: TransferTask] = [:]

  /// The providers of widgets, by kind; looked up only.
  var providers: [String: LuaReference] = [:]

  /// `Task`s whose bodies have not ended.
  var concurrentTasks = Handles<ConcurrentTask>()
  /// Whether a `Task` of this life was cancelled.
  var hasCancelled = false

  /// What only apps for Android have.
  var android = AndroidState()

  /// The tables of tasks that run, by the number of the task.
  var tasks: [Int32: LuaReference] = [:]

  /// Queues, semaphores and their like.
  var queues = Queues()
  var schedulerCalls = SchedulerCalls()
  /// The state that this is the host of, which keeps it.
  unowned var state: LuaState!

  /// The wait that the running code has just begun, and what it holds meanwhile.
  var begunWait: FiberID?
  var holds = Wait.Holding.nothing
  /// The script's own run, once it has been interrupted; it may not wait.
  var loading: LuaFiber?
  var isLoaded = false
  /// Why the process must end, set before its state is killed.
  var failure: AppFailure?
  /// Instructions that are counted but not yet handed to the device.
  var instructions = 0
  /// CPU time asked for by `work` that is not yet handed to the device.
  var work = TimeSpan.zero
  /// CPU time handed to the device in this life, for `os.clock`.
  var spent = TimeSpan.zero
  /// The part of a line that `io.write` has written so far.
  var unfinishedLine: [UInt8] = []
  /// Whether there is such a line; asked after every callback.
  var isLineUnfinished = false

  /// More blocks than this, waiting to be run, end the process: they lie outside of Lua's memory.
  static let mostBlocks = 100_000

  var blocks: Handles<Block> {
    @inline(__always) get { unsafe ownBlocks }
    @inline(__always) _modify { yield unsafe &ownBlocks }
  }

  var waits: Handles<Wait> {
    @inline(__always) get { unsafe ownWaits }
    @inline(__always) _modify { yield unsafe &ownWaits }
  }

  var dataTasks: Handles<DataTask> {
    @inline(__always) get { unsafe ownDataTasks }
    @inline(__always) _modify { yield unsafe &ownDataTasks }
  }

  /// The `Task` that is running; -1: what runs is none.
  var currentTask: Int64 {
    @inline(__always) get { unsafe ownCurrentTask }
    @inline(__always) set { unsafe ownCurrentTask = newValue }
  }

  init(app: Application, script: AppScript, modules: ModuleSearch, nanosecondsPerTick: Int) {
    self.app = app
    self.script = script
    self.modules = modules
    self.nanosecondsPerTick = nanosecondsPerTick
  }

  /// The defaults of the app, which outlive the process (P5).
  var defaults: StoredDefaults {
    if let stored = app.storage as? StoredDefaults { return stored }
    let stored = StoredDefaults()
    app.storage = stored
    return stored
  }

  // MARK: Places

  /// The line of the app's code that is calling.
  func location(_ frame: borrowing LuaFrame) -> SourceLocation {
    guard let place = frame.sourceLocation() else {
      return SourceLocation(file: script.displayName, line: 0)
    }
    return SourceLocation(file: place.file, line: place.line)
  }

  // MARK: Blocks

  /// Keeps the function that is value `index` until it has run or is released.
  func block(_ frame: borrowing LuaFrame, _ index: Int) throws(LuaFailure) -> BlockID {
    add(Block(function: try frame.function(index)), frame)
  }

  func add(_ block: Block, _ frame: borrowing LuaFrame) -> BlockID {
    if blocks.count >= AppBridge.mostBlocks {
      end(
        frame, .memoryLimit,
        "more than \(AppBridge.mostBlocks) blocks are waiting to be run; let them run first")
    }
    return BlockID(Int32(truncatingIfNeeded: blocks.add(block)))
  }

  // MARK: Waiting

  /// The running code stops here until the device resumes the fiber.
  func wait(
    _ frame: borrowing LuaFrame, for kind: Wait.Kind, _ holding: Wait.Holding = .nothing
  ) throws(LuaFailure) -> FiberID {
    guard let fiber = frame.waitingFiber else {
      let name = frame.functionInTheWay
      throw LuaFailure(
        .runtime,
        "cannot wait here: \(name ?? "a function of Lua's own") is at work and cannot be left; wait "
          + "before or after it")
    }
    if !isLoaded, loading == nil || loading == fiber {
      throw LuaFailure(
        .runtime, "the script itself cannot wait; wait in a method of its delegate or in a Task")
    }
    return begin(fiber, kind, holding)
  }

  /// The same for a fiber that is known to be able to wait.
  func begin(_ fiber: LuaFiber, _ kind: Wait.Kind, _ holding: Wait.Holding) -> FiberID {
    let id = remember(fiber, kind)
    begunWait = id
    holds = holding
    return id
  }

  /// Returns the outcome of code that has begun to wait.
  func outcome(of wait: FiberID) -> Outcome {
    switch holds {
    case .nothing: .awaiting(wait)
    case .thread: .blocked(wait)
    case .cpu: .busy(wait)
    }
  }

  /// CPU time of what has run since the last turn ended; `work` included.
  func cpu(_ state: LuaState) -> TimeSpan {
    instructions += state.takeInstructions()
    return TimeSpan(nanoseconds: Int64(instructions) * Int64(nanosecondsPerTick) / 1_000) + work
  }

  /// The same, handed to the device with the turn that ends, in whole ticks: what is less is kept
  /// for a later one, so that short callbacks take no time.
  @inline(__always)
  func takeCPU(_ state: LuaState) -> TimeSpan {
    let taken = instructions + state.takeInstructions()
    if taken < 1_000, work == .zero {
      instructions = taken
      return .zero
    }
    let ticks = taken / 1_000
    let cpu = TimeSpan(nanoseconds: Int64(ticks) * Int64(nanosecondsPerTick)) + work
    instructions = taken - ticks * 1_000
    app.note(instructions: ticks * 1_000)
    work = .zero
    spent += cpu
    return cpu
  }

  /// Keeps a fiber that has stopped, under a number for the device.
  func remember(_ fiber: LuaFiber, _ kind: Wait.Kind) -> FiberID {
    FiberID(
      Int32(
        truncatingIfNeeded: waits.add(
          Wait(fiber: fiber, kind: kind, task: currentTask, job: queues.current))))
  }

  // MARK: The end

  /// Ends the process as soon as the calling function returns; no code of the app can catch it.
  func end(
    _ frame: borrowing LuaFrame, _ reason: ExitReason, _ message: String,
    at location: SourceLocation? = nil, isReported: Bool = false
  ) {
    failure = AppFailure(
      reason: reason, message: message, detail: message,
      location: location ?? self.location(frame), isReported: isReported)
    frame.state.kill(message)
  }
}

/// A function of the app that the device may run.
struct Block {
  enum Role {
    case plain
    case timer(TimerID)
    /// A request's completion, and the task it belongs to.
    case request(Int64)
    /// The completion of a task that was cancelled before it was resumed.
    case cancelledRequest
    /// The body of a `Task`.
    case task(Int64)
    /// A job of a queue.
    case job(Int64)
    /// The moment at which a job is put into its queue.
    case entering(Int64)
  }

  let function: LuaReference
  /// The argument of the block, a timer or a task, which lives as long as the block.
  var argument: LuaReference?
  var role = Role.plain
}

/// A fiber that has stopped.
struct Wait {
  enum Kind {
    /// The CPU is busy with it.
    case cpu
    /// Until something comes that is known only once the wait has begun.
    case time
    /// Until a time has passed, by the event that ends it.
    case sleep(EventToken)
    /// Until a request is answered.
    case request(RequestID)
    /// Until a lock is held.
    case lock(LockID)
    /// Until another `Task` has ended; then there is its result, if it had any.
    case value(LuaReference?)
    /// Until a time that was cut short: a CancellationError is raised.
    case cancelled
    /// Until it is woken, or its time is over.
    case signal(Source)
    /// The same, once it was woken in time.
    case signalled
    /// Until a job may begin, which runs on the same thread.
    case turn(Int64)
    /// Until what it waited for has failed: that error is raised, which is kept by its number.
    case raised(Int64)
  }

  /// The object that wakes a blocked fiber, by its number.
  enum Source {
    case semaphore(Int64)
    case lock(Int64)
    case group(Int64)
    case item(Int64)
    case operation(Int64)
    case operationQueue(Int64)
  }

  /// The part of the machine that waiting code keeps from others.
  enum Holding {
    case nothing
    /// Its thread, which uses no CPU.
    case thread
    case cpu
  }

  let fiber: LuaFiber
  var kind: Kind
  /// The `Task` that it belongs to; -1: to none.
  let task: Int64
  /// The job that it belongs to; -1: to none.
  let job: Int64
}

/// A `URLSession` task whose completion has not run.
struct DataTask {
  let request: URLRequest
  let completion: BlockID
  /// The line that made it.
  let place: SourceLocation
  /// The identifier of its request; nil before the task is resumed.
  var id: RequestID?
}
