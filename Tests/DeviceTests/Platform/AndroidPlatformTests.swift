import Simulation
import Testing

@testable import Device

@Suite("Versions of Android")
struct AndroidPlatformTests {
  private func phone(_ platform: Platform = .android15, seconds: Double = 900) -> Phone {
    let phone = Phone(seconds: seconds)
    phone.scenario.device = DeviceConfiguration(platform)
    phone.scenario.device.pool.pays = .all
    return phone
  }

  @Test("each is found by its name, and has its rules")
  func names() {
    #expect(Platform.android.map(\.name) == ["Android 13", "Android 15", "Android 16"])
    for platform in Platform.android {
      #expect(Platform(named: platform.name) == platform)
      #expect(platform.android?.version == platform.version)
    }
    for name in ["Android", "Android 14", "Android 17", "android 15", "iOS 15.0"] {
      #expect(Platform(named: name) == nil, "\(name)")
    }
    #expect(Platform.all.allSatisfy { $0.family == .iOS && $0.android == nil })
  }

  @Test("what is iOS's is not there, and says what does it")
  func features() {
    #expect(
      Platform.android15.absence(of: .taskScheduler)
        == "BGTaskScheduler is iOS's; JobScheduler does this on Android")
    #expect(
      Platform.android15.absence(of: .pushKit)
        == "PushKit is iOS's; nothing that is modelled does this on Android")
    let feature = Feature("the radio", since: 15, until: 15, of: .android)
    #expect(
      Platform.android13.absence(of: feature)
        == "the radio came with Android 15; this device is Android 13")
    #expect(
      Platform.android16.absence(of: feature)
        == "the radio ended with Android 15; this device is Android 16")
    #expect(
      Platform.iOS18.absence(of: feature)
        == "the radio is Android's; nothing that is modelled does this on iOS")
  }

  @Test("each ends processes for the reasons of ApplicationExitInfo, and for none of iOS's alone")
  func exits() {
    for platform in Platform.android {
      #expect(platform.code(of: .watchdog) == "REASON_ANR")
      #expect(platform.code(of: .memoryPressure) == "REASON_LOW_MEMORY")
      #expect(platform.code(of: .backgroundTaskAssertionTimeout) == nil)
      #expect(!platform.knows(.backgroundFetchTimeout) && platform.knows(.forceQuit))
      #expect(ExitReason.allCases.filter(platform.assumesCode) == [])
    }
  }

  @Test("an app's methods have Android's names, and what Android has none for is not called")
  func callbacks() {
    let phone = phone()
    phone.opens(at: 0, 30)
    phone.closes(at: 10)
    phone.forceQuits(at: 40)
    phone.run()
    #expect(
      phone.timeline("app.callback") == [
        "0 onCreate", "0 onStart", "10 onStop", "30 onStart", "40 onStop", "40 onDestroy",
      ])
    #expect(phone.timeline("app.exit") == ["40 exit forceQuit"])
  }

  @Test(
    "a process is frozen when it has been cached for 10 min on 13, and for 10 s later",
    arguments: [(Platform.android13, "610"), (.android15, "20"), (.android16, "20")])
  func freezer(platform: Platform, moment: String) {
    let phone = phone(platform)
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.state").last == "\(moment) background→suspended")
  }

  @Test("that holds for one that nobody has opened, too, and begins anew after work")
  func freezerBeginsAnew() {
    let phone = phone()
    phone.device.act { phone.device[phone.id("a")].launch(into: .background, reason: .job) }
    phone.run(until: 15)
    #expect(phone.timeline("app.state").last == "10 background→suspended")
    let busy = self.phone()
    busy.on("didEnterBackground", [.run { $0.application.process.keeps(running: .audio, true) }])
    busy.opens(at: 0)
    busy.closes(at: 10)
    busy.run(until: 60)
    busy.device.act { busy.device[busy.id("a")].keeps(running: .audio, false) }
    busy.run()
    #expect(busy.timeline("app.state").last == "70 background→suspended")
  }

  @Test("an app in front that does not answer for 5 s is not responding, and ended")
  func notResponding() {
    let phone = phone()
    phone.on(
      "didBecomeActive", [.after(10, [.work(4.9), .log("answered")]), .after(20, [.work(9)])])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["14.9 answered"])
    #expect(phone.timeline("app.exit") == ["25 exit watchdog"])
    #expect(phone.findings(.callbackTooLong).count == 1 && phone.findings(.hang).isEmpty)
  }

  @Test("a launch may take 15 s, in front too, and onStart 5 s")
  func launch() {
    for (seconds, exits) in [(14.0, []), (16, ["15 exit watchdog"])] {
      let phone = phone()
      phone.on("didFinishLaunching", [.work(seconds)])
      phone.opens(at: 0)
      phone.run(until: 100)
      #expect(phone.timeline("app.exit") == exits)
    }
    let slow = phone()
    slow.on("didBecomeActive", [.work(6)])
    slow.opens(at: 0)
    slow.run(until: 100)
    #expect(slow.timeline("app.exit") == ["5 exit watchdog"])
    #expect(slow.findings(.callbackTooLong).map(\.message) == ["onStart did not return within 5 s"])
  }

  @Test("of the services of iOS there are those that every phone has")
  func services() {
    var scenario = Scenario(duration: .hours(1))
    scenario.device = DeviceConfiguration(.android15)
    let kinds = Platform.android15.services(scenario).map { "\(type(of: $0))" }
    #expect(kinds.contains("URLSessionService") && kinds.contains("DataProtectionService"))
    #expect(!kinds.contains("BackgroundTaskService") && !kinds.contains("BGTaskService"))
  }
}
