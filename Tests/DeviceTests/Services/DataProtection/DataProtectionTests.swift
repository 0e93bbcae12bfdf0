import Simulation
import Testing

@testable import Device

@Suite("Protected data")
struct DataProtectionTests {
  private static let line = SourceLocation(file: "test", line: 1)
  private static let will = "protectedDataWillBecomeUnavailable"
  private static let did = "protectedDataDidBecomeAvailable"

  private let looks = Step.run { app in
    let place = SourceLocation(file: "test", line: 6)
    let mayUse = app.application.mayUseDefaults(toWrite: true, at: place)
    app.application.log("\(mayUse) \(app.application.isProtectedDataAvailable)")
  }

  /// A device that has just been restarted, and is unlocked at 100; a runs all the time.
  private func phone() -> Phone {
    let phone = Phone("a", "b", seconds: 3_000, modes: .fetch)
    phone.scenario.apps[0].modes = .resident
    phone.scenario.firstUnlock = moment(100)
    phone.on("didFinishLaunching", [looks, .after(200, [looks])])
    phone.on(Self.did, [looks])
    return phone
  }

  @Test("defaults cannot be used before the first unlock, and can be while locked after it")
  func unlock() {
    let phone = phone()
    phone.run()
    #expect(phone.timeline("app.log") == ["0 false false", "100 true true", "200 true false"])
    #expect(phone.timeline("unlock", of: nil) == ["100 unlock"])
    #expect(phone.findings(.dataProtected).map(\.location?.line) == [6])
  }

  @Test("who opens an app has unlocked the device; a device that was not booted never was locked")
  func opened() {
    let early = phone()
    early.opens("b", at: 30)
    early.on("didFinishLaunching", of: "b", [looks])
    early.run()
    #expect(early.timeline("unlock", of: nil) == ["30 unlock"])
    #expect(early.timeline("app.log", of: "b") == ["30 true true"])
    #expect(!early.timeline("app.callback", of: "b").contains { $0.contains("protected") })
    let running = phone()
    running.scenario.firstUnlock = nil
    running.run()
    #expect(running.timeline("app.log") == ["0 true true", "200 true false"])
    #expect(running.timeline("unlock", of: nil).isEmpty)
  }

  @Test("an app that is suspended then is told when it runs again")
  func suspended() {
    let phone = phone()
    phone.scenario.device.prewarming = .seconds(100)
    phone.opens("b", at: 150)
    phone.on(Self.did, of: "b", [.log("told")])
    phone.run()
    #expect(
      phone.timeline("app.state", of: "b").prefix(2) == [
        "50 notRunning→background", "50 background→suspended",
      ])
    #expect(phone.timeline("app.log", of: "b") == ["150 told"])
  }

  @Test("processes that run hear of the loss, 10 s after the lock, and of the unlock")
  func told() {
    let phone = Phone("a", "b", "c", seconds: 400)
    phone.scenario.apps[0].modes = .resident
    for app in ["a", "b", "c"] {
      phone.on(Self.will, of: app, [looks])
      phone.on(Self.did, of: app, [looks])
    }
    phone.opens("b", at: 0)
    phone.opens("c", at: 5)
    phone.closes(at: 10)
    phone.opens("c", at: 100)
    phone.locks(at: 200)
    phone.opens("b", at: 300)
    phone.run()
    #expect(
      phone.timeline("app.callback").filter { $0.contains("protected") } == [
        "50 \(Self.will)", "100 \(Self.did)", "210 \(Self.will)", "300 \(Self.did)",
      ])
    #expect(
      phone.timeline("app.log") == [
        "50 true false", "100 true true", "210 true false", "300 true true",
      ])
    // What is suspended all the time that it is locked has missed nothing.
    for app in ["b", "c"] {
      #expect(!phone.story(of: app).contains { $0.contains("protected") })
    }
    #expect(phone.timeline("lock", "unlock", of: nil) == ["200 lock"])
  }

  @Test("a user who is back within those 10 s has missed nothing, nor is there anything to miss")
  func inTime() {
    for hasPasscode in [true, false] {
      let phone = Phone("a", "b", seconds: 400)
      phone.scenario.device.hasPasscode = hasPasscode
      phone.scenario.apps[0].modes = .resident
      phone.on(Self.will, [looks])
      phone.on(Self.did, [looks])
      phone.opens("b", at: 0)
      phone.locks(at: 10)
      phone.unlocks(at: hasPasscode ? 19 : 300)
      phone.run()
      #expect(phone.timeline("app.log").isEmpty)
      #expect(phone.state("b") == .active)
    }
  }

  @Test("a device whose apps do not listen has no event more for its lock")
  func unheard() {
    func events(_ autoLock: TimeSpan?) -> Int {
      let phone = Phone.visited()
      phone.scenario.device.autoLock = autoLock
      return phone.run().events
    }
    #expect(events(.seconds(30)) == events(nil))
  }

  // MARK: Lock and unlock

  @Test("unlocking returns to the app that was in front, also where its process has ended")
  func returns() {
    let phone = Phone("a", "b")
    phone.opens(at: 0)
    phone.locks(at: 10)
    phone.unlocks(at: 50)
    phone.run(until: 60)
    #expect(
      phone.timeline("user.open", "user.close", "lock", "unlock", of: nil) == [
        "0 user.open", "10 user.close", "10 lock", "50 unlock", "50 user.open",
      ])
    #expect(
      phone.timeline("app.callback").suffix(4) == [
        "10 willResignActive", "10 didEnterBackground", "50 willEnterForeground",
        "50 didBecomeActive",
      ])
    let device = phone.device
    device.lock()
    device.lock()
    device.run(until: moment(80))
    #expect(device.endForMemory(AppID(0)))
    device.unlock()
    device.run(until: moment(90))
    #expect(device.foreground == AppID(0) && phone.figures().launches == 2)
    device.lock()
    device.open(AppID(1))
    device.leave()
    device.lock()
    device.unlock()
    #expect(device.foreground == nil)
    device.open(AppID(0))
    device.lock()
    device.forceQuit(AppID(0))
    device.unlock()
    #expect(device.foreground == nil)
  }

  // MARK: Restart

  @Test("before the first unlock nothing is launched but by prewarming, and then what waits is")
  func background() throws {
    let phone = Phone("push", "belt", "walk", "fetch", seconds: 4_000)
    phone.scenario.apps[0].modes = .remoteNotification
    phone.scenario.apps[1].modes = .bluetooth
    phone.scenario.apps[3].modes = .fetch
    phone.scenario.accessories = [1_000.0, 3_500].map {
      AccessoryEvent(accessory: "belt", at: moment($0))
    }
    phone.scenario.locations = [0.0, 1_500, 3_000].enumerated().map { index, second in
      LocationChange(
        at: moment(second), position: Position(latitude: Double(index) * 0.1, longitude: 0))
    }
    phone.scenario.pushes = [PushSource(to: AppID(0), .at(moment(500)))]
    phone.on(
      "didFinishLaunching", of: "belt",
      [
        .run {
          $0.application.restoreCentral("belts")
          $0.application.connect(toAccessory: "belt", at: SourceLocation(file: "", line: 1))
        }
      ])
    phone.on(
      "didFinishLaunching", of: "walk",
      [.run { $0.application.monitorSignificantChanges(true, at: Self.line) }])
    phone.on("didFinishLaunching", of: "fetch", [.fetchEvery(0)])
    phone.on("performFetch", of: "fetch", [.complete(.newData)])
    phone.on("didReceiveRemoteNotification", of: "push", [.completePush(.newData)])
    for app in ["push", "belt", "walk", "fetch"] { phone.opens(app, at: 0) }
    phone.closes(at: 10)
    let device = phone.device
    device.run(until: moment(100))
    device.reboot()
    device.run(until: moment(2_000))
    #expect(throws: WorkObstacle.notEligible([.beforeFirstUnlock])) {
      try device.start(.push, of: AppID(0))
    }
    for app in ["push", "belt", "walk", "fetch"] {
      #expect(phone.timeline("app.state", of: app).last?.contains("notRunning") == true)
    }
    #expect(device.prewarm(AppID(2)) && !device.prewarm(AppID(2)))
    device.unlock()
    device.run(until: moment(4_000))
    #expect(phone.timeline("push.deliver", of: "push") == ["2000 push 1 deliver"])
    #expect(phone.timeline("work.start", "fetch.start", of: "fetch").first == "2000 fetch.start")
    #expect(phone.timeline("bluetooth.value", of: "belt") == ["3500 bluetooth.value"])
    // The first of each life is the place that is known already.
    let places = phone.timeline("location.update", of: "walk").map { $0.prefix { $0 != " " } }
    #expect(places == ["0", "2000", "3000"])
  }

  @Test("without a passcode a restart keeps nothing from being launched")
  func restartWithoutPasscode() {
    let phone = Phone(seconds: 400, modes: .remoteNotification)
    phone.scenario.device.hasPasscode = false
    phone.scenario.pushes = [PushSource(to: AppID(0), .at(moment(50)))]
    phone.on("didReceiveRemoteNotification", [.completePush(.newData)])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.device.run(until: moment(20))
    phone.device.reboot()
    phone.run()
    #expect(phone.timeline("push.deliver") == ["50 push 1 deliver"])
  }

  @Test("a restart lifts a force-quit")
  func forceQuit() {
    for isRestarted in [false, true] {
      let phone = Phone(seconds: 400, modes: .remoteNotification)
      phone.scenario.pushes = [PushSource(to: AppID(0), .at(moment(50)))]
      phone.on("didReceiveRemoteNotification", [.completePush(.newData)])
      phone.opens(at: 0)
      phone.forceQuits(at: 10)
      phone.device.run(until: moment(20))
      if isRestarted { phone.device.reboot() }
      phone.device.run(until: moment(30))
      #expect(!phone.device.present(of: AppID(0)).isInAppSwitcher)
      if isRestarted { phone.device.unlock() }
      phone.run()
      #expect(phone.timeline("push.deliver") == (isRestarted ? ["50 push 1 deliver"] : []))
    }
  }

  @Test("systemUptime counts the time awake since the restart")
  func uptime() {
    let phone = Phone(seconds: 400)
    phone.on(
      "didBecomeActive", [.run { $0.application.log(text($0.application.systemUptime.seconds)) }])
    phone.opens(at: 50, 100, 200)
    phone.closes(at: 60, 110, 210)
    phone.device.run(until: moment(150))
    phone.device.reboot()
    phone.run()
    // In front 10 s, then behind 5 s: asleep in between.
    #expect(phone.timeline("app.log") == ["50 0", "100 15", "200 0"])
  }
}
