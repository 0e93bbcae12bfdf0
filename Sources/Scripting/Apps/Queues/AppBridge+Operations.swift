import Device
import Lua

// The way of an operation: into its queue, its turn, its end.
extension AppBridge {
  /// Puts the operation that is value `index` into a queue.
  func enqueue(
    _ frame: borrowing LuaFrame, _ index: Int, in queue: Int64
  ) throws(LuaFailure) {
    guard let number = frame.number(in: "operation", of: index) else {
      throw frame.argumentFailure(
        index, "a function or a BlockOperation expected, got \(frame.typeName(index))")
    }
    let isFinished = frame.field("isFinished", of: index)
    guard queues.operations[number]?.queue == nil, !isFinished else {
      throw LuaFailure(
        .runtime,
        "queue:addOperation: the operation is \(isFinished ? "finished" : "in a queue already"); "
          + "make another")
    }
    var job = Job(place: .global, location: location(frame))
    job.operation = number
    let handle = queues.jobs.add(job)
    let before = frame.count
    let function = try frame.function(frame.pushField("block", of: index))
    frame.keep(before)
    let block = add(Block(function: function, role: .job(handle)), frame)
    queues.jobs[handle]?.block = block
    app.expect(block, at: job.location)
    var operation = queues.operations[number] ?? Operation()
    operation.queue = queue
    operation.job = handle
    operation.table = frame.reference(index)
    operation.isCancelled = frame.field("isCancelled", of: index)
    queues.operations[number] = operation
    queues.operationLines[queue, default: OperationLine()]
      .add(number, isReady: operation.isReady)
    goOn(inOperationQueue: queue)
    checkKept(frame)
  }

  /// Lets those operations of a queue begin whose turn it is. Others that become ready by it have
  /// their turn after it, so that a long chain of them takes no deep stack.
  func goOn(inOperationQueue queue: Int64) {
    queues.stirred.append(queue)
    guard queues.stirred.count == 1 else { return }
    while let queue = queues.stirred.first {
      beginOperations(of: queue)
      _ = queues.stirred.removeFirst()
    }
  }

  /// Lets those of one queue begin; the ones that are cancelled are over at once.
  private func beginOperations(of queue: Int64) {
    while let next = queues.operationLines[queue]?.next() {
      guard let job = queues.operations[next]?.job, let block = queues.jobs[job]?.block else {
        continue
      }
      if queues.operations[next]?.isCancelled == true {
        drop(block)
        end(job: job)
      } else {
        app.dispatchGlobal(block)
      }
    }
    let isDefault = queues.operationLines[queue]?.most == nil
    if isDefault, queues.operationLines[queue]?.isAtRest == true {
      queues.operationLines[queue] = nil
    }
  }

  /// Lets go of a block that does not run.
  private func drop(_ block: BlockID) {
    app.forget(block)
    guard let block = blocks.take(slot: block.number) else { return }
    state.release(block.function)
  }

  /// Cancels operations: one that has not begun never does, one that has hears of it.
  func cancel(_ operations: [Int64]) {
    for number in operations where queues.operations[number]?.isCancelled == false {
      queues.operations[number]?.isCancelled = true
      if let table = queues.operations[number]?.table { set("isCancelled", of: table, to: true) }
    }
    for number in operations { readinessChanges(of: number) }
  }

  /// An operation is to begin only once another is finished.
  func make(_ operation: Int64, dependOn other: Int64) {
    queues.operations[operation, default: Operation()].dependencies.insert(other)
    queues.operations[other, default: Operation()].dependents.append(operation)
    readinessChanges(of: operation)
  }

  private func readinessChanges(of number: Int64) {
    guard let operation = queues.operations[number], let queue = operation.queue else { return }
    queues.operationLines[queue]?.set(number, isReady: operation.isReady)
    goOn(inOperationQueue: queue)
  }

  /// An operation is finished: its queue goes on, and so does what depends on it.
  func end(operation number: Int64) {
    guard let operation = queues.operations.removeValue(forKey: number) else { return }
    if let table = operation.table {
      set("isFinished", of: table, to: true)
      complete(table)
      state.release(table)
    }
    for fiber in operation.waiters { wake(fiber) }
    for dependent in operation.dependents {
      queues.operations[dependent]?.dependencies.remove(number)
      readinessChanges(of: dependent)
    }
    guard let queue = operation.queue else { return }
    for fiber in queues.operationLines[queue]?.end(number) ?? [] { wake(fiber) }
    goOn(inOperationQueue: queue)
  }

  /// Runs the completionBlock of an operation, if it has one.
  private func complete(_ table: LuaReference) {
    let block = try? state.read(table) { frame in
      let place = frame.pushField("completionBlock", of: 1)
      return frame.type(at: place) == .function ? frame.reference(place) : nil
    }
    guard let function = block ?? nil else { return }
    app.dispatchGlobal(BlockID(Int32(truncatingIfNeeded: blocks.add(Block(function: function)))))
  }
}
