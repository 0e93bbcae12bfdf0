import Device
import Lua
import Simulation

/// A block on its way through a queue, from when it is put there to its end.
struct Job {
  /// The place where a job runs.
  enum Place: Equatable {
    case main
    case global
    /// A queue of the app's own, by the number of its object.
    case own(Int64)
    /// Right here: `perform`.
    case here
  }

  let place: Place
  /// The line that put it there.
  let location: SourceLocation
  /// Its number among all jobs that were put into queues.
  var order: Int64 = 0
  var isBarrier = false
  /// The block, until it begins.
  var block: BlockID?
  /// The function of one that runs on the thread of who waits for it.
  var function: LuaReference?
  /// The job that this one interrupts: both run on one thread; -1: none.
  var parent: Int64 = -1
  /// The code that waits for it in `sync` or `perform`.
  var caller: FiberID?
  /// The same code where the job runs on its thread, on which it stands still meanwhile.
  var interrupted: LuaFiber?
  /// The group, the work item and the operation that hear of its end.
  var group: Int64?
  var item: Int64?
  var operation: Int64?
}

/// A `DispatchWorkItem` that is in a queue or runs, or that somebody waits for.
struct WorkItem {
  /// Its table, as the script has it.
  let table: LuaReference
  var isCancelled = false
  /// The jobs of it that are in queues or run.
  var jobs: [Int64] = []
  var waiters: [FiberID] = []
  /// The jobs that run after it.
  var notified: [Int64] = []
}

/// All of a process's queues, semaphores, locks and groups that are not at rest; those that are
/// leave nothing here, and go with Lua's own memory.
struct Queues {
  var jobs = Handles<Job>()
  /// The jobs that were put into queues so far.
  var jobCount: Int64 = 0
  /// The job that is running; -1: what runs is none.
  var current: Int64 = -1

  /// Each by the number of its object; looked up only.
  var lines: [Int64: QueueLine] = [:]
  var semaphores: [Int64: Semaphore] = [:]
  var locks: [Int64: ThreadLock] = [:]
  var groups: [Int64: BlockGroup] = [:]
  var items: [Int64: WorkItem] = [:]
  var operationLines: [Int64: OperationLine] = [:]
  var operations: [Int64: Operation] = [:]
  /// Operation queues that have to be looked at, the one that is being looked at first.
  var stirred = Line<Int64>()
  /// The labels of queues, each once.
  private var labels: [String] = []
  private var labelNumbers: [String: Int64] = [:]
  private var serial: Int64 = 0

  /// The events that end waits with a limit, by fiber.
  var timeouts: [Int32: EventToken] = [:]
  /// Errors of blocks that are to be raised where somebody waits.
  var errors = Handles<String>()

  /// The number of things that are not at rest, beside jobs.
  var kept: Int {
    lines.count + semaphores.count + locks.count + groups.count + items.count
      + operationLines.count + operations.count + labels.count
  }

  /// A number for another object, which carries so much of 32 bits.
  mutating func number(carrying content: Int64 = 0) -> Int64 {
    serial += 1
    return serial << 32 | content
  }

  /// Returns what the number of an object carries.
  static func content(of number: Int64) -> Int64 { number & 0xFFFF_FFFF }

  /// A number for another queue.
  mutating func queue(_ label: String, isConcurrent: Bool) -> Int64 {
    let known = labelNumbers[label] ?? Int64(labels.count)
    if known == labels.count {
      labels.append(label)
      labelNumbers[label] = known
    }
    return number(carrying: known << 1 | (isConcurrent ? 1 : 0))
  }

  func label(of queue: Int64) -> String { labels[Int(Queues.content(of: queue) >> 1)] }

  static func isConcurrent(_ queue: Int64) -> Bool { queue & 1 == 1 }

  /// Whether the running code has a serial queue to itself, so that to wait for it never ends.
  func holds(_ queue: Int64) -> Bool {
    guard !Queues.isConcurrent(queue) else { return false }
    var job = current
    while let running = jobs[job] {
      if running.place == .own(queue) { return true }
      job = running.parent
    }
    return false
  }

  /// The job by which the running code came to its thread; nil: it is none.
  var outermost: (number: Int64, job: Job)? {
    var number = current
    while let job = jobs[number] {
      if jobs[job.parent] == nil { return (number, job) }
      number = job.parent
    }
    return nil
  }
}

extension AppBridge {
  /// The thread on which the app's code is running.
  var thread: ThreadNumber {
    guard !app.isMainThread else { return .main }
    guard let (number, job) = queues.outermost, job.interrupted == nil else { return .system }
    return .job(number)
  }

  /// Ends the process where too much is not at rest, which lies outside of Lua's memory.
  func checkKept(_ frame: borrowing LuaFrame) {
    guard queues.kept > AppBridge.mostBlocks else { return }
    end(
      frame, .memoryLimit,
      "more than \(AppBridge.mostBlocks) semaphores, groups, locks, queues and their like are in use;"
        + " bring them back to where they began")
  }
}
