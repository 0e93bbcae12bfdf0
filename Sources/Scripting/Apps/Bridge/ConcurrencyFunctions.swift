import Device
import Lua
import Simulation

/// `Task`, its cancellation, and groups of child tasks.
extension LuaLibraryBuilder<AppBridge> {
  /// `Task(function(task) ... end)`: its body runs on the main thread, in its turn. Its handle is a
  /// plain table; once the body has ended, nothing outside of Lua is left of it.
  ///
  /// Returns the functions that cancel a Task and await it, which get its number as value 1.
  mutating func defineTask() -> (cancel: LuaBoundFunction, value: LuaBoundFunction) {
    let cancel = boundFunction { (frame, bridge) throws(LuaFailure) in
      guard frame.type(at: 2) == .table else {
        throw LuaFailure(.runtime, "call it so, with a colon: task:cancel()")
      }
      try frame.charge(Cost.block + bridge.waits.count)
      frame.push(true)
      frame.setField("isCancelled", of: 2)
      bridge.cancelTask(Int64(try frame.integer(1)))
      return .none
    }
    let value = boundFunction { (frame, bridge) throws(LuaFailure) in
      guard frame.type(at: 2) == .table else {
        throw LuaFailure(.runtime, "call it so, with a colon: task:value()")
      }
      try frame.charge(Cost.block)
      let handle = Int64(try frame.integer(1))
      guard bridge.concurrentTasks[handle] != nil else {
        frame.pushField("result", of: 2)
        return .values(1)
      }
      guard handle != bridge.currentTask else {
        throw LuaFailure(.runtime, "a Task cannot await its own value")
      }
      let fiber = try bridge.wait(frame, for: .value(nil))
      bridge.concurrentTasks[handle]?.waiters.append(fiber)
      return .await
    }
    function("Task.__call") { (frame, bridge) throws(LuaFailure) in
      guard frame.type(at: 2) == .function else {
        let got = frame.typeName(2)
        throw LuaFailure(.runtime, "bad argument #1 to 'Task' (function expected, got \(got))")
      }
      return try bridge.startTask(frame, 2, cancel: cancel, ("value", value))
    }
    function("Task.current") { (frame, bridge) in
      guard let task = bridge.concurrentTasks[bridge.currentTask] else {
        frame.pushNil()
        return .values(1)
      }
      frame.push(task.table)
      return .values(1)
    }
    function("Task.sleep") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.block)
      let time = try frame.delay(1)
      bridge.review(time, .process, "Task.sleep", frame)
      let fiber = try bridge.wait(frame, for: .time)
      bridge.sleep(fiber, for: .seconds(time))
      return .await
    }
    return (cancel, value)
  }

  /// The names that `concurrency` defines.
  static let concurrencyNames = [
    "Task.isCancelled", "Task.checkCancellation", "CancellationError",
    "withTaskCancellationHandler", "withTaskGroup",
  ]

  /// The part that is written in Lua: handlers and groups call the app's functions, which only Lua
  /// may. The children of a group are cancelled with the task that has it.
  static var concurrency: String {
    preludeMakingCallable("Task") + """
      local Task, pcall, error, pack, unpack = Task, pcall, error, table.pack, table.unpack
      local current = Task.current
      CancellationError = "CancellationError"
      function Task.isCancelled()
        local task = current()
        return task ~= nil and task.isCancelled
      end
      function Task.checkCancellation()
        if Task.isCancelled() then error(CancellationError, 0) end
      end
      function withTaskCancellationHandler(operation, onCancel)
        local task = current()
        if not task then return operation() end
        local cancel = task.cancel
        function task.cancel(self)
          if self.isCancelled then return end
          cancel(self)
          onCancel()
        end
        if task.isCancelled then onCancel() end
        local results = pack(pcall(operation))
        task.cancel = cancel
        if not results[1] then error(results[2], 0) end
        return unpack(results, 2, results.n)
      end
      function withTaskGroup(body)
        local children, isCancelled, group = {}, false, {}
        function group.addTask(self, operation)
          local child = Task(operation)
          children[#children + 1] = child
          if isCancelled then child:cancel() end
        end
        function group.cancelAll(self)
          isCancelled = true
          for _, child in ipairs(children) do child:cancel() end
        end
        function group.waitForAll(self)
          local values = {}
          for index, child in ipairs(children) do values[index] = child:value() end
          return unpack(values, 1, #children)
        end
        return withTaskCancellationHandler(function()
          local results = pack(pcall(body, group))
          if not results[1] then group:cancelAll() end
          group:waitForAll()
          if not results[1] then error(results[2], 0) end
          return unpack(results, 2, results.n)
        end, function() group:cancelAll() end)
      end

      """
  }
}

extension AppBridge {
  /// Starts a Task whose body is value `index`, and pushes its table.
  ///
  /// - Parameters:
  ///   - value: the function that awaits it, and its name.
  func startTask(
    _ frame: borrowing LuaFrame, _ index: Int, cancel: LuaBoundFunction,
    _ value: (name: String, function: LuaBoundFunction)
  ) throws(LuaFailure) -> LuaReturn {
    try frame.charge(Cost.block)
    var block = Block(function: try frame.function(index))
    let task = frame.pushTable(fields: 4)
    let handle = concurrentTasks.add(ConcurrentTask(table: frame.reference(task)))
    frame.push(false)
    frame.setField("isCancelled", of: task)
    frame.push(cancel, bound: Int(handle))
    frame.setField("cancel", of: task)
    frame.push(value.function, bound: Int(handle))
    frame.setField(value.name, of: task)
    block.argument = frame.reference(task)
    block.role = .task(handle)
    app.dispatchMain(add(block, frame))
    return .values(1)
  }
}
