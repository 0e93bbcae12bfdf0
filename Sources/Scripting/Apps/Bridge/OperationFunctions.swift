import Device
import Lua

/// `OperationQueue` and `BlockOperation`.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineOperations() {
    let queue = objectClass("OperationQueue")
    function("OperationQueue") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      frame.push(queue, identifier: Int(bridge.queues.number()))
      return .values(1)
    }
    let make = operationMaker()
    function("BlockOperation") { (frame, bridge) throws(LuaFailure) in
      try make(frame, bridge, 1)
    }
    method("addOperation", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(queue, "queue:addOperation(operation)")
      try frame.charge(Cost.block)
      if frame.type(at: 2) != .table {
        _ = try make(frame, bridge, 2)
        try bridge.enqueue(frame, frame.count, in: number)
      } else {
        try bridge.enqueue(frame, 2, in: number)
      }
      return .none
    }
    method("cancelAllOperations", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(queue, "queue:cancelAllOperations()")
      let operations = bridge.queues.operationLines[number]?.all ?? []
      try frame.charge(Cost.block * (1 + operations.count))
      bridge.cancel(operations)
      return .none
    }
    method("waitUntilAllOperationsAreFinished", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(queue, "queue:waitUntilAllOperationsAreFinished()")
      try frame.charge(Cost.block)
      guard let line = bridge.queues.operationLines[number], line.count > 0 else { return .none }
      let fiber = try bridge.block(frame, for: .operationQueue(number))
      bridge.queues.operationLines[number]?.wait(fiber)
      return .await
    }
    property("operationCount", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = Int64(try frame.object(1, queue))
      return frame.result(bridge.queues.operationLines[number]?.count ?? 0)
    }
    property("maxConcurrentOperationCount", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = Int64(try frame.object(1, queue))
      return frame.result(bridge.queues.operationLines[number]?.most ?? -1)
    }
    setter("maxConcurrentOperationCount", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = Int64(try frame.object(1, queue))
      let most = try frame.integer(2)
      guard most >= -1 else {
        throw LuaFailure(
          .runtime,
          "maxConcurrentOperationCount: a number of 0 or more expected, or -1 for the system's "
            + "choice (\(most))")
      }
      bridge.queues.operationLines[number, default: OperationLine()].most = most < 0 ? nil : most
      bridge.goOn(inOperationQueue: number)
      bridge.checkKept(frame)
      return .none
    }
  }

  /// Returns what makes a `BlockOperation` of the function at a place, and pushes it.
  private mutating func operationMaker()
    -> @Sendable (borrowing LuaFrame, AppBridge, Int) throws(LuaFailure) -> LuaReturn
  {
    let methods: [(name: String, function: LuaBoundFunction)] = [
      (
        "cancel",
        operationMethod("cancel()") { (frame, bridge, operation) in
          frame.push(true)
          frame.setField("isCancelled", of: 2)
          bridge.cancel([operation])
          return .none
        }
      ),
      (
        "addDependency",
        operationMethod("addDependency(other)") {
          (frame, bridge, operation) throws(LuaFailure) in
          guard let other = frame.operation(3) else {
            throw frame.argumentFailure(
              3, "a BlockOperation expected, got \(frame.typeName(3))")
          }
          if !frame.field("isFinished", of: 3) { bridge.make(operation, dependOn: other) }
          bridge.checkKept(frame)
          return .none
        }
      ),
      (
        "waitUntilFinished",
        operationMethod("waitUntilFinished()") {
          (frame, bridge, operation) throws(LuaFailure) in
          if frame.field("isFinished", of: 2) { return .none }
          let fiber = try bridge.block(frame, for: .operation(operation))
          bridge.queues.operations[operation, default: Operation()].waiters.append(fiber)
          return .await
        }
      ),
    ]
    return { (frame, bridge, index) throws(LuaFailure) in
      try frame.charge(Cost.record)
      guard frame.type(at: index) == .function else {
        throw frame.typeFailure(index, expected: "function or BlockOperation")
      }
      let number = bridge.queues.number()
      let table = frame.pushTable(fields: 8)
      frame.pushCopy(of: index)
      frame.setField("block", of: table)
      frame.push(number)
      frame.setField("operation", of: table)
      for field in ["isCancelled", "isFinished"] {
        frame.push(false)
        frame.setField(field, of: table)
      }
      for (name, function) in methods {
        frame.push(function, bound: Int(number))
        frame.setField(name, of: table)
      }
      return .values(1)
    }
  }

  private mutating func operationMethod(
    _ usage: String,
    _ body:
      @escaping @Sendable (borrowing LuaFrame, AppBridge, Int64) throws(LuaFailure) -> LuaReturn
  ) -> LuaBoundFunction {
    tableMethod("operation:\(usage)", "operation", body)
  }
}

extension LuaFrame {
  /// The number of the operation at `index`; nil where it is none.
  fileprivate func operation(_ index: Int) -> Int64? { number(in: "operation", of: index) }
}
