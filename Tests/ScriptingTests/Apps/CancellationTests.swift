import Simulation
import Testing

@testable import Scripting

/// How a Task is cancelled, C1 to C5.
@Suite("Cancellation of a Task")
struct CancellationTests {
  /// Runs an app in front from the second 1, with helpers.
  private func outcome(_ source: String, closedAt: TimeSpan? = nil) throws -> ScriptRun.Outcome {
    var run = ScriptRun(
      app: """
        local function note(...)
          print(string.format("%.1f", ProcessInfo.processInfo.systemUptime + 1), ...)
        end
        local function after(seconds, block) DispatchQueue.main:asyncAfter(seconds, block) end
        \(source)
        return {}
        """)
    run.scenario.servers = [
      .init(host: "s.example", latencyMedian: .seconds(2), latencyP95: .seconds(2))
    ]
    if let closedAt { run.close(at: closedAt) }
    return try run.result()
  }

  static let cases: [(String, String, [String])] = [
    (
      "a sleep ends at once and raises CancellationError",
      """
      local work = Task(function() note(pcall(Task.sleep, 5)) note("on") end)
      after(1, function() work:cancel() note("cancelled") end)
      """, ["2.0\tcancelled", "2.0\tfalse\tCancellationError", "2.0\ton"]
    ),
    (
      "each later sleep raises too, at once",
      """
      local work = Task(function()
        pcall(Task.sleep, 5)
        note(Task.isCancelled(), pcall(Task.sleep, 5))
        work(1)
        note(pcall(Task.checkCancellation))
      end)
      after(1, function() work:cancel() end)
      """, ["2.0\ttrue\tfalse\tCancellationError", "3.0\tfalse\tCancellationError"]
    ),
    (
      "a request ends at once with -999",
      """
      local task = Task(function()
        local data, response, error = URLSession.shared:data("https://s.example")
        note(data, response, error.code)
        data, response, error = URLSession.shared:data("https://s.example")
        note(data, response, error.code)
      end)
      after(1, function() task:cancel() end)
      """, ["2.0\tnil\tnil\t-999", "2.0\tnil\tnil\t-999"]
    ),
    (
      "an error that nobody catches ends the Task and not the app",
      """
      local task = Task(function() Task.sleep(5) note("never") end)
      after(1, function() task:cancel() task:cancel() end)
      after(2, function() note("app", task.isCancelled, task:value()) end)
      """, ["3.0\tapp\ttrue\tnil"]
    ),
    (
      "before its body began: the body runs and sees it",
      """
      local task = Task(function(task)
        note(task.isCancelled, Task.isCancelled())
        note(pcall(Task.sleep, 1))
        Task.checkCancellation()
        note("never")
      end)
      task:cancel()
      """, ["1.0\ttrue\ttrue", "1.0\tfalse\tCancellationError"]
    ),
    (
      "after its end it changes nothing",
      """
      local task = Task(function() note("whole") return 7 end)
      after(1, function() task:cancel() end)
      after(2, function() Task(function() note(task:value()) end) end)
      """, ["1.0\twhole", "3.0\t7"]
    ),
    (
      "work goes on: cancellation is cooperative",
      """
      local task = Task(function() Task.sleep(1) work(3) note(Task.isCancelled()) end)
      DispatchQueue.global():async(function() work(2) task:cancel() note("cancelled") end)
      """, ["3.0\tcancelled", "5.0\ttrue"]
    ),
    (
      "a coroutine of the Task gets the error where it awaits",
      """
      local task = Task(function()
        local step = coroutine.wrap(function()
          note(pcall(Task.sleep, 9))
          coroutine.yield("yielded")
          Task.sleep(9)
        end)
        note(step())
        note(pcall(step))
      end)
      after(1, function() task:cancel() end)
      """,
      [
        "2.0\tfalse\tCancellationError", "2.0\tyielded", "2.0\tfalse\tCancellationError",
      ]
    ),
    (
      "a Task in a Task is not a child: it sleeps on",
      """
      local outer = Task(function()
        Task(function() Task.sleep(3) note("inner", Task.isCancelled()) end)
        note(pcall(Task.sleep, 9))
      end)
      after(1, function() outer:cancel() end)
      """, ["2.0\tfalse\tCancellationError", "4.0\tinner\tfalse"]
    ),
    (
      "value awaits the end of another Task and is not cut short",
      """
      local slow = Task(function() Task.sleep(3) return "slow" end)
      local task = Task(function() note(slow:value()) note(Task.isCancelled()) end)
      after(1, function() task:cancel() end)
      """, ["4.0\tslow", "4.0\ttrue"]
    ),
    (
      "the handler runs at once, and once, where cancel is called",
      """
      local task = Task(function()
        note(withTaskCancellationHandler(function()
          return pcall(Task.sleep, 9)
        end, function() note("handler") end))
      end)
      after(1, function() task:cancel() note("cancelled") task:cancel() end)
      """, ["2.0\thandler", "2.0\tcancelled", "2.0\tfalse\tCancellationError"]
    ),
    (
      "a handler that is left is not called; its results and errors pass",
      """
      local task = Task(function()
        local function late() note("never") end
        note(withTaskCancellationHandler(function() return 1, nil, 3 end, late))
        note(pcall(withTaskCancellationHandler, function() error("mine", 0) end, late))
        pcall(Task.sleep, 9)
      end)
      after(1, function() task:cancel() end)
      """, ["1.0\t1\tnil\t3", "1.0\tfalse\tmine"]
    ),
    (
      "a handler of a Task that is cancelled already runs first",
      """
      local task = Task(function()
        withTaskCancellationHandler(function() note("operation") end, function() note("handler") end)
      end)
      task:cancel()
      """, ["1.0\thandler", "1.0\toperation"]
    ),
    (
      "a group waits for its children",
      """
      Task(function()
        note(withTaskGroup(function(group)
          group:addTask(function() Task.sleep(2) return "a" end)
          group:addTask(function() Task.sleep(1) return "b" end)
          note(group:waitForAll())
          return "all"
        end))
      end)
      """, ["3.0\ta\tb", "3.0\tall"]
    ),
    (
      "a group's children are cancelled with its Task",
      """
      local task = Task(function()
        withTaskGroup(function(group)
          for name = 1, 2 do
            group:addTask(function() note(name, pcall(Task.sleep, 9)) end)
          end
        end)
        note("over", Task.isCancelled())
      end)
      after(1, function() task:cancel() end)
      """,
      [
        "2.0\t1\tfalse\tCancellationError", "2.0\t2\tfalse\tCancellationError", "2.0\tover\ttrue",
      ]
    ),
    (
      "a group whose body fails cancels its children and waits for them",
      """
      Task(function()
        note(pcall(withTaskGroup, function(group)
          group:addTask(function() note(pcall(Task.sleep, 9)) end)
          Task.sleep(1)
          error("body", 0)
        end))
      end)
      """, ["2.0\tfalse\tCancellationError", "2.0\tfalse\tbody"]
    ),
    (
      "the running Task is known, and outside of one there is none",
      """
      note(Task.current(), Task.isCancelled(), pcall(Task.checkCancellation))
      local task
      task = Task(function()
        note(Task.current() == task)
        Task.sleep(1)
        note(Task.current() == task)
      end)
      """, ["1.0\tnil\tfalse\ttrue", "1.0\ttrue", "2.0\ttrue"]
    ),
    (
      "a Task cannot await itself",
      "Task(function(task) note(pcall(task.value, task)) end)",
      ["1.0\tfalse\ta Task cannot await its own value"]
    ),
  ]

  @Test("does what Swift's does", arguments: cases)
  func cancels(_ name: String, source: String, logs: [String]) throws {
    let outcome = try outcome(source)
    #expect(outcome.logs() == logs, "\(name)")
    #expect(outcome.exitDetails() == [], "\(name)")
  }

  @Test("an error that is not the cancellation ends the app")
  func otherError() throws {
    let outcome = try outcome(
      """
      local task = Task(function() pcall(Task.sleep, 5) error("broken") end)
      after(1, function() task:cancel() end)
      """)
    #expect(outcome.exits() == ["uncaughtException"])
  }

  @Test("an app that writes the error's text without a cancellation ends")
  func forgedError() throws {
    let outcome = try outcome(#"Task(function() error("CancellationError", 0) end)"#)
    #expect(outcome.exits() == ["uncaughtException"])
  }

  /// What an engineer writes on a phone: the handler cancels, the Task cleans up and ends the task.
  @Test("an expiration handler that cancels leaves nothing behind")
  func expiration() throws {
    func app(_ handler: String) -> String {
      """
      local application = UIApplication.shared
      local id, upload
      id = application:beginBackgroundTask("upload", function() \(handler) end)
      upload = Task(function()
        pcall(Task.sleep, 600)
        note("over")
        application:endBackgroundTask(id)
      end)
      """
    }
    let clean = try outcome(app("upload:cancel()"), closedAt: .seconds(5))
    #expect(clean.exits() == [])
    #expect(clean.logs().count == 1)
    #expect(clean.findings == [])
    let leaking = try outcome(app("note('nothing')"), closedAt: .seconds(5))
    #expect(leaking.findings == ["taskHeldTooLong app.lua:7", "taskNeverEnded app.lua:7"])
  }
}
