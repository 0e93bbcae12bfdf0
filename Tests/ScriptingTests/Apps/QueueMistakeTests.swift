import Device
import Simulation
import Testing

@testable import Scripting

/// Queues and locks that are used as they must not be.
extension QueueTests {
  @Test("end the app at the line where a phone does", arguments: endings)
  func crashes(_ name: String, source: String, finding: String) throws {
    let outcome = try outcome(source)
    #expect(outcome.findings == [finding], "\(name)")
    #expect(outcome.exits() == ["uncaughtException"], "\(name)")
  }

  @Test("sync onto a concurrent queue that runs is no mistake")
  func concurrentSync() throws {
    let outcome = try outcome(
      """
      local q = DispatchQueue("q", { attributes = "concurrent" })
      q:async(function() note(q:sync(function() return "inner" end)) end)
      """)
    #expect(outcome.logs() == ["1.0\tinner"])
    #expect(outcome.findings == [])
  }

  @Test("a lock is unlocked by who holds it: else it stays locked, and that is a finding")
  func lockNotHeld() throws {
    let outcome = try outcome(
      """
      local lock = NSLock()
      lock:unlock()
      global:async(function() lock:lock() end)
      main:asyncAfter(1, function() lock:unlock() note(lock:try()) end)
      """)
    #expect(outcome.findings == ["lockNotHeld app.lua:8", "lockNotHeld app.lua:10"])
    #expect(
      outcome.messages == [
        "an NSLock was unlocked when not locked",
        "an NSLock was unlocked from a thread which did not lock it",
      ])
    #expect(outcome.logs() == ["2.0\tfalse"])
  }

  @Test("a main thread that waits for what only it could do gets the watchdog where it waits")
  func watchdog() throws {
    let source = """
      local saved = DispatchSemaphore(0)
      function app:didEnterBackground()
        main:async(function() saved:signal() end)
        saved:wait()
      end
      """
    let outcome = try outcome(source, closedAt: .seconds(10))
    #expect(outcome.findings == ["callbackTooLong app.lua:10"])
    #expect(outcome.exits() == ["watchdog"])
    #expect(
      outcome.exitDetails() == ["didEnterBackground did not return within 5 s"])
  }

  @Test("in front it hangs, which is a finding from 2 s on, and ends the app once it is left")
  func hang() throws {
    let limited = try outcome("local s = DispatchSemaphore(0)\ns:wait(1.9)\ns:wait(3)")
    #expect(limited.findings == ["hang app.lua:9"])
    let short = try outcome("DispatchSemaphore(0):wait(1.9)")
    #expect(short.findings == [])
    let endless = try outcome("DispatchSemaphore(0):wait()", closedAt: .seconds(30))
    #expect(endless.exits() == ["watchdog"])
    #expect(endless.findings.contains("callbackTooLong app.lua:7"))
  }

  @Test("the line is that of the block of sync in which the thread stands")
  func placeInSync() throws {
    let outcome = try outcome(
      """
      local q = DispatchQueue("q")
      function app:didEnterBackground()
        q:sync(function()
          DispatchSemaphore(0):wait()
        end)
      end
      """, closedAt: .seconds(10))
    #expect(outcome.findings == ["callbackTooLong app.lua:10"])
  }

  @Test(
    "a suspended app's waits stand still; a time that has passed meanwhile is over at the resume")
  func suspended() throws {
    var run = ScriptRun(
      app: """
        local app, semaphore = {}, DispatchSemaphore(0)
        local function note(...) print(os.time() - 1704067200, ...) end
        function app:didFinishLaunching()
          DispatchQueue.global():async(function() note("long", semaphore:wait(100)) end)
          DispatchQueue.global():async(function() note("short", semaphore:wait(20)) end)
        end
        function app:willEnterForeground() semaphore:signal() end
        return app
        """)
    run.close(at: .seconds(5))
    run.open("app", at: .seconds(50))
    let outcome = try run.result()
    #expect(outcome.logs() == ["50\tshort\tfalse", "50\tlong\ttrue"])
    #expect(outcome.findings == [])
  }

  @Test("a blocked main thread is suspended with its app, and hangs when the user comes back")
  func suspendedMain() throws {
    var run = ScriptRun(
      app: """
        local app = {}
        function app:didEnterBackground()
          DispatchQueue.main:async(function()
            DispatchSemaphore(0):wait()
          end)
        end
        return app
        """)
    run.close(at: .seconds(5))
    run.open("app", at: .seconds(200))
    let outcome = try run.result()
    #expect(outcome.exitDetails() == ["block did not return within 10 s"])
    #expect(outcome.findings == ["callbackTooLong app.lua:4"])
  }

  @Test("a block that waits in a queue is cut off by suspension, at the line that put it there")
  func cutOff() throws {
    let outcome = try outcome(
      """
      local q = DispatchQueue("q")
      q:async(function() work(60) end)
      q:async(function() end)
      q:asyncAfter(60, function() end)
      """, closedAt: .seconds(5))
    #expect(
      outcome.findings == [
        "workCutOff app.lua:8", "workCutOff app.lua:10", "workCutOff app.lua:9",
      ])
  }

  @Test("what is made and brought back to where it began leaves nothing; what is not is bounded")
  func flood() throws {
    let clean = try outcome(
      """
      global:async(function()
        for _ = 1, 1.2e5 do
          local s, g, l = DispatchSemaphore(1), DispatchGroup(), NSLock()
          s:wait() s:signal() g:enter() g:leave() l:lock() l:unlock()
          DispatchWorkItem(print) OperationQueue() BlockOperation(print) DispatchQueue("q")
        end
        print("done")
      end)
      """)
    #expect(clean.exits() == [] && clean.logs() == ["done"])
    let flood = try outcome("while true do DispatchSemaphore(0):signal() end")
    #expect(flood.exits() == ["memoryLimit"])
    let endless = try outcome(
      "local q = DispatchQueue('q') while true do q:sync(function() end) end")
    #expect(endless.exits() == ["watchdog"])
  }
}
