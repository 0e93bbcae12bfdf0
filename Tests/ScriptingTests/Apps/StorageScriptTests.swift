import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Files, keychain and lock in scripts")
struct StorageScriptTests {
  /// Runs an app that is opened at 1 and locked at 10, with a block at 60.
  private func locked(_ setUp: String, behind: String) throws -> ScriptRun.Outcome {
    var run = ScriptRun(.minutes(5))
    run.add(
      """
      local files = FileManager.default
      return {
        didBecomeActive = function() \(setUp) end,
        didEnterBackground = function(self, application)
          local id
          id = application:beginBackgroundTask(function() application:endBackgroundTask(id) end)
          Timer.scheduledTimer(20, false, function()
            \(behind)
            application:endBackgroundTask(id)
          end)
        end,
      }
      """)
    run.open("app", at: .seconds(1))
    run.scenario.user.append(UserAction(at: .start + .seconds(10), kind: .lock))
    return try run.result()
  }

  @Test("files by their classes, their errors, and handles that stay open")
  func files() throws {
    let outcome = try locked(
      """
      print(files:createFile("a", "one", { protectionKey = FileProtectionType.complete }))
      print(files:createFile("b", "two", { protectionKey = FileProtectionType.completeUnlessOpen }))
      print(files:createFile("c"), files:contents("c") == "", files:contents("a"))
      handle = FileHandle.forUpdating("b")
      print(handle:write(" three"), handle:readToEnd(), FileHandle.forUpdating("d"))
      """,
      behind: """
        local data, error = files:contents("a")
        print(data, error.code, error.localizedDescription)
        print(select(2, files:contents("z")).code, files:fileExists("a"), files:fileExists("z"))
        print(handle:readToEnd(), handle:write("!"), files:contents("b"))
        print(FileHandle.forUpdating("b"))
        handle:close()
        print(pcall(handle.readToEnd, handle))
        print(files:removeItem("c"), files:removeItem("c"))
        """)
    let logs = outcome.logs()
    #expect(logs.prefix(3) == ["true", "true", "true\ttrue\tone"])
    #expect(logs[3].hasPrefix("true\ttwo three\tnil\ttable"))
    #expect(logs[4] == "nil\t257\tthe file is protected, and the device is locked")
    #expect(logs[5] == "260\ttrue\tfalse")
    #expect(logs[6].hasPrefix("two three\ttrue\tnil\ttable"))
    #expect(logs[7].hasPrefix("nil\ttable"))
    #expect(logs[8].hasPrefix("false") && logs[8].contains("the handle is closed"))
    #expect(logs[9] == "true\tfalse")
    #expect(outcome.findings.isEmpty)
  }

  @Test("the keychain by its statuses, with the fields' names of Swift")
  func keychain() throws {
    let outcome = try locked(
      """
      item = { [kSecAttrService] = "s", [kSecAttrAccount] = "token" }
      print(SecItemAdd { service = "s", account = "token", data = "one" } == errSecSuccess)
      print(SecItemAdd { [kSecAttrService] = "s", [kSecAttrAccount] = "token" })
      print(SecItemAdd { account = "later", data = "two",
        [kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock })
      print(SecItemCopyMatching(item))
      print(SecItemUpdate(item, { [kSecValueData] = "three" }), SecItemCopyMatching(item))
      print(SecItemCopyMatching { account = "other" } == errSecItemNotFound)
      """,
      behind: """
        print(SecItemCopyMatching(item), errSecInteractionNotAllowed)
        print(SecItemCopyMatching { account = "later" })
        print(SecItemDelete { account = "later" }, SecItemDelete { account = "later" })
        """)
    #expect(
      outcome.logs() == [
        "true", "-25299", "0", "0\tone", "0\t0\tthree", "true", "-25308\t-25308", "0\ttwo",
        "0\t-25300",
      ])
    #expect(outcome.findings.isEmpty)
  }

  @Test("both outlive the process, and a restart")
  func outlive() throws {
    var run = ScriptRun(.minutes(5))
    run.add(
      """
      local files = FileManager.default
      print(files:contents("kept"), (select(2, SecItemCopyMatching { account = "kept" })))
      files:createFile("kept", "file")
      SecItemAdd { account = "kept", data = "item" }
      return { didEnterBackground = function() error("crash") end }
      """)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(2))
    run.open("app", at: .seconds(10))
    let logs = try run.result().logs()
    #expect(logs.count == 2)
    #expect(logs[0].hasPrefix("nil") && logs[1] == "file\titem")
  }

  @Test("the delegate hears of the lock and of the unlock")
  func delegate() throws {
    var run = ScriptRun(.minutes(5))
    run.add(
      """
      local says = function(what)
        return function(self, application) print(what, application.isProtectedDataAvailable) end
      end
      return {
        protectedDataWillBecomeUnavailable = says("locked"),
        protectedDataDidBecomeAvailable = says("unlocked"),
      }
      """, modes: .resident)
    run.add("return {}", name: "other")
    run.open("other", at: .seconds(1))
    run.scenario.user.append(UserAction(at: .start + .seconds(10), kind: .lock))
    run.scenario.user.append(UserAction(at: .start + .seconds(100), kind: .unlock))
    #expect(try run.result().timedLogs() == ["20 locked\tfalse", "100 unlocked\ttrue"])
  }

  @Test(
    "what is wrong is an error at its line",
    arguments: [
      ("FileManager.default:createFile('', 'x')", "an empty path; name a file"),
      (
        "FileManager.default:createFile('a', 'x', { protectionKey = 'all' })",
        "createFile: protectionKey: no such class (\"all\"); give one of FileProtectionType.complete, "
          + "FileProtectionType.completeUnlessOpen, "
          + "FileProtectionType.completeUntilFirstUserAuthentication, FileProtectionType.none"
      ),
      (
        "FileManager.default:createFile('a', 'x', { protection = 'none' })",
        "createFile: unknown field (protection); its only field is protectionKey"
      ),
      (
        "for i = 1, 5 do FileManager.default:createFile('f' .. i, ('x'):rep(900000)) end",
        "createFile: 900066 bytes go beyond the 4000000 that an app keeps in files and in the "
          + "keychain; keep less"
      ),
      ("FileManager.default.contents('a')", "is called without its object"),
      (
        "SecItemAdd { account = 'a', accessible = 'Always' }",
        "SecItemAdd: accessible: no such class (\"Always\"); give one of "
          + "kSecAttrAccessibleWhenUnlocked"
      ),
      ("SecItemAdd { acount = 'a' }", "SecItemAdd: unknown field (acount); its fields are service"),
      ("SecItemAdd { account = 1 }", "SecItemAdd: account: a string expected, got 1"),
      ("SecItemAdd { data = true }", "SecItemAdd: data: a string expected, got true"),
      (
        "SecItemAdd { service = ('x'):rep(1025) }",
        "SecItemAdd: service: at most 1024 bytes expected, got 1025"
      ),
      (
        "for i = 1, 1e6 do SecItemAdd { account = 'a' .. i, data = ('x'):rep(100000) } end",
        "that an app keeps in files and in the keychain; keep less"
      ),
      (
        "SecItemCopyMatching { data = 'a' }",
        "SecItemCopyMatching: data is no part of a query; name service and account"
      ),
      (
        "SecItemUpdate({ account = 'a' }, { account = 'b' })",
        "SecItemUpdate: service and account stay; add another item, and delete this one"
      ),
      ("UIDevice.current.isBatteryMonitoringEnabled = 1", "boolean expected"),
    ])
  func mistakes(code: String, message: String) throws {
    let outcome = try ScriptRun(app: "return { didBecomeActive = function()\n\(code)\nend }")
      .result()
    #expect(outcome.findings == ["uncaughtError app.lua:2"])
    #expect(outcome.messages.first?.contains(message) == true, "\(outcome.messages)")
  }

  @Test("a thousand files may be open in a process")
  func openFiles() throws {
    let outcome = try ScriptRun(
      app: """
        FileManager.default:createFile("a")
        local held = {}
        for i = 1, 1000 do held[i] = FileHandle.forUpdating("a") end
        print(pcall(FileHandle.forUpdating, "a"))
        held[1]:close()
        print((pcall(FileHandle.forUpdating, "a")))
        return {}
        """
    ).result()
    #expect(outcome.logs()[0].contains("has 1000 files open; close some first"))
    #expect(outcome.logs()[1] == "true")
  }

  @Test("what scenarios say of the lock, and what they say wrongly")
  func scenario() throws {
    let loaded = try load(
      """
      return scenario { duration = hours(1), apps = { app { id = "a", script = "app.lua" } },
        device = device { passcode = false, autoLock = false, limits = { protectedData = 0 } },
        user = usage.schedule { { at = 1, open = "a" }, { at = 2, lock = true },
          { at = 3, unlock = true } } }
      """
    ).scenario
    #expect(!loaded.device.hasPasscode && loaded.device.autoLock == nil)
    #expect(loaded.device.limits.protectedData == .zero)
    #expect(
      problems(
        of: """
          return scenario { duration = 60, apps = { app { id = 'a', script = 'app.lua' } },
            device = device { passcode = false }, firstUnlock = 5 }
          """) == "s.lua:2: scenario.firstUnlock: the phone has no passcode, so that nothing waits "
        + "for it; leave it out, or passcode = false")
  }
}
