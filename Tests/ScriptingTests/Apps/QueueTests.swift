import Device
import Simulation
import Testing

@testable import Scripting

/// What blocks and what queues, Q1 to Q12.
@Suite("Queues, semaphores and locks")
struct QueueTests {
  /// Runs an app in front from the second 1, with helpers.
  func outcome(_ source: String, closedAt: TimeSpan? = nil) throws -> ScriptRun.Outcome {
    var run = ScriptRun(
      app: """
        local main, global = DispatchQueue.main, DispatchQueue.global()
        local function note(...)
          print(string.format("%.1f", ProcessInfo.processInfo.systemUptime + 1), ...)
        end
        local app = {}
        function app:didBecomeActive()
        \(source)
        end
        return app
        """)
    run.scenario.servers = [
      .init(host: "s.example", latencyMedian: .seconds(2), latencyP95: .seconds(2))
    ]
    if let closedAt { run.close(at: closedAt) }
    return try run.result()
  }

  static let cases: [(String, String, [String])] = [
    (
      "a wait holds the main thread: what comes meanwhile runs after it",
      """
      local semaphore = DispatchSemaphore(0)
      Timer.scheduledTimer(0.5, false, function() note("timer") end)
      main:async(function() note("block") end)
      global:asyncAfter(1, function() note("beside") semaphore:signal() end)
      note(semaphore:wait())
      """, ["2.0\tbeside", "2.0\ttrue", "2.0\tblock", "2.0\ttimer"]
    ),
    (
      "a Task's wait holds the thread that it runs on",
      """
      local semaphore = DispatchSemaphore(0)
      Task(function() note(semaphore:wait(1.5)) end)
      main:asyncAfter(0.5, function() note("late") end)
      """, ["2.5\tfalse", "2.5\tlate"]
    ),
    (
      "a semaphore counts, and wakes who has waited longest",
      """
      local semaphore = DispatchSemaphore(2)
      for name = 1, 4 do global:async(function() semaphore:wait() note(name) end) end
      global:asyncAfter(1, function() semaphore:signal() semaphore:signal() end)
      """, ["1.0\t1", "1.0\t2", "2.0\t3", "2.0\t4"]
    ),
    (
      "a limit of no time only tries; one that has passed is false, and the count is whole",
      """
      local semaphore = DispatchSemaphore(0)
      note(semaphore:wait(0), semaphore:wait(-1))
      global:async(function()
        note(semaphore:wait(1))
        semaphore:signal()
        note(semaphore:wait(1), semaphore:wait(1))
      end)
      """, ["1.0\tfalse\tfalse", "2.0\tfalse", "3.0\ttrue\tfalse"]
    ),
    (
      "a serial queue runs one block after the other, also while one is blocked",
      """
      local queue, semaphore = DispatchQueue("serial"), DispatchSemaphore(0)
      queue:async(function() semaphore:wait() note(1) end)
      queue:async(function() work(1) note(2) end)
      queue:async(function() note(3) end)
      global:asyncAfter(1, function() semaphore:signal() end)
      note(queue.label)
      """, ["1.0\tserial", "2.0\t1", "3.0\t2", "3.0\t3"]
    ),
    (
      "a concurrent one runs them beside each other; a barrier runs alone",
      """
      local queue = DispatchQueue("concurrent", { attributes = "concurrent" })
      queue:async(function() work(2) note("long") end)
      queue:async(function() work(1) note("short") end)
      queue:async(function() work(1) note("barrier") end, { flags = "barrier" })
      queue:async(function() note("after") end)
      """, ["2.0\tshort", "3.0\tlong", "4.0\tbarrier", "4.0\tafter"]
    ),
    (
      "two queues run beside each other",
      """
      local a, b = DispatchQueue("a"), DispatchQueue("b")
      for _ = 1, 2 do a:async(function() work(1) note("a") end) end
      b:async(function() work(1.5) note("b") end)
      """, ["2.0\ta", "2.5\tb", "3.0\ta"]
    ),
    (
      "sync waits for its turn, runs on the calling thread and gives what the block returns",
      """
      local queue = DispatchQueue("serial")
      queue:async(function() work(1) note("first") end)
      note("got", queue:sync(function() return "value" end))
      note("free", queue:sync(function() work(0.5) return 7 end))
      note("nothing", queue:sync(function() end))
      """, ["2.0\tfirst", "2.0\tgot\tvalue", "2.5\tfree\t7", "2.5\tnothing\tnil"]
    ),
    (
      "a block of sync may wait, in a Task too, and raise what the caller catches",
      """
      local queue = DispatchQueue("serial")
      Task(function()
        note(queue:sync(function() Task.sleep(1) return queue.label end))
        note(pcall(function() queue:sync(function() error("broken", 0) end) end))
        note(queue:sync(function() return "on" end))
      end)
      """, ["2.0\tserial", "2.0\tfalse\tbroken", "2.0\ton"]
    ),
    (
      "sync onto the main queue blocks the caller until the main thread has run the block",
      """
      global:async(function()
        note(main:sync(function() work(1) return "from main" end))
        note(pcall(function() main:sync(function() error("there", 0) end) end))
      end)
      """, ["2.0\tfrom main", "2.0\tfalse\tthere"]
    ),
    (
      "sync onto the global queue runs at once, where it is called",
      "note(global:sync(function() return global.label end))", ["1.0\tcom.apple.root.default-qos"]
    ),
    (
      "asyncAfter puts a block into its queue once the time has passed",
      """
      local queue = DispatchQueue("serial")
      queue:asyncAfter(1, function() note("late") end)
      queue:async(function() work(2) note("long") end)
      global:asyncAfter(0.5, function() note("global") end)
      """, ["1.5\tglobal", "3.0\tlong", "3.0\tlate"]
    ),
    (
      "a group's notify runs when all have left, and at once where nothing is under way",
      """
      local group = DispatchGroup()
      group:notify(main, function() note("empty") end)
      for seconds = 1, 3 do
        group:enter()
        global:asyncAfter(seconds, function() group:leave() end)
      end
      global:async(function() work(0.5) end, { group = group })
      group:notify(main, function() note("all") end)
      global:async(function() note(group:wait(1)) note(group:wait()) note(group:wait()) end)
      """, ["1.0\tempty", "2.0\tfalse", "4.0\ttrue", "4.0\ttrue", "4.0\tall"]
    ),
    (
      "a lock passes to who has waited longest; try and a limit do not wait for ever",
      """
      local lock = NSLock()
      for name = 1, 2 do
        global:async(function() lock:lock() work(1) note(name) lock:unlock() end)
      end
      global:async(function()
        note(lock:try(), lock:lock(0.5))
        note(lock:lock(9))
        lock:unlock()
        note(lock:try())
        lock:unlock()
      end)
      """, ["1.5\tfalse\tfalse", "2.0\t1", "3.0\t2", "3.0\ttrue", "3.0\ttrue"]
    ),
    (
      "a work item that is cancelled before it begins never does",
      """
      local timeout = DispatchWorkItem(function() note("never") end)
      main:asyncAfter(2, timeout)
      main:asyncAfter(1, function() timeout:cancel() note(timeout.isCancelled) end)
      """, ["2.0\ttrue"]
    ),
    (
      "one that has begun goes on, and sees it",
      """
      local item
      item = DispatchWorkItem(function() work(2) note(item.isCancelled) end)
      global:async(item)
      global:asyncAfter(1, function() item:cancel() end)
      """, ["3.0\ttrue"]
    ),
    (
      "who waits for an item goes on when it has run; notify too, also afterwards",
      """
      local item = DispatchWorkItem(function() work(1) note("item") end)
      item:notify(main, function() note("notified") end)
      global:async(item)
      global:async(function()
        note(item:wait(0.5), item:wait(), item:wait())
        item:notify(global, function() note("afterwards") end)
      end)
      """, ["2.0\titem", "2.0\tfalse\ttrue\ttrue", "2.0\tnotified", "2.0\tafterwards"]
    ),
    (
      "perform runs an item here and now, as often as it is called, unless it is cancelled",
      """
      local item = DispatchWorkItem(function() note("here") end)
      item:perform()
      item:perform()
      item:cancel()
      item:perform()
      note("after")
      """, ["1.0\there", "1.0\there", "1.0\tafter"]
    ),
    (
      "an operation queue runs as many at once as it may, in order",
      """
      local queue = OperationQueue()
      queue.maxConcurrentOperationCount = 2
      for name = 1, 4 do queue:addOperation(function() work(1) note(name) end) end
      note(queue.operationCount, queue.maxConcurrentOperationCount)
      global:async(function() queue:waitUntilAllOperationsAreFinished() note("all") end)
      """, ["1.0\t4\t2", "2.0\t1", "2.0\t2", "3.0\t3", "3.0\t4", "3.0\tall"]
    ),
    (
      "an operation begins once those are finished that it depends on",
      """
      local queue = OperationQueue()
      local load = BlockOperation(function() work(1) note("load") end)
      local show = BlockOperation(function() note("show", load.isFinished) end)
      show:addDependency(load)
      show.completionBlock = function() note("shown", show.isFinished) end
      queue:addOperation(show)
      queue:addOperation(load)
      global:async(function() show:waitUntilFinished() note("waited") end)
      """, ["2.0\tload", "2.0\tshow\ttrue", "2.0\tshown\ttrue", "2.0\twaited"]
    ),
    (
      "cancelled operations that have not begun are finished without it, whatever they depend on",
      """
      local queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      local first
      first = BlockOperation(function() work(2) note("first", first.isCancelled) end)
      local second = BlockOperation(function() note("never") end)
      second:addDependency(BlockOperation(function() end))
      queue:addOperation(first)
      queue:addOperation(second)
      queue:addOperation(function() note("never") end)
      main:asyncAfter(1, function()
        queue:cancelAllOperations()
        note(second.isCancelled, queue.operationCount)
      end)
      main:asyncAfter(3, function() note(second.isFinished, queue.operationCount) end)
      """, ["2.0\ttrue\t3", "3.0\tfirst\ttrue", "4.0\ttrue\t0"]
    ),
    (
      "an operation queue has no negative room, but for the system's choice",
      """
      local queue = OperationQueue()
      note(pcall(function() queue.maxConcurrentOperationCount = -2 end))
      note(queue.maxConcurrentOperationCount)
      """,
      [
        "1.0\tfalse\tmaxConcurrentOperationCount: a number of 0 or more expected, or -1 for the "
          + "system's choice (-2)",
        "1.0\t-1",
      ]
    ),
    (
      "a thread waits in a queue for another and both go on in order",
      """
      local a, b = DispatchQueue("a"), DispatchQueue("b")
      a:async(function() note(b:sync(function() return a.label .. b.label end)) end)
      b:async(function() work(1) end)
      """, ["2.0\tab"]
    ),
  ]

  @Test("do what Swift's do", arguments: cases)
  func works(_ name: String, source: String, logs: [String]) throws {
    let outcome = try outcome(source)
    #expect(outcome.logs() == logs, "\(name)")
    #expect(outcome.exitDetails() == [], "\(name)")
  }

  static let endings: [(String, String, String)] = [
    (
      "sync onto the main queue from the main thread", "main:sync(function() end)",
      "queueWaitsForItself app.lua:7"
    ),
    (
      "sync onto the serial queue that runs",
      "local q = DispatchQueue('q') q:async(function() q:sync(print) end)",
      "queueWaitsForItself app.lua:7"
    ),
    (
      "the same over another queue",
      "local a, b = DispatchQueue('a'), DispatchQueue('b') "
        + "a:sync(function() b:sync(function() a:sync(print) end) end)",
      "queueWaitsForItself app.lua:7"
    ),
    (
      "leave without enter", "local g = DispatchGroup() g:enter() g:leave() g:leave()",
      "groupUnbalanced app.lua:7"
    ),
  ]
}
