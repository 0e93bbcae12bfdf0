import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Foreground services and wake locks in scripts")
struct ServiceScriptTests {
  private func outcome(
    _ source: String, types: ServiceTypes = .dataSync, minutes: Int = 10
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(android: source, minutes: minutes)
    run.scenario.apps[0].serviceTypes = types
    return try run.result()
  }

  @Test("a service gets its actions by number, and its time is over as Android says")
  func life() throws {
    let outcome = try outcome(
      """
      return {
        onStart = function() startForegroundService("a") startForegroundService() end,
        onStartCommand = function(_, action, startId)
          print(action == "", startId)
          startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_SHORT_SERVICE)
          stopSelf(1)
        end,
        onTimeout = function(_, startId, type)
          print("over", startId, type == ServiceInfo.FOREGROUND_SERVICE_TYPE_SHORT_SERVICE)
          stopForeground()
          stopSelf()
        end,
      }
      """, types: .shortService)
    #expect(outcome.timedLogs() == ["1 false\t1", "1 true\t2", "181 over\t2\ttrue"])
    #expect(outcome.findings == [])
  }

  @Test(
    "what Android refuses is an exception by its name, and its own finding where nobody catches it")
  func exceptions() throws {
    let outcome = try outcome(
      """
      return {
        onStart = function()
          print(pcall(startForeground))
          startForegroundService("x")
        end,
        onStartCommand = function()
          local ok, message = pcall(startForeground, ServiceInfo.FOREGROUND_SERVICE_TYPE_LOCATION)
          print(ok, message:match("^%w+"))
          startForeground()
        end,
        onStop = function()
          stopSelf()
          Handler():postDelayed(function() startForegroundService("y") end, 8)
        end,
      }
      """)
    #expect(
      outcome.logs() == [
        "false\tIllegalStateException: no service was started; call startForegroundService() before",
        "false\tIllegalArgumentException",
      ])
    #expect(outcome.findings == ["foregroundServiceNotAllowed app.lua:13"])
    #expect(outcome.exits() == ["uncaughtException"])
  }

  @Test("an app without onStartCommand has no service")
  func noService() throws {
    let outcome = try outcome("return { onStart = function() startForegroundService() end }")
    #expect(outcome.findings == ["uncaughtError app.lua:1"])
    #expect(outcome.messages[0].hasPrefix("IllegalArgumentException"))
  }

  @Test(
    "what onStartCommand returns says whether its service begins again after a crash",
    arguments: [
      ("START_STICKY", ["1\ta", "2\tnil"]), ("START_REDELIVER_INTENT", ["1\ta", "2\ta"]),
      ("START_NOT_STICKY", ["1\ta"]), ("nil", ["1\ta"]),
    ])
  func restarts(returned: String, logs: [String]) throws {
    let outcome = try outcome(
      """
      local launch = SharedPreferences:getInt("launch", 0) + 1
      SharedPreferences:edit():putInt("launch", launch):apply()
      return {
        onStart = function() startForegroundService("a") end,
        onStartCommand = function(_, action)
          print(launch, action)
          if launch == 1 then
            startForeground()
            Handler():postDelayed(function() error("that is all") end, 30)
          end
          return \(returned)
        end,
      }
      """)
    #expect(outcome.logs() == logs)
    #expect(outcome.exits() == ["uncaughtException"])
  }

  @Test("a wake lock is as PowerManager has it")
  func wakeLock() throws {
    let outcome = try outcome(
      """
      return { onStart = function()
        local lock = PowerManager:newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "app:x")
        lock:acquire()
        lock:acquire(5)
        lock:release()
        print(lock:isHeld())
        lock:release()
        print(lock:isHeld(), pcall(lock.release, lock))
        lock:setReferenceCounted(false)
        lock:acquire(2)
        Handler():postDelayed(function() print(lock:isHeld()) lock:release() end, 3)
      end }
      """)
    #expect(
      outcome.timedLogs() == [
        "1 true",
        "1 false\tfalse\tRuntimeException: WakeLock under-locked: released more often than acquired;"
          + " ask isHeld()", "4 false",
      ])
    #expect(outcome.findings == [])
  }

  @Test("no other lock than a partial one is modelled, and no type that there is not")
  func arguments() throws {
    let outcome = try outcome(
      """
      return { onStart = function()
        print(pcall(PowerManager.newWakeLock, PowerManager, 26, "x"))
        print(pcall(startForeground, 1 << 12))
      end }
      """)
    #expect(outcome.logs()[0].contains("PowerManager.PARTIAL_WAKE_LOCK expected"))
    #expect(outcome.logs()[1].contains("ServiceInfo.FOREGROUND_SERVICE_TYPE_... expected"))
  }
}
