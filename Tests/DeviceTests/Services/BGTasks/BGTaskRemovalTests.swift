import Simulation
import Testing

@testable import Device

/// Requests and tasks that are taken away.
extension BGTaskTests {
  @Test(
    "a force-quit and 14 days without being opened cancel what is pending, or is then submitted")
  func cancelled() {
    let quit = phone(submits: [.refresh("r", earliest: moment(100)), .processing("p")])
    quit.opens("b", at: 10)
    quit.forceQuits(at: 50)
    quit.run()
    #expect(quit.timeline("bgtask.cancel", "bgtask.launch") == ["50 cancel r", "50 cancel p"])
    #expect(quit.state() == .notRunning)
    let chain: [Step] = [
      .run { app in
        let next = app.application.now + .days(1)
        _ = try? app.application.submit(.refresh("r", earliest: next), at: BGTaskTests.here)
      }, Self.done(),
    ]
    let left = phone(seconds: 20 * 86_400, submits: [.refresh("r")], refresh: chain)
    left.run()
    #expect(left.timeline("bgtask.cancel") == ["1209610 cancel r"])
    #expect(left.timeline("bgtask.launch").count == 14)
    #expect(left.timeline("finding") == [])
  }

  @Test("an app that declares identifiers gets no background fetch from iOS 13 on")
  func noLegacyFetch() {
    for (platform, fetches) in [(Platform.iOS7, 1), (.iOS13, 0), (.iOS18, 0)] {
      let phone = phone(submits: [])
      phone.scenario.device = DeviceConfiguration(platform)
      phone.on("didFinishLaunching", [.fetchEvery(0)])
      phone.on("didEnterBackground", [])
      phone.on("performFetch", [.complete(.noData)])
      phone.run()
      #expect(phone.timeline("fetch.start").count == fetches)
      let standing = phone.device.standing(of: AppID(0)).nearest
      #expect((standing?.kind == .fetch) == (platform == .iOS7))
    }
  }

  @Test("processing ends when its own app is opened, which is told and then has no limit")
  func processingOpened() {
    let guarded = phone(
      submits: [.processing("p", earliest: moment(50))],
      processing: [
        Self.guarded([.log("told"), .sleep(60), Self.done(false)]), .sleep(500), .log("on"),
      ])
    guarded.opens(at: 200)
    guarded.run()
    #expect(
      guarded.timeline("bgtask.launch", "bgtask.expire", "app.log", "work.end", "app.exit") == [
        "50 launch p", "200 expire p", "200 told", "260 end processing expired", "550 on",
      ])
    #expect(guarded.device.slots.room(in: .processing).running == 0)
    let unguarded = phone(
      submits: [.processing("p", earliest: moment(50))], processing: [.sleep(500)])
    unguarded.opens(at: 200)
    unguarded.run()
    #expect(
      unguarded.timeline("bgtask.expire", "work.end", "app.exit") == [
        "200 expire p", "200 end processing expired",
      ])
    #expect(unguarded.findings(.noExpirationHandler).count == 1)
  }

  @Test("no refresh starts without a network, and none that runs ends for want of it")
  func withoutNetwork() {
    let phone = phone(
      submits: [.refresh("r", earliest: moment(100))], refresh: [.sleep(20), Self.done()])
    phone.network(.none, at: 50)
    phone.network(.cellular, at: 300)
    phone.network(.none, at: 310)
    phone.device.advance(to: moment(200))
    let work = phone.device.standing(of: AppID(0)).work.first { $0.kind == .refresh }
    #expect(work?.ineligibility == [.noNetwork])
    phone.run()
    #expect(
      phone.timeline("bgtask.launch", "bgtask.complete") == ["300 launch r", "320 complete r"])
  }

  @Test(
    "an app opened during its refresh goes on with it in front, without limit, slot and warning")
  func opened() {
    let phone = phone(
      submits: [.refresh("r", earliest: moment(100))],
      refresh: [Self.guarded([.log("never")]), .sleep(50), Self.done()])
    phone.opens(at: 110)
    phone.run()
    #expect(
      phone.timeline("bgtask.launch", "app.log", "bgtask.complete", "work.end", "app.exit") == [
        "100 launch r", "150 complete r", "150 end refresh completed",
      ])
    #expect(phone.device.slots.room(in: .short).running == 0)
  }

  @Test("a task completed twice, and work after it is completed, are findings at their lines")
  func completed() {
    let twice = phone(
      submits: [.refresh("r", earliest: moment(100))], refresh: [Self.done(), Self.done()])
    twice.run()
    #expect(twice.findings(.taskCompletedTwice).map(\.location?.line) == [6])
    let early = phone(
      submits: [.refresh("r", earliest: moment(100))],
      refresh: [Self.done(), .request("https://server/")])
    early.server(latency: 3)
    early.run()
    #expect(early.findings(.workAfterTaskCompleted).map(\.location?.line) == [6])
    #expect(early.findings(.workCutOff).isEmpty)
  }

  @Test("an error of submit that nobody looked at is a finding; a refresh begun late is counted")
  func unread() {
    let phone = phone(submits: [.refresh("r", earliest: moment(100))])
    phone.scenario.device.limits.refreshWindow = .seconds(60)
    phone.on(
      "didBecomeActive",
      [
        .run { _ = try? $0.application.submit(.refresh("x"), at: BGTaskTests.here) }
      ])
    phone.power(lowPower: true, at: 5)
    phone.power(lowPower: false, at: 300)
    phone.run()
    #expect(phone.findings(.submitErrorIgnored).count == 1)
    #expect(phone.timeline("bgtask.launch") == ["300 launch r"])
    #expect(phone.figures()[.refresh].late == 1)
  }

  @Test("why an app waits for no task is told by its reasons")
  func explained() {
    let phone = phone(
      submits: [
        .refresh("r", earliest: moment(500)),
        .processing("p", requiresNetwork: true, requiresPower: true),
      ])
    phone.opens("b", at: 20)
    phone.network(.none, at: 25)
    phone.network(.wifi, at: 50)
    phone.run(until: 30)
    let work = phone.device.standing(of: AppID(0)).work
    #expect(work.map(\.kind) == [.refresh, .processing])
    #expect(
      work.map(\.ineligibility) == [
        [.noNetwork, .earliestNotReached(until: moment(500))],
        [.deviceInUse, .notCharging, .noNetwork],
      ])
    #expect(work.map(\.wish.latest) == [moment(500) + .hours(24), nil])
    phone.run(until: 505)
    let done = phone.device.standing(of: AppID(0)).work
    #expect(done[0].ineligibility == [.noRequest(.refresh)])
  }
}
