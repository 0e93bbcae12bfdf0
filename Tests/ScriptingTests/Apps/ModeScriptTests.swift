import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Scripts that run by a mode")
struct ModeScriptTests {
  private func left(
    _ source: String, modes: BackgroundModes, on platform: Platform = .iOS13,
    _ prepare: (inout ScriptRun) -> Void = { _ in }
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(.seconds(600))
    run.scenario.device = DeviceConfiguration(platform)
    run.add(source, modes: modes)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    prepare(&run)
    return try run.result()
  }

  @Test("a player runs on while its session is active")
  func audio() throws {
    let outcome = try left(
      """
      return { didBecomeActive = function()
        AVAudioSession.sharedInstance():setActive(true)
        DispatchQueue.main:asyncAfter(300, function()
          print("the end")
          AVAudioSession.sharedInstance():setActive(false)
        end)
      end }
      """, modes: .audio)
    #expect(outcome.timedLogs() == ["301 the end"])
    #expect(outcome.findings == [])
  }

  @Test("a tracker is told of moves, in the background where it allows it")
  func location() throws {
    let source = """
      local manager = CLLocationManager()
      return {
        didFinishLaunching = function()
          print(manager.allowsBackgroundLocationUpdates, manager == CLLocationManager())
          manager.allowsBackgroundLocationUpdates = true
          print(manager.allowsBackgroundLocationUpdates)
          manager:startUpdatingLocation()
        end,
        didUpdateLocations = function(self, from, locations)
          print(from == manager, #locations, locations[1].coordinate.latitude)
          if locations[1].coordinate.longitude == 2 then manager:stopUpdatingLocation() end
        end,
      }
      """
    let outcome = try left(source, modes: .location) {
      $0.scenario.locations = [(100.0, 1.0), (200, 2), (300, 3)].map {
        LocationChange(
          at: .start + .seconds($0.0), position: Position(latitude: 52.5, longitude: $0.1))
      }
    }
    #expect(
      outcome.timedLogs() == [
        "1 false\ttrue", "1 true", "100 true\t1\t52.5", "200 true\t1\t52.5",
      ])
    #expect(outcome.findings == [])
  }

  @Test(
    "to allow updates in the background without the mode, or before iOS 9, is an error at the line")
  func allowing() throws {
    let source = "\nCLLocationManager().allowsBackgroundLocationUpdates = true\nreturn {}"
    let without = try left(source, modes: [])
    #expect(without.findings == ["uncaughtError app.lua:2"])
    #expect(
      without.messages == [
        "allowsBackgroundLocationUpdates needs the mode location; declare it in the app's modes"
      ])
    let old = try left(source, modes: .location, on: .iOS7)
    #expect(
      old.messages.first
        == "allowsBackgroundLocationUpdates came with iOS 9; this device is iOS 7")
  }

  private static let fence = """
    local manager = CLLocationManager()
    local home = CLCircularRegion {
      center = { latitude = 1, longitude = 2 }, radius = 200, identifier = "home" }
    return {
      didFinishLaunching = function(self, application, options)
        print(options.reason, #manager.monitoredRegions)
        home.notifyOnExit = false
        manager:startMonitoring(home)
        manager:requestState(home)
        local seen = manager.monitoredRegions[1]
        print(seen.identifier, seen.radius, seen.center.longitude, seen.notifyOnExit)
      end,
      didEnterRegion = function(self, from, region)
        print("enters", from == manager, region.identifier, region.notifyOnEntry)
        manager:stopMonitoring(region)
        print(#manager.monitoredRegions)
      end,
      didDetermineState = function(self, from, region, state) print(region.identifier, state) end,
    }
    """

  @Test("a fence is told that its region was entered, also after it was swiped away")
  func regions() throws {
    let outcome = try left(Self.fence, modes: [], on: .iOS13) { run in
      run.scenario.locations = [(0.0, 3.0), (100, 2)].map {
        LocationChange(
          at: .start + .seconds($0.0), position: Position(latitude: 1, longitude: $0.1))
      }
      run.scenario.user.append(
        UserAction(at: .start + .seconds(20), kind: .forceQuit(AppID(0))))
    }
    #expect(
      outcome.timedLogs() == [
        "1 user\t0", "1 home\t200.0\t2.0\tfalse", "1 home\toutside", "120 location\t1",
        "120 home\t200.0\t2.0\tfalse", "120 enters\ttrue\thome\ttrue", "120 0",
        "120 home\tinside", "120 home\tinside",
      ])
    #expect(outcome.findings == [])
  }

  @Test("the 21st region fails, with the code of Core Location")
  func tooManyRegions() throws {
    let outcome = try left(
      """
      local manager = CLLocationManager()
      return {
        didFinishLaunching = function()
          for n = 1, 21 do
            manager:startMonitoring(CLCircularRegion {
              center = { latitude = 1, longitude = n }, radius = 200, identifier = "r" .. n })
          end
        end,
        monitoringDidFail = function(self, from, region, error)
          print(region.identifier, error.code, error.localizedDescription)
        end,
      }
      """, modes: [])
    #expect(
      outcome.timedLogs() == [
        "1 r21\t5\tThe app monitors as many regions as it may (20)."
      ])
  }

  @Test(
    "a region that is none is an error at its line",
    arguments: [
      (
        "{}",
        "CLCircularRegion: center: a table expected, got nil; write { latitude = ..., longitude = ... }"
      ),
      (
        "{ center = { latitude = 91, longitude = 0 }, radius = 1, identifier = 'a' }",
        "CLCircularRegion: latitude out of range (91.0); give degrees, -90 to 90"
      ),
      (
        "{ center = { latitude = 1, longitude = 'x' }, radius = 1, identifier = 'a' }",
        "CLCircularRegion: longitude: a number expected, got string"
      ),
      (
        "{ center = { latitude = 1, longitude = 0 }, radius = 0, identifier = 'a' }",
        "CLCircularRegion: radius out of range (0.0); give metres, above 0"
      ),
      (
        "{ center = { latitude = 1, longitude = 0 }, radius = 1 }",
        "CLCircularRegion: identifier: a string expected, got nil"
      ),
      (
        "{ center = { latitude = 1, longitude = 0 }, radius = 1, identifier = 'a', notifyOnExit = 1 }",
        "CLCircularRegion: notifyOnExit: a boolean expected, got number"
      ),
      (
        "{ centre = 1 }",
        "CLCircularRegion: unknown field (centre); its fields are center, radius, identifier, notifyOnEntry, notifyOnExit"
      ),
    ])
  func badRegions(region: String, message: String) throws {
    let outcome = try left("\nCLCircularRegion(\(region))\nreturn {}", modes: [])
    #expect(outcome.findings == ["uncaughtError app.lua:2"])
    #expect(outcome.messages == [message])
    let old = try left("CLCircularRegion {}", modes: [], on: .iOS6)
    #expect(old.messages == ["CLCircularRegion came with iOS 7; this device is iOS 6"])
  }

  @Test("what a manager lacks cannot be set")
  func readOnly() throws {
    let outcome = try left("\nCLLocationManager().accuracy = 1\nreturn {}", modes: [])
    #expect(outcome.messages == ["CLLocationManager is read-only (field 'accuracy')"])
  }

  @Test("a sensor's app gets its values, by the name of the accessory")
  func bluetooth() throws {
    let outcome = try left(
      """
      local central = CBCentralManager()
      return {
        didFinishLaunching = function() central:connect("belt") end,
        didUpdateValue = function(self, from, accessory)
          print(from == central, accessory)
          central:cancelPeripheralConnection(accessory)
        end,
      }
      """, modes: .bluetooth
    ) {
      $0.scenario.accessories = [
        AccessoryEvent(accessory: "belt", at: .start + .seconds(100), every: .seconds(50))
      ]
    }
    #expect(outcome.timedLogs() == ["100 true\tbelt"])
  }

  @Test("an app hears of its connections, and why one is over")
  func connections() throws {
    let outcome = try left(
      """
      local central = CBCentralManager()
      return {
        didFinishLaunching = function() central:connect("belt") end,
        didConnect = function(self, from, accessory)
          print(from == central, accessory)
          central:cancelPeripheralConnection(accessory)
        end,
        didDisconnectPeripheral = function(self, from, accessory, error)
          print(from == central, accessory, error)
        end,
      }
      """, modes: .bluetooth
    ) { _ in }
    #expect(outcome.timedLogs() == ["1 true\tbelt", "1 true\tbelt\tnil"])
  }

  @Test("a sensor's app gets its connections back in its next process, by its restoreIdentifier")
  func restoration() throws {
    let source = """
      local central = CBCentralManager { restoreIdentifier = "belts" }
      return {
        didFinishLaunching = function(self, application, options)
          print(options.reason)
          if options.reason == "user" then central:connect("belt") central:connect("axe") end
        end,
        didEnterBackground = function() error("a crash") end,
        willRestoreState = function(self, from, state)
          print(from == central, table.concat(state.peripherals, " "))
        end,
        didUpdateValue = function(self, from, accessory) print(accessory) end,
      }
      """
    let outcome = try left(source, modes: .bluetooth) {
      $0.scenario.accessories = [AccessoryEvent(accessory: "belt", at: .start + .seconds(100))]
    }
    #expect(
      outcome.timedLogs() == ["1 user", "100 bluetooth", "100 true\taxe belt", "100 belt"])
    let deaf = try left(
      """
      return { didFinishLaunching = function()
        CBCentralManager { restoreIdentifier = "belts" }
      end }
      """, modes: .bluetooth)
    #expect(
      deaf.messages.first
        == "CBCentralManager: a restoreIdentifier is given (belts), and the delegate has no"
        + " willRestoreState; add willRestoreState(central, state)")
    let wrong = try left("CBCentralManager { restoreIdentifier = 1 }", modes: .bluetooth)
    #expect(
      wrong.messages.first
        == "CBCentralManager: restoreIdentifier: a string expected, got number")
    let other = try left("CBCentralManager { name = 'a' }", modes: .bluetooth)
    #expect(
      other.messages.first
        == "CBCentralManager: unknown field (name); its only field is restoreIdentifier")
    let old = try left(
      "CBCentralManager { restoreIdentifier = 'a' }", modes: .bluetooth, on: .iOS6)
    #expect(
      old.messages.first == "restoreIdentifier came with iOS 7; this device is iOS 6")
  }

  @Test("defaults hold nothing before the first unlock: a finding at the line")
  func protectedData() throws {
    let source = """
      return {
        didFinishLaunching = function(self, application, launch)
          print(launch.reason, application.isProtectedDataAvailable)
          UserDefaults.standard:set("a", 1)
          print(UserDefaults.standard:value("a"))
        end,
        protectedDataDidBecomeAvailable = function(self, application)
          UserDefaults.standard:set("b", 2)
          print(UserDefaults.standard:value("b"), application.isProtectedDataAvailable)
        end,
      }
      """
    var run = ScriptRun(.seconds(600))
    run.add(source, modes: .resident)
    run.scenario.firstUnlock = .start + .seconds(60)
    let outcome = try run.result()
    #expect(outcome.timedLogs() == ["0 resident\tfalse", "0 nil", "60 2\ttrue"])
    #expect(outcome.findings == ["dataProtected app.lua:4", "defaultsReadLocked app.lua:5"])
  }

  @Test("scenarios say where the device is, what accessories send and when it is unlocked")
  func scenario() throws {
    let scenario = try load(
      """
      return scenario { duration = hours(1), apps = { app { id = "a", script = "app.lua" } },
        startsAt = "08:00", device = device { os = "iOS 15", prewarming = 30 },
        thermal = { { at = "08:20", state = "critical" }, { at = "07:00", state = "fair" } },
        locations = { { at = "08:30", latitude = 1, longitude = -2 }, { at = 0, latitude = 0, longitude = 0 } },
        bluetooth = { { accessory = "belt", every = 60 }, { accessory = "lock", at = "08:00:30" } },
        firstUnlock = "08:10" }
      """
    ).scenario
    #expect(scenario.locations.map(\.at) == [.start, .start + .minutes(30)])
    #expect(scenario.locations[1].position == Position(latitude: 1, longitude: -2))
    #expect(scenario.accessories.map(\.accessory) == ["lock", "belt"])
    #expect(scenario.accessories[1].at == .start + .seconds(60))
    #expect(scenario.accessories[1].every == .seconds(60))
    #expect(scenario.thermal.map(\.state) == [.fair, .critical])
    #expect(scenario.thermal.map(\.at) == [.start, .start + .minutes(20)])
    #expect(scenario.firstUnlock == .start + .minutes(10))
    #expect(scenario.device.prewarming == .seconds(30))
  }

  @Test(
    "and what they say wrongly is reported",
    arguments: [
      (
        "locations = { { at = 0, latitude = 91, longitude = 0 } }",
        "scenario.locations[1].latitude: out of range (91); give degrees, -90 to 90"
      ),
      (
        "locations = { { at = 0, latitude = 1 } }",
        "scenario.locations[1]: missing key (\"longitude\"); give degrees: east is positive"
      ),
      (
        "thermal = { { at = 0, state = 'warm' } }",
        "scenario.thermal[1].state: unknown state (\"warm\"); states are \"nominal\", \"fair\", \"serious\", \"critical\""
      ),
      (
        "bluetooth = { { accessory = 'belt' } }",
        "scenario.bluetooth[1]: sends nothing (no at, no every); give one of them"
      ),
      (
        "device = device { os = \"iOS 13\", prewarming = 60 }",
        "device.prewarming: prewarming came with iOS 15; this device is iOS 13; leave it out, or set os"
      ),
    ])
  func badScenario(keys: String, message: String) {
    let text = "return scenario { duration = 60, apps = { app { id = 'a', script = 'app.lua' } },\n"
    #expect(problems(of: text + keys + "}") == "s.lua:2: \(message)")
  }
}
