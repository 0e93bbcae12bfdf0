import Simulation
import Testing

@testable import Device

@Suite("Foreground services: their times")
struct ServiceLimitTests {
  typealias Services = ForegroundServiceTests

  // MARK: The start

  @Test("one that does not call startForeground within 30 s ends its app by an exception")
  func neverInForeground() {
    let phone = Services.phone(front: [Services.start()], command: [])
    #expect(
      Services.story(phone).suffix(2) == [
        "30 finding foregroundServiceNotStarted", "30 exit uncaughtException",
      ])
  }

  @Test("the exception comes when the main thread is free, or after 10 s the app does not respond")
  func busy() {
    for (length, outcome) in [(8.0, "33 exit uncaughtException"), (19.0, "40 exit watchdog")] {
      let phone = Services.phone(
        front: [Services.start()], command: [.after(25, [.work(length)])])
      #expect(Services.story(phone).contains(outcome))
    }
  }

  @Test("one that stops before it has called startForeground does the same")
  func stopsBefore() {
    let phone = Services.phone(front: [Services.start()], command: [Services.stop])
    #expect(
      Services.story(phone).prefix(3) == [
        "0 start inFront", "0 finding foregroundServiceNotStarted", "0 exit uncaughtException",
      ])
  }

  // MARK: Six hours

  @Test(
    "from Android 15 on one of the type dataSync has six hours behind, and ten seconds more to stop",
    arguments: [AndroidRules.android15, .android16])
  func sixHours(_ rules: AndroidRules) {
    let phone = Services.phone(rules, seconds: 30_000, front: [Services.start()])
    #expect(
      Services.story(phone).suffix(4) == [
        "21610 timeout dataSync", "21620 finding foregroundServiceTimedOut",
        "21620 exit uncaughtException", "21620 stop processEnded 21620",
      ])
  }

  @Test("before it there is no such limit, nor for other types")
  func unlimited() {
    let old = Services.phone(.android13, seconds: 30_000, front: [Services.start()])
    #expect(Services.story(old) == ["0 start inFront", "0 foreground dataSync"])
    let other = Services.phone(types: .location, seconds: 30_000, front: [Services.start()])
    #expect(Services.story(other) == ["0 start inFront", "0 foreground location"])
  }

  @Test("one that stops when it is told goes in good order")
  func stopsInTime() {
    let phone = Services.phone(
      seconds: 30_000, front: [Services.start()], timeout: [Services.stop])
    #expect(
      Services.story(phone).suffix(2) == [
        "21610 timeout dataSync", "21610 stop stopSelf 21610",
      ])
    #expect(phone.timeline("app.callback").contains("21610 onTimeout"))
  }

  @Test("the user who opens the app gives it six hours again")
  func openedBetween() {
    let phone = Services.phone(
      seconds: 40_000, front: [Services.start()], timeout: [Services.stop])
    phone.opens(at: 10_000)
    phone.closes(at: 10_100)
    #expect(Services.story(phone).contains("31700 timeout dataSync"))
  }

  @Test("once they are used up no other of the type may start behind")
  func exhausted() {
    let phone = Services.phone(
      seconds: 30_000, front: [Services.start()],
      timeout: [Services.stop, .after(5, [Services.start()])])
    phone.on(
      "didFinishLaunching",
      [
        .run {
          _ = $0.application.setAlarm(
            AlarmRequest("x", at: moment(22_000), window: .exact), at: Services.here)
        }
      ])
    phone.on("onReceive", [Services.start()])
    #expect(
      Services.story(phone).contains(
        "22000 foreground dataSync ForegroundServiceStartNotAllowedException"))
    #expect(phone.timeline("app.log").contains("22000 timeLimit"))
  }

  @Test("a driver may end its time early")
  func driver() {
    let phone = Services.phone(front: [Services.start()])
    phone.run(until: 100)
    #expect(phone.device.expire(phone.id("a")))
    phone.run()
    #expect(
      phone.timeline("service.timeout", "app.exit") == [
        "100 timeout dataSync", "110 exit uncaughtException",
      ])
  }

  // MARK: Three minutes

  @Test("one of the type shortService has three minutes, and ten seconds later it does not respond")
  func short() {
    let phone = Services.phone(types: .shortService, front: [Services.start()])
    #expect(
      Services.story(phone).suffix(4) == [
        "180 timeout shortService", "190 finding foregroundServiceTimedOut", "190 exit watchdog",
        "190 stop processEnded 190",
      ])
  }

  @Test("beside another type shortService says nothing")
  func shortAndOther() {
    let phone = Services.phone(types: [.shortService, .location], front: [Services.start()])
    #expect(Services.story(phone) == ["0 start inFront", "0 foreground location"])
  }
}
