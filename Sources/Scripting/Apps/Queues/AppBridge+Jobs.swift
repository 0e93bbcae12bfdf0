import Device
import Lua
import Simulation

// The way of a job: into its queue, its turn, its end.
extension AppBridge {
  /// The options of a block that is put into a queue: `{ flags = "barrier", group = group }`.
  struct JobOptions {
    var isBarrier = false
    var group: Int64?
  }

  /// Puts a block or a work item, which is value `index`, into a queue: now, or after a time.
  func submit(
    _ frame: borrowing LuaFrame, _ index: Int, to place: Job.Place, after delay: Double = 0,
    _ options: JobOptions = JobOptions()
  ) throws(LuaFailure) {
    let location = location(frame)
    let delay = TimeSpan.seconds(delay)
    let isPlain = frame.type(at: index) != .table && options.group == nil
    if place == .main, isPlain {
      return app.dispatchMain(
        try block(frame, index), after: delay, at: delay > .zero ? location : nil)
    }
    let job = try add(frame, index, to: place, options)
    guard let id = queues.jobs[job]?.block else { return }
    switch place {
    case .main: app.dispatchMain(id, after: delay, at: delay > .zero ? location : nil)
    case .global: app.dispatchGlobal(id, after: delay, at: location)
    case .own, .here:
      guard delay > .zero else { return enter(job) }
      blocks[slot: id.number]?.role = .entering(job)
      app.dispatchGlobal(id, after: delay, at: location)
    }
  }

  /// Makes a job of a block or a work item.
  func add(
    _ frame: borrowing LuaFrame, _ index: Int, to place: Job.Place,
    _ options: JobOptions = JobOptions()
  ) throws(LuaFailure) -> Int64 {
    let function = try frame.jobFunction(index)
    var job = Job(place: place, location: location(frame), isBarrier: options.isBarrier)
    queues.jobCount += 1
    job.order = queues.jobCount
    job.item = frame.workItem(index)
    job.group = options.group
    let handle = queues.jobs.add(job)
    let block = add(Block(function: function, role: .job(handle)), frame)
    queues.jobs[handle]?.block = block
    if let item = job.item { hold(item, as: handle, frame, index) }
    if let group = job.group { queues.groups[group, default: BlockGroup()].enter() }
    checkKept(frame)
    return handle
  }

  /// The same for one whose time has come.
  func enter(_ job: Int64, as block: Block) {
    queues.jobs[job]?.block = BlockID(Int32(truncatingIfNeeded: blocks.add(block)))
    enter(job)
  }

  /// Puts a job into its own queue.
  func enter(_ handle: Int64) {
    guard let job = queues.jobs[handle], case .own(let queue) = job.place else { return }
    if let block = job.block { app.expect(block, at: job.location) }
    let isConcurrent = Queues.isConcurrent(queue)
    queues.lines[queue, default: QueueLine(isConcurrent: isConcurrent)]
      .add(handle, isBarrier: job.isBarrier)
    goOn(in: queue)
  }

  /// Runs a block or a work item, which is value `index`, while the caller waits: on its thread, but
  /// for the main queue. The caller gets what the block returns.
  func sync(
    _ frame: borrowing LuaFrame, _ index: Int, in place: Job.Place
  ) throws(LuaFailure) -> LuaReturn {
    try frame.checkJob(index)
    let caller = try wait(frame, for: .value(nil), .thread)
    var job = Job(place: place, location: location(frame))
    job.caller = caller
    job.item = frame.workItem(index)
    job.parent = place == .main ? -1 : queues.current
    let handle = queues.jobs.add(job)
    if let item = job.item { hold(item, as: handle, frame, index) }
    let function = try frame.jobFunction(index)
    if place == .main {
      app.dispatchMain(add(Block(function: function, role: .job(handle)), frame))
      return .await
    }
    queues.jobs[handle]?.function = function
    waits[slot: caller.number]?.kind = .turn(handle)
    guard case .own(let queue) = place else {
      holds = .cpu
      return .await
    }
    let isConcurrent = Queues.isConcurrent(queue)
    queues.lines[queue, default: QueueLine(isConcurrent: isConcurrent)]
      .add(handle, isBarrier: job.isBarrier)
    // Those before it begin as soon as they can: if one may begin now, it is this.
    if queues.lines[queue]?.next() != nil { holds = .cpu }
    return .await
  }

  /// Lets those jobs of a queue begin whose turn it is.
  private func goOn(in queue: Int64) {
    while let next = queues.lines[queue]?.next() {
      if let block = queues.jobs[next]?.block {
        app.dispatchGlobal(block)
      } else if let caller = queues.jobs[next]?.caller {
        app.wake(caller)
      }
    }
    if queues.lines[queue]?.isAtRest == true { queues.lines[queue] = nil }
  }

  /// Sends a job whose time has come where it runs.
  func dispatch(_ handle: Int64) {
    guard let job = queues.jobs[handle], let block = job.block else { return }
    switch job.place {
    case .main: app.dispatchMain(block)
    case .global: app.dispatchGlobal(block, at: job.location)
    case .own, .here: enter(handle)
    }
  }

  /// A job is over: its queue goes on, and so does who waits for it.
  func end(job handle: Int64) {
    guard let job = queues.jobs.remove(handle) else { return }
    if case .own(let queue) = job.place {
      queues.lines[queue]?.end()
      goOn(in: queue)
    }
    if let item = job.item { end(job: handle, ofItem: item) }
    if let operation = job.operation { end(operation: operation) }
    if let group = job.group { _ = leave(group) }
  }

  /// Wakes a fiber that is blocked, as one whose wait has come to its end in time.
  func wake(_ fiber: FiberID) {
    guard case .signal = waits[slot: fiber.number]?.kind else { return }
    waits[slot: fiber.number]?.kind = .signalled
    if let timeout = queues.timeouts.removeValue(forKey: fiber.number) {
      app.wake(fiber, insteadOf: timeout)
    } else {
      app.wake(fiber)
    }
  }

  /// The running code stops here and holds its thread until it is woken, or until a time is over.
  ///
  /// - Parameters:
  ///   - limit: seconds; nil: without end.
  func block(
    _ frame: borrowing LuaFrame, for source: Wait.Source, limit: Double? = nil
  ) throws(LuaFailure) -> FiberID {
    let fiber = try wait(frame, for: .signal(source), .thread)
    if let limit {
      queues.timeouts[fiber.number] = app.wake(fiber, after: .seconds(limit))
    }
    return fiber
  }

  /// Changes a semaphore, which counts what its number carries when it is at rest.
  @discardableResult
  func change<Result>(
    semaphore number: Int64, _ change: (inout Semaphore) -> Result
  ) -> Result {
    let value = Int(Queues.content(of: number))
    var semaphore = queues.semaphores.removeValue(forKey: number) ?? Semaphore(value: value)
    let result = change(&semaphore)
    if !semaphore.isAtRest(at: value) { queues.semaphores[number] = semaphore }
    return result
  }

  /// The time of a blocked fiber is over.
  func giveUp(_ fiber: FiberID, _ source: Wait.Source) {
    queues.timeouts[fiber.number] = nil
    switch source {
    case .semaphore(let number): change(semaphore: number) { $0.giveUp(fiber) }
    case .lock(let number): queues.locks[number]?.giveUp(fiber)
    case .group(let number): queues.groups[number]?.giveUp(fiber)
    case .item(let number): queues.items[number]?.waiters.removeAll { $0 == fiber }
    case .operation, .operationQueue: break
    }
  }
}

// MARK: - Groups, work items and operations

extension AppBridge {
  /// One less of a group; false where there is none.
  func leave(_ group: Int64) -> Bool {
    guard queues.groups[group]?.leave() == true else { return false }
    settle(group: group)
    return true
  }

  /// Lets go on who waits for a group whose count is 0.
  func settle(group: Int64) {
    let (fibers, jobs) = queues.groups[group]?.take() ?? ([], [])
    if queues.groups[group]?.isAtRest == true { queues.groups[group] = nil }
    for fiber in fibers { wake(fiber) }
    for job in jobs { dispatch(job) }
  }

  /// A work item, which is value `index`, is put somewhere once more.
  private func hold(_ item: Int64, as job: Int64, _ frame: borrowing LuaFrame, _ index: Int) {
    know(item, frame, index)
    queues.items[item]?.jobs.append(job)
  }

  /// A work item is cancelled: what of it has not begun is no work any more.
  func cancel(item number: Int64) {
    queues.items[number]?.isCancelled = true
    for job in queues.items[number]?.jobs ?? [] {
      if let block = queues.jobs[job]?.block { app.forget(block) }
    }
  }

  /// Keeps what is known of a work item.
  func know(_ item: Int64, _ frame: borrowing LuaFrame, _ index: Int) {
    guard queues.items[item] == nil else { return }
    var known = WorkItem(table: frame.reference(index))
    let before = frame.count
    known.isCancelled = frame.truth(frame.pushField("isCancelled", of: index))
    frame.keep(before)
    queues.items[item] = known
  }

  private func end(job: Int64, ofItem number: Int64) {
    guard var item = queues.items[number] else { return }
    let (waiters, notified) = (item.waiters, item.notified)
    item.jobs.removeAll { $0 == job }
    item.waiters = []
    item.notified = []
    queues.items[number] = item.jobs.isEmpty ? nil : item
    set("hasRun", of: item.table, to: true)
    if item.jobs.isEmpty { state.release(item.table) }
    for fiber in waiters { wake(fiber) }
    for job in notified { dispatch(job) }
  }

  /// Sets a field of a table that the app has.
  func set(_ field: String, of table: LuaReference, to value: Bool) {
    try? state.read(table) { frame in
      frame.push(value)
      frame.setField(field, of: 1)
    }
  }

  /// Whether the running job is one of a work item that has been cancelled.
  func isCancelled(job: Int64) -> Bool {
    queues.jobs[job]?.item.flatMap { queues.items[$0]?.isCancelled } ?? false
  }
}
