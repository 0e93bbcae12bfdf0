import Simulation
import Testing

@testable import Scripting

/// What engineers write with queues, semaphores and operations, and is right.
@Suite("Idioms with queues")
struct QueueIdiomTests {
  static let idioms: [(name: String, source: String, logs: [String])] = [
    (
      "a safety timer: a work item that is cancelled when the answer comes in time",
      """
      function app:didEnterBackground(application)
        local task, timeout
        local function finish(why)
          timeout:cancel()
          print(why)
          application:endBackgroundTask(task)
          task = UIBackgroundTaskIdentifier.invalid
        end
        timeout = DispatchWorkItem(function() finish("given up") end)
        task = application:beginBackgroundTask("send", function() finish("expired") end)
        DispatchQueue.main:asyncAfter(10, timeout)
        URLSession.shared:dataTask("https://s.example", function() finish("sent") end):resume()
      end
      """, ["sent"]
    ),
    (
      "the same where it does not: the timer gives up",
      """
      function app:didEnterBackground(application)
        local task, timeout
        local function finish(_, response, problem)
          timeout:cancel()
          print(response, problem.code)
          application:endBackgroundTask(task)
          task = UIBackgroundTaskIdentifier.invalid
        end
        local request = URLSession.shared:dataTask("https://s.example", finish)
        timeout = DispatchWorkItem(function() request:cancel() end)
        task = application:beginBackgroundTask("send", function() request:cancel() end)
        DispatchQueue.main:asyncAfter(1, timeout)
        request:resume()
      end
      """, ["nil\t-999"]
    ),
    (
      "a semaphore on a background queue waits until a request is complete",
      """
      function app:didEnterBackground(application)
        local task
        local function finish()
          application:endBackgroundTask(task)
          task = UIBackgroundTaskIdentifier.invalid
        end
        task = application:beginBackgroundTask("send", finish)
        DispatchQueue.global():async(function()
          local answered = DispatchSemaphore(0)
          local status
          URLSession.shared
            :dataTask("https://s.example", function(_, response)
              status = response and response.statusCode
              answered:signal()
            end)
            :resume()
          local isAnswered = answered:wait(20)
          print(isAnswered, status)
          finish()
        end)
      end
      """, ["true\t200"]
    ),
    (
      "a semaphore holds the main thread until a request's handler has come beside it",
      """
      function app:didEnterBackground()
        local answered = DispatchSemaphore(0)
        URLSession.shared:dataTask("https://s.example", function() answered:signal() end):resume()
        print(answered:wait(4))
      end
      """, ["true"]
    ),
    (
      "a session calls its handlers one after the other, in the order of the answers",
      """
      function app:didEnterBackground(application)
        local task = application:beginBackgroundTask("two requests")
        local second = DispatchSemaphore(0)
        URLSession.shared:dataTask("https://s.example", function()
          print("waits for the next:", second:wait(5))
        end):resume()
        URLSession.shared:dataTask("https://s.example", function()
          second:signal()
          print("the next")
          application:endBackgroundTask(task)
        end):resume()
      end
      """, ["waits for the next:\tfalse", "the next"]
    ),
    (
      "a serial queue writes under a background task",
      """
      local store = DispatchQueue("store")
      local rows = {}
      local function add(row) store:async(function() work(0.2) rows[#rows + 1] = row end) end
      function app:didBecomeActive() for row = 1, 5 do add(row) end end
      function app:didEnterBackground(application)
        local task
        local function finish()
          application:endBackgroundTask(task)
          task = UIBackgroundTaskIdentifier.invalid
        end
        task = application:beginBackgroundTask("save", finish)
        add("last")
        store:async(function()
          local lock = FileLock.acquire("rows.db")
          work(1)
          lock:release()
          print(#rows, "rows")
          DispatchQueue.main:async(finish)
        end)
      end
      """, ["6\trows"]
    ),
    (
      "an operation queue whose expiration handler cancels all",
      """
      function app:didEnterBackground(application)
        local queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        local done = 0
        local task
        task = application:beginBackgroundTask("convert", function()
          queue:cancelAllOperations()
          queue:waitUntilAllOperationsAreFinished() -- what runs looks every 0.1 s
          print(done, "done")
          application:endBackgroundTask(task)
          task = UIBackgroundTaskIdentifier.invalid
        end)
        for _ = 1, 20 do
          local operation
          operation = BlockOperation(function()
            for _ = 1, 40 do
              if operation.isCancelled then return end
              work(0.05)
              Task.sleep(0.05)
            end
            done = done + 1
          end)
          queue:addOperation(operation)
        end
      end
      """, ["6\tdone"]
    ),
    (
      "a group of three requests whose notify ends the task",
      """
      function app:didEnterBackground(application)
        local group = DispatchGroup()
        local task
        local function finish()
          application:endBackgroundTask(task)
          task = UIBackgroundTaskIdentifier.invalid
        end
        task = application:beginBackgroundTask("refresh", finish)
        for part = 1, 3 do
          group:enter()
          local url = "https://s.example/" .. part
          URLSession.shared:dataTask(url, function() group:leave() end):resume()
        end
        group:notify(DispatchQueue.main, function()
          print("all three")
          finish()
        end)
      end
      """, ["all three"]
    ),
  ]

  @Test("come out clean", arguments: idioms)
  func clean(_ name: String, source: String, logs: [String]) throws {
    var run = ScriptRun(app: "local app = {}\n\(source)\nreturn app")
    run.scenario.servers = [
      .init(host: "s.example", latencyMedian: .seconds(2), latencyP95: .seconds(2))
    ]
    run.close(at: .seconds(10))
    let outcome = try run.result()
    #expect(outcome.logs() == logs, "\(name)")
    #expect(outcome.findings == [], "\(name)")
    #expect(outcome.exits() == [], "\(name)")
  }
}
