import Simulation
import Testing

@testable import Device

@Suite("Background transfers")
struct BackgroundTransferTests {
  // MARK: R1

  @Test("a transfer that is done while its app runs is told at once")
  func inFront() {
    let phone = Phone.transferring()
    phone.run(until: 100)
    #expect(
      phone.transfers == [
        "0 transfer 1 begin", "0 transfer 1 over wifi", "2 transfer 1 200 -",
        "2 transfer 1 deliver",
      ])
    #expect(phone.timeline("app.log") == ["2 transfer 1: status 200, 0 new"])
    #expect(phone.figures()[.transfer].started == 0)
    #expect(phone.result.findings == [])
  }

  @Test("Transfers survive suspension and a memory kill, not a force-quit")
  func survives() {
    // 60,000 bytes take a minute.
    let suspended = Phone.transferring([.transfer(Phone.url, bytes: 60_000)])
    suspended.run(until: 100)
    #expect(suspended.timeline("transfer.finish") == ["62 transfer 1 200 -"])
    #expect(
      suspended.timeline("app.state", "app.callback", "transfer.deliver", "work.end").suffix(5) == [
        "62 suspended→background", "62 handleEventsForBackgroundURLSession",
        "62 transfer 1 deliver", "62 end transfer completed", "62 background→suspended",
      ])

    let line = suspended.device.services[.transfer]
    #expect(line?.pastWork(of: suspended.device[AppID(0)]).brought.bytes == 61_000)

    let killed = Phone.transferring([.transfer(Phone.url, bytes: 60_000)])
    killed.scenario.apps.append(AppConfiguration(name: "big"))
    killed.scenario.apps[1].memory.foreground = 4_000
    killed.opens("big", at: 20)
    killed.closes(at: 30)
    killed.run(until: 100)
    #expect(killed.timeline("app.exit") == ["20 exit memoryPressure"])
    #expect(
      killed.timeline("app.state", "app.callback", "transfer.deliver", "work.end").suffix(6) == [
        "62 notRunning→background", "62 didFinishLaunching",
        "62 handleEventsForBackgroundURLSession", "62 transfer 1 deliver",
        "62 end transfer completed", "62 background→suspended",
      ])

    let forceQuit = Phone.transferring([.transfer(Phone.url, bytes: 60_000)])
    forceQuit.forceQuits(at: 20)
    forceQuit.opens(at: 200)
    forceQuit.run(until: 300)
    #expect(
      forceQuit.transfers == [
        "0 transfer 1 begin", "0 transfer 1 over wifi", "20 transfer 1 0 cancelled",
        "200 transfer 2 begin", "200 transfer 2 over wifi", "200 transfer 1 deliver",
        "262 transfer 2 200 -", "262 transfer 2 deliver",
      ])
    #expect(
      forceQuit.timeline("app.log").first
        == "200 transfer 1: cancelled (userForceQuitApplication)")
    let finish = forceQuit.sink.records.first { $0.kind == "transfer.finish" }
    #expect(finish?.string("cancelledReason") == "userForceQuitApplication")
  }

  @Test("what an app begins as it is swiped away is cancelled too")
  func begunOnTheWayOut() {
    let phone = Phone.transferring([])
    phone.on("willTerminate", [.transfer(Phone.url)])
    phone.scenario.user = []
    phone.opens(at: 0)
    phone.forceQuits(at: 5)
    phone.run(until: 100)
    #expect(phone.timeline("transfer.finish") == ["5 transfer 1 0 cancelled"])
    #expect(phone.timeline("app.exit") == ["5 exit forceQuit"])
  }

  @Test("an app that ends by itself hears of its transfers when it creates the session again")
  func crashed() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 60_000)])
    phone.crashes(after: 5)
    phone.run(until: 100)
    #expect(phone.timeline("app.log") == ["62 transfer 1: status 200, 0 new"])
    #expect(phone.timeline("app.exit") == ["5 exit uncaughtException"])
  }

  // MARK: R2

  @Test("the app is resumed once for each session, when its last transfer is done")
  func once() {
    let phone = Phone.transferring([
      .transfer("https://server/a", bytes: 20_000), .transfer("https://server/b", bytes: 40_000),
      .session("y"), .transfer("https://server/c", bytes: 80_000),
    ])
    phone.run(until: 200)
    // Three share the 1,000 bytes a second, then two.
    #expect(
      phone.timeline("work.start", "transfer.finish", "transfer.deliver", "work.end") == [
        "64 transfer 1 200 -", "104 transfer 2 200 -", "104 work.start", "104 transfer 1 deliver",
        "104 transfer 2 deliver", "104 end transfer completed", "144 transfer 3 200 -",
        "144 work.start", "144 transfer 3 deliver", "144 end transfer completed",
      ])
    #expect(phone.figures()[.transfer].completed == 2)
  }

  @Test("sessions that are done together are told together, each by a call of its own")
  func together() {
    let phone = Phone.transferring([
      .transfer(Phone.url, bytes: 19_500), .session("y"),
      .transfer(Phone.url, bytes: 19_500),
    ])
    phone.policy.choose = { candidates, _, device in
      device.now < moment(60)
        ? WorkDecision([], askAgainAfter: .seconds(18))
        : WorkDecision(candidates.map { $0.app.id })
    }
    phone.on("handleEventsForBackgroundURLSession", [.completeEvents])
    phone.on("didFinishEvents", [])
    phone.run(until: 200)
    #expect(
      phone.timeline("work.start", "app.callback", "transfer.deliver", "work.end").suffix(6) == [
        "60 work.start", "60 handleEventsForBackgroundURLSession",
        "60 handleEventsForBackgroundURLSession", "60 end transfer completed",
        "60 transfer 1 deliver", "60 transfer 2 deliver",
      ])
    #expect(phone.figures()[.transfer].delay.mean == 18)
  }

  @Test("what is done comes along when the app is resumed for another reason")
  func otherReason() {
    let phone = Phone.transferring(
      [.transfer(Phone.url, bytes: 20_000), .fetchEvery(0)],
      settings: TransferSettings(sendsLaunchEvents: false))
    phone.scenario.apps[0].modes = .fetch
    phone.scenario.device.limits.minimumFetchInterval = .seconds(30)
    phone.on("performFetch", [.sleep(2), .complete(.noData)])
    phone.run(until: 50)
    #expect(
      phone.timeline("fetch.start", "app.callback", "transfer.deliver", "app.state").suffix(5) == [
        "30 fetch.start", "30 suspended→background", "30 performFetch", "30 transfer 1 deliver",
        "32 background→suspended",
      ])
  }

  @Test("a session that sends no launch events tells its app when it runs anyway")
  func noLaunchEvents() {
    let phone = Phone.transferring(
      [.transfer(Phone.url, bytes: 20_000)],
      settings: TransferSettings(sendsLaunchEvents: false))
    phone.opens(at: 100)
    phone.run(until: 110)
    #expect(phone.timeline("work.start") == [])
    #expect(phone.timeline("transfer.deliver") == ["100 transfer 1 deliver"])
  }

  // MARK: R3

  @Test("after a relaunch the app gets its results once it has created the session again")
  func createdAgain() {
    let phone = Phone.transferring(
      [.session("x"), .transfer(Phone.url, bytes: 40_000)], creates: "willResignActive")
    phone.crashes(after: 5)
    phone.on("handleEventsForBackgroundURLSession", [.sleep(3), .session("x")])
    phone.run(until: 100)
    #expect(
      phone.timeline("app.callback", "transfer.deliver", "work.end").suffix(4) == [
        "42 didFinishLaunching", "42 handleEventsForBackgroundURLSession",
        "45 transfer 1 deliver", "45 end transfer completed",
      ])
    #expect(phone.findings(.sessionNotCreatedAgain).isEmpty)
  }

  @Test("one that does not is told so, is not started for it again, and has its results later")
  func notCreatedAgain() {
    for completes in [true, false] {
      let phone = Phone.transferring(
        [.session("x"), .transfer(Phone.url, bytes: 40_000)], creates: "willResignActive")
      phone.crashes(after: 5)
      if completes { phone.on("handleEventsForBackgroundURLSession", [.completeEvents]) }
      phone.opens(at: 500)
      phone.run(until: 504)
      #expect(phone.findings(.sessionNotCreatedAgain).map(\.count) == [1])
      #expect(phone.findings(.sessionEventsNotCompleted).isEmpty)
      #expect(phone.timeline("work.start").first == "42 work.start")
      #expect(
        phone.timeline("work.end").first
          == (completes ? "42 end transfer completed" : "72 end transfer expired"))
      #expect(
        phone.timeline("app.exit").contains("72 exit backgroundSessionTimeout") == !completes)
      #expect(phone.timeline("transfer.deliver").first == "500 transfer 1 deliver")
    }
  }

  @Test("a session that is created twice in a process is a finding at the second line")
  func createdTwice() {
    let phone = Phone.transferring([.session("x"), .transfer(Phone.url)])
    phone.run(until: 100)
    #expect(phone.findings(.sessionCreatedTwice).map(\.location?.line) == [1])
    #expect(phone.timeline("transfer.deliver") == ["2 transfer 1 deliver"])
  }

  // MARK: R4

  @Test("discretionary transfers wait for Wi-Fi, and for the charger or a good battery")
  func discretionary() {
    let phone = Phone.transferring(settings: TransferSettings(isDiscretionary: true))
    phone.network(.cellular, at: 0)
    phone.power(level: 0.4, charging: false, at: 0)
    phone.network(.wifi, at: 100)
    phone.power(charging: true, at: 200)
    phone.power(charging: false, at: 201)
    phone.power(lowPower: true, at: 300)
    phone.power(level: 0.5, at: 400)
    phone.power(lowPower: false, at: 500)
    phone.run(until: 600)
    #expect(
      phone.transfers == [
        "0 transfer 1 begin", "0 transfer 1 waits wifi", "100 transfer 1 waits power",
        "200 transfer 1 over wifi", "201 transfer 1 waits power",
        "300 transfer 1 waits lowPowerMode", "500 transfer 1 over wifi", "502 transfer 1 200 -",
        "502 transfer 1 deliver",
      ])
  }

  @Test("so do all that are begun in the background, and none that is begun in front")
  func begunBehind() {
    let phone = Phone.transferring()
    phone.on("didEnterBackground", [.transfer("https://server/b")])
    phone.network(.cellular, at: 0)
    phone.network(.wifi, at: 100)
    phone.run(until: 200)
    #expect(
      phone.transfers == [
        "0 transfer 1 begin", "0 transfer 1 over cellular", "4 transfer 1 200 -",
        "4 transfer 1 deliver", "10 transfer 2 begin", "10 transfer 2 waits wifi",
        "100 transfer 2 over wifi", "102 transfer 2 200 -", "102 transfer 2 deliver",
      ])
  }

  // MARK: R5

  @Test("events that are never completed are a finding after 30 s, and end the process")
  func neverCompleted() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 20_000)])
    phone.on("didFinishEvents", [])
    phone.run(until: 200)
    #expect(
      phone.timeline("finding", "work.end", "app.state", "app.exit").suffix(4) == [
        "52 finding sessionEventsNotCompleted", "52 end transfer expired",
        "52 exit backgroundSessionTimeout", "52 background→notRunning",
      ])
    #expect(phone.findings(.sessionEventsNotCompleted).map(\.location?.line) == [7])
    #expect(phone.sink.records.last { $0.kind == "app.exit" }?.string("code") == "0x2182bad3")
    #expect(phone.figures().used == .seconds(30))
  }

  @Test("a background task that is open saves no process whose events are not completed")
  func openTask() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 20_000)])
    phone.on("didFinishEvents", [.begin("t"), .sleep(40), .completeEvents, .end("t")])
    phone.scenario.device.limits.backgroundTime = .seconds(60)
    phone.scenario.device.limits.taskAge = .seconds(60)
    phone.run(until: 200)
    #expect(
      phone.timeline("finding", "app.exit") == [
        "52 finding sessionEventsNotCompleted", "52 exit backgroundSessionTimeout",
      ])
  }

  @Test("completed after a rest they are told once; completed twice they are an uncaught exception")
  func lateAndTwice() {
    func late(_ steps: [Step]) -> Phone {
      let phone = Phone.transferring([.transfer(Phone.url, bytes: 20_000)])
      phone.on("didBecomeActive", [])
      phone.on("willResignActive", [.transfer(Phone.url, bytes: 20_000)])
      phone.on("didFinishEvents", [])
      phone.on("didEnterBackground", [.timer("late", every: 100, repeats: false, steps)])
      phone.opens(at: 40)
      phone.closes(at: 60)
      phone.opens(at: 100)
      phone.run(until: 120)
      return phone
    }
    #expect(
      late([.completeEvents]).timeline("finding", "app.exit") == [
        "65 finding sessionEventsNotCompleted"
      ])
    #expect(
      late([.completeEvents, .completeEvents]).timeline("finding", "app.exit") == [
        "65 finding sessionEventsNotCompleted", "110 finding completionCalledTwice",
        "110 exit uncaughtException",
      ])
    let twice = Phone.transferring([.transfer(Phone.url, bytes: 20_000)])
    twice.on("didFinishEvents", [.completeEvents, .completeEvents])
    twice.run(until: 200)
    #expect(
      twice.timeline("finding", "app.exit") == [
        "22 finding completionCalledTwice", "22 exit uncaughtException",
      ])
  }

  @Test("an app that is opened meanwhile goes on without a limit, slot and pool")
  func openedMeanwhile() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 20_000)])
    phone.on("didBecomeActive", [])
    phone.on("willResignActive", [.transfer(Phone.url, bytes: 20_000)])
    phone.on("didFinishEvents", [.sleep(50), .completeEvents])
    phone.opens(at: 40)
    phone.run(until: 200)
    #expect(phone.timeline("work.end").first == "82 end transfer completed")
    #expect(phone.figures()[.transfer].slotTime == .seconds(8))
    #expect(phone.figures().used == .seconds(8))
    #expect(phone.timeline("finding") == [])
  }

  @Test("opened meanwhile and not completed, they are told of when the app comes to rest")
  func openedAndNeverCompleted() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 20_000)])
    phone.on("didBecomeActive", [])
    phone.on("willResignActive", [.transfer(Phone.url, bytes: 20_000)])
    phone.on("didFinishEvents", [])
    phone.opens(at: 40)
    phone.closes(at: 60)
    phone.run(until: 70)
    #expect(
      phone.timeline("finding", "work.end", "app.state").suffix(3) == [
        "65 finding sessionEventsNotCompleted", "65 end transfer cancelled",
        "65 background→suspended",
      ])
  }

  // MARK: R6

  @Test("each resume holds back what is begun then, twice as long, until the app is opened")
  func chain() {
    let phone = Phone.transferring([.transfer(Phone.url, bytes: 20_000)])
    phone.on("result", [.transfer(Phone.url)])
    phone.opens(at: 2_000)
    phone.run(until: 2_100)
    let expected = [
      "0 transfer 1 over wifi", "22 work.start", "22 transfer 2 waits delayed",
      "82 transfer 2 over wifi", "84 work.start", "84 transfer 3 waits delayed",
      "204 transfer 3 over wifi", "206 work.start", "206 transfer 4 waits delayed",
      "446 transfer 4 over wifi", "448 work.start", "448 transfer 5 waits delayed",
      "928 transfer 5 over wifi", "930 work.start", "930 transfer 6 waits delayed",
      "1890 transfer 6 over wifi", "1892 work.start", "1892 transfer 7 waits delayed",
      "2000 transfer 7 over wifi",
    ]
    let told = phone.timeline("transfer.wait", "transfer.start", "work.start")
    #expect(Array(told.prefix(expected.count)) == expected)
    #expect(told.dropFirst(expected.count).allSatisfy { $0.hasSuffix("over wifi") })
  }
}
