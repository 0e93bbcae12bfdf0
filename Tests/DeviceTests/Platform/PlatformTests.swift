import Simulation
import Testing

@testable import Device

@Suite("Versions of the system")
struct PlatformTests {
  private let feature = Feature("the radio", since: 7, until: 13)

  @Test("what a version lacks says which one it came with, or ended with")
  func absence() {
    #expect(
      Platform.iOS6.absence(of: feature) == "the radio came with iOS 7; this device is iOS 6")
    #expect(Platform.iOS7.absence(of: feature) == nil && Platform.iOS13.has(feature))
    #expect(
      Platform.iOS18.absence(of: feature) == "the radio ended with iOS 13; this device is iOS 18")
  }

  @Test("each has the services that came with it or before, and no other")
  func services() {
    func kinds(_ platform: Platform) -> [String] {
      platform.services(Scenario(duration: .hours(1))).map { "\(type(of: $0))" }
    }
    #expect(!kinds(.iOS6).contains("BackgroundFetchService"))
    #expect(kinds(.iOS6).contains("BackgroundTaskService"))
    #expect(kinds(.iOS7).contains("BackgroundFetchService"))
    for (older, newer) in zip(Platform.all, Platform.all.dropFirst()) {
      #expect(Set(kinds(older)).isSubset(of: kinds(newer)))
    }
  }

  @Test("each has the exits of its services, with the codes of its crash logs")
  func exits() {
    #expect(!Platform.iOS6.knows(.backgroundFetchTimeout))
    #expect(Platform.iOS6.code(of: .backgroundFetchTimeout) == nil)
    #expect(Platform.iOS7.code(of: .backgroundFetchTimeout) == "0x2182bad4")
    for platform in Platform.all {
      #expect(platform.code(of: .watchdog) == "0x8badf00d")
      #expect(platform.knows(.tooManyBackgroundTasks) == (platform.version >= 11))
      #expect(
        platform.code(of: .backgroundTaskAssertionTimeout)
          == (platform.version < 13 ? "0x8badf00d" : "0x2182bad2"))
      guard platform.version >= 7 else { continue }
      #expect(
        platform.code(of: .backgroundSessionTimeout)
          == (platform.version < 13 ? "0x8badf00d" : "0x2182bad3"))
    }
    #expect(Platform.iOS6.code(of: .backgroundSessionTimeout) == nil)
  }

  @Test("what nothing public shows the code of has one that is assumed")
  func assumedCodes() {
    func assumed(_ platform: Platform) -> [ExitReason] {
      ExitReason.allCases.filter(platform.assumesCode)
    }
    #expect(assumed(.iOS6) == [])
    #expect(assumed(.iOS7) == [.remoteNotificationTimeout, .backgroundSessionTimeout])
    #expect(assumed(.newest) == [.backgroundTaskSchedulerTimeout, .remoteNotificationTimeout])
  }

  @Test("each is found by its name, and has the limits of the last one that changed them")
  func names() {
    #expect(Platform.all.map(\.version) == Array(4...18) + [26, 27])
    for platform in Platform.all { #expect(Platform(named: platform.name) == platform) }
    for name in ["iOS 3", "iOS 19", "iOS 25", "iOS 28", "iOS", "13", "ios 13"] {
      #expect(Platform(named: name) == nil, "\(name)")
    }
    for platform in Platform.all {
      let (limits, version) = (platform.limits, platform.version)
      #expect(limits.backgroundTime == .seconds(version < 7 ? 600 : version < 13 ? 180 : 30))
      #expect(limits.afterFetch == .seconds((7...12).contains(version) ? 40 : 0))
      #expect((limits.openTasks == 1_000) == (version >= 11))
      #expect(limits.taskAge == (version < 13 ? .max : .seconds(30)))
    }
  }

  @Test(
    "1,001 open tasks end a process from iOS 11 on; before there is no limit", arguments: [10, 11])
  func openTasks(version: Int) throws {
    let phone = Phone(seconds: 10)
    phone.scenario.device = DeviceConfiguration(try #require(Platform(named: "iOS \(version)")))
    phone.on("didBecomeActive", (1...1_001).map { .begin("\($0)") })
    phone.opens(at: 0)
    phone.run()
    #expect(
      phone.timeline("app.exit") == (version < 11 ? [] : ["0 exit tooManyBackgroundTasks"]))
  }

  @Test("on iOS 7 a process that has fetched goes on for 40 s, later it is suspended at once")
  func afterFetch() {
    for (platform, rests) in [(Platform.iOS7, "944"), (.iOS13, "904")] {
      let phone = Phone(seconds: 1_000, modes: .fetch)
      phone.scenario.device = DeviceConfiguration(platform)
      phone.on("didFinishLaunching", [.fetchEvery(0)])
      phone.on("performFetch", [.sleep(4), .complete(.noData), .logRemaining])
      phone.opens(at: 0)
      phone.closes(at: 10)
      phone.run()
      #expect(phone.timeline("app.state").last == "\(rests) background→suspended")
      #expect(phone.figures().used == .seconds(4))
      if platform == .iOS7 { #expect(phone.timeline("app.log") == ["904 40"]) }
    }
  }

  /// On iOS 7, opened at 0, left at 10, with a fetch at 900, and suspended 1 s after it is left.
  private func fetching(_ steps: [Step], modes: BackgroundModes = []) -> Phone {
    let phone = Phone(seconds: 1_000, modes: modes.union(.fetch))
    phone.scenario.device = DeviceConfiguration(.iOS7)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", steps)
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  @Test("the 40 s after a fetch end with the stay in the background, and with the process")
  func afterFetchIsOver() {
    let opened = fetching([.sleep(4), .complete(.noData)])
    opened.opens(at: 910)
    opened.closes(at: 915)
    opened.run()
    #expect(opened.timeline("app.state").last == "916 background→suspended")
    let inFront = fetching([.sleep(20), .complete(.noData)])
    inFront.opens(at: 905)
    inFront.closes(at: 930)
    inFront.run()
    #expect(inFront.timeline("app.state").last == "931 background→suspended")
    // The process ends at 910; the next is there for the 10 s of a value.
    let ended = fetching(
      [.sleep(4), .complete(.noData), .sleep(6), .fail(.uncaughtException)], modes: .bluetooth)
    ended.on(
      "didFinishLaunching",
      [
        .fetchEvery(0),
        .run {
          $0.application.restoreCentral("belts")
          $0.application.connect(toAccessory: "belt", at: SourceLocation(file: "test", line: 1))
        },
      ])
    ended.scenario.accessories = [AccessoryEvent(accessory: "belt", at: moment(920))]
    ended.run()
    #expect(
      ended.timeline("app.state").suffix(2) == [
        "920 notRunning→background", "930 background→suspended",
      ])
  }

  @Test("a fetch within the 40 s after another begins them anew")
  func afterFetchAgain() {
    let phone = fetching([.sleep(4), .complete(.noData)])
    phone.scenario.device.limits.minimumFetchInterval = .seconds(20)
    phone.policy.choose = { candidates, _, device in
      WorkDecision(device.now < moment(50) ? candidates.map { $0.app.id } : [])
    }
    phone.run()
    #expect(phone.timeline("fetch.start") == ["20 fetch.start", "40 fetch.start"])
    #expect(phone.timeline("app.state").last == "84 background→suspended")
  }
}
