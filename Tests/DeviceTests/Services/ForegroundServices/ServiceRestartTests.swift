import Simulation
import Testing

@testable import Device

@Suite("A service after the end of its process")
struct ServiceRestartTests {
  private typealias Services = ForegroundServiceTests

  private static func answer(_ answer: ServiceAnswer) -> Step {
    .run { app in
      guard let start = app.serviceStart else { return }
      app.application.onStartCommandReturned(start, answer)
    }
  }

  /// A phone whose app's service, started in front as "a", answers so, and whose process ends at 100.
  private func phone(
    _ answer: ServiceAnswer, seconds: Double = 200, command: [Step] = [],
    front: [Step] = [Services.start("a")]
  ) -> Phone {
    let phone = Services.phone(
      seconds: seconds, front: front,
      command: [
        .run { app in
          guard let start = app.serviceStart else { return }
          app.application.log(app.application.takeAction(of: start) ?? "nothing")
        }, Services.foreground(),
      ] + command + [Self.answer(answer)])
    phone.run(until: 100)
    phone.device.endForMemory(AppID(0))
    return phone
  }

  private func story(_ phone: Phone) -> [String] {
    phone.run()
    return phone.timeline("service.start", "service.foreground", "app.log")
  }

  @Test("one that is sticky begins again a second later, with nothing, and may not come back")
  func sticky() {
    let phone = phone(.sticky)
    #expect(
      story(phone) == [
        "0 start inFront", "0 a", "0 foreground dataSync", "101 start restarted", "101 nothing",
        "101 foreground dataSync ForegroundServiceStartNotAllowedException", "101 startNotAllowed",
      ])
    #expect(phone.timeline("app.state").contains("101 notRunning→background"))
  }

  @Test("one that wants its start again gets that, twice as late as it has had it")
  func redelivered() {
    #expect(
      story(phone(.redeliver, seconds: 400)).suffix(4) == [
        "300 start restarted", "300 a",
        "300 foreground dataSync ForegroundServiceStartNotAllowedException", "300 startNotAllowed",
      ])
  }

  @Test("one that is not sticky is over, as is one that has stopped itself for all of its starts")
  func over() {
    #expect(story(phone(.notSticky)).count == 3)
    let stops = Step.run { $0.application.stopSelf(after: ServiceStartID(number: 1)) }
    #expect(story(phone(.redeliver, command: [stops])).count == 3)
  }

  @Test("one that the user has opened the app for meanwhile comes to the foreground again")
  func inFront() {
    let once = Step.run { app in
      guard app.application.launchNumber == 1 else { return }
      _ = app.application.startForegroundService("a", at: Services.here)
    }
    let phone = phone(.sticky, front: [once])
    phone.device.open(AppID(0))
    #expect(
      story(phone).suffix(3) == ["101 start restarted", "101 nothing", "101 foreground dataSync"])
  }

  @Test("one that the app starts itself does not begin again, nor does one after a restart")
  func cancelled() {
    let opened = phone(.sticky)
    opened.device.open(AppID(0))
    #expect(story(opened).suffix(3) == ["100 start inFront", "100 a", "100 foreground dataSync"])
    let restarted = phone(.sticky)
    restarted.device.reboot()
    #expect(story(restarted).count == 3)
  }

  @Test("each time in a row it waits four times as long, until it has run for a minute")
  func delays() {
    let rules = ServiceRules()
    var delay = RestartDelay()
    delay.begins(at: moment(0))
    #expect(delay.next(at: moment(10), undone: nil, rules) == .seconds(1))
    delay.begins(at: moment(11))
    #expect(delay.next(at: moment(20), undone: nil, rules) == .seconds(4))
    delay.begins(at: moment(24))
    #expect(delay.next(at: moment(84), undone: nil, rules) == .seconds(16))
    delay.begins(at: moment(100))
    #expect(delay.next(at: moment(161), undone: nil, rules) == .seconds(1))
    #expect(delay.next(at: moment(170), undone: .seconds(40), rules) == .seconds(80))
  }
}
