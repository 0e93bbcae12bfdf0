import Device
import Lua

/// `DispatchWorkItem`: a block that can be cancelled before it begins, and waited for.
///
/// Its handle is a plain table, so that its block goes with it.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineWorkItem(_ queue: LuaClass) {
    let methods: [(name: String, function: LuaBoundFunction)] = [
      (
        "cancel",
        itemMethod("cancel()") { (frame, bridge, item) in
          frame.push(true)
          frame.setField("isCancelled", of: 2)
          bridge.cancel(item: item)
          return .none
        }
      ),
      (
        "perform",
        itemMethod("perform()") { (frame, bridge, _) throws(LuaFailure) in
          try bridge.sync(frame, 2, in: .here)
        }
      ),
      (
        "wait",
        itemMethod("wait()") { (frame, bridge, item) throws(LuaFailure) in
          let limit = try frame.limit(3)
          if bridge.queues.items[item] == nil, frame.field("hasRun", of: 2) {
            return frame.result(true)
          }
          let fiber = try bridge.block(frame, for: .item(item), limit: limit)
          bridge.know(item, frame, 2)
          bridge.queues.items[item]?.waiters.append(fiber)
          return .await
        }
      ),
      (
        "notify",
        itemMethod("notify(queue, block)") { (frame, bridge, item) throws(LuaFailure) in
          let place = Job.Place(queue: Int64(try frame.object(3, queue)))
          let hasRun = bridge.queues.items[item] == nil && frame.field("hasRun", of: 2)
          let job = try bridge.add(frame, 4, to: place)
          guard !hasRun else {
            bridge.dispatch(job)
            return .none
          }
          bridge.know(item, frame, 2)
          bridge.queues.items[item]?.notified.append(job)
          return .none
        }
      ),
    ]
    function("DispatchWorkItem") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      guard frame.type(at: 1) == .function else {
        throw frame.typeFailure(1, expected: "function")
      }
      let number = bridge.queues.number()
      let table = frame.pushTable(fields: 8)
      frame.pushCopy(of: 1)
      frame.setField("block", of: table)
      frame.push(number)
      frame.setField("workItem", of: table)
      frame.push(false)
      frame.setField("isCancelled", of: table)
      for (name, function) in methods {
        frame.push(function, bound: Int(number))
        frame.setField(name, of: table)
      }
      return .values(1)
    }
  }

  /// A method of tables; the body gets the item's number, and the table as value 2.
  private mutating func itemMethod(
    _ usage: String,
    _ body:
      @escaping @Sendable (borrowing LuaFrame, AppBridge, Int64) throws(LuaFailure) -> LuaReturn
  ) -> LuaBoundFunction {
    tableMethod("item:\(usage)", "workItem", body)
  }

  /// A method of a table that holds its own number in a field.
  mutating func tableMethod(
    _ usage: String, _ field: String,
    _ body:
      @escaping @Sendable (borrowing LuaFrame, AppBridge, Int64) throws(LuaFailure) -> LuaReturn
  ) -> LuaBoundFunction {
    boundFunction { (frame, bridge) throws(LuaFailure) in
      let number = Int64(try frame.integer(1))
      guard frame.number(in: field, of: 2) == number else {
        throw LuaFailure(.runtime, "call it so, with a colon: \(usage)")
      }
      try frame.charge(Cost.block)
      return try body(frame, bridge, number)
    }
  }
}

extension LuaFrame {
  /// The number in a field of the table at `index`; nil where there is none.
  func number(in field: String, of index: Int) -> Int64? {
    guard type(at: index) == .table else { return nil }
    let before = count
    defer { keep(before) }
    let place = pushField(field, of: index)
    guard type(at: place) == .number, let number = try? integer(place) else { return nil }
    return Int64(number)
  }

  /// Whether a field of the table at `index` is there and not false.
  func field(_ name: String, of index: Int) -> Bool {
    let before = count
    defer { keep(before) }
    return truth(pushField(name, of: index))
  }

  /// The number of the work item at `index`; nil where it is none.
  func workItem(_ index: Int) -> Int64? { number(in: "workItem", of: index) }

  /// Looks whether a value can be put into a queue.
  func checkJob(_ index: Int) throws(LuaFailure) {
    guard type(at: index) == .function || workItem(index) != nil else {
      throw typeFailure(index, expected: "function or DispatchWorkItem")
    }
  }

  /// The function of a block or a work item, to be released.
  func jobFunction(_ index: Int) throws(LuaFailure) -> LuaReference {
    try checkJob(index)
    guard type(at: index) == .table else { return try function(index) }
    let before = count
    defer { keep(before) }
    return try function(pushField("block", of: index))
  }
}
