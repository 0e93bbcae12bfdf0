import Simulation
import Testing

@testable import Device

@Suite("VoIP pushes and calls")
struct CallTests {
  private static let here = SourceLocation(file: "test", line: 5)

  /// A step that registers for VoIP pushes.
  private static var listen: Step {
    .run { $0.application.wantVoIPPushes(true, at: here) }
  }

  private static func report(_ uuid: String) -> Step {
    .run { app in
      let error = app.application.reportIncomingCall(uuid)
      app.application.log(error?.name ?? "rings")
    }
  }

  /// Registers when it is launched, opened at 0, left at 10, and called at these moments.
  private func phone(
    calls: [Double], on platform: Platform = .newest, modes: BackgroundModes = .voip,
    _ handling: CallHandling = CallHandling(), _ steps: [Step] = [CallTests.report("1")]
  ) -> Phone {
    let phone = Phone(seconds: 600, modes: modes)
    phone.scenario.device = DeviceConfiguration(platform)
    phone.on("didFinishLaunching", [Self.listen])
    phone.on("didReceiveIncomingPush", steps)
    phone.opens(at: 0)
    phone.closes(at: 10)
    for moment in calls { Self.call(phone, at: moment, handling) }
    return phone
  }

  private static func call(
    _ phone: Phone, at seconds: Double, _ handling: CallHandling = CallHandling()
  ) {
    var source = PushSource(to: phone.id("a"), .at(moment(seconds)))
    source.kind = .voip(handling)
    phone.scenario.pushes.append(source)
  }

  private func story(_ phone: Phone) -> [String] {
    phone.timeline(
      "voip.arrive", "voip.drop", "voip.deliver", "call.report", "call.answer", "call.end",
      "app.exit")
  }

  @Test("a push comes at once: the app is resumed or launched, whatever others have used")
  func delivery() {
    let resumed = phone(calls: [100], CallHandling(endedAfter: .seconds(20)))
    resumed.scenario.device.pool.capacity = .zero
    resumed.run()
    #expect(
      story(resumed) == [
        "100 voip 1 arrive", "100 voip 1 deliver", "100 report 1 -", "120 end 1 user",
      ])
    #expect(
      resumed.timeline("app.state").suffix(2) == [
        "100 suspended→background", "121 background→suspended",
      ])
    let launched = phone(calls: [100])
    launched.crashes(after: 5)
    launched.run(until: 130)
    #expect(
      story(launched).suffix(3) == ["100 voip 1 arrive", "100 voip 1 deliver", "100 report 1 -"])
    #expect(launched.result.device.pool.used == .zero)
  }

  @Test("it launches an app that the user has swiped away")
  func forceQuit() {
    let phone = phone(calls: [100])
    phone.forceQuits(at: 20)
    phone.run(until: 130)
    #expect(story(phone).suffix(2) == ["100 voip 1 deliver", "100 report 1 -"])
    #expect(phone.state() == .background)
  }

  @Test("after a restart a call is lost until the first unlock")
  func locked() {
    let phone = phone(calls: [100])
    phone.run(until: 50)
    phone.device.reboot()
    phone.run(until: 150)
    #expect(story(phone).last == "100 voip 1 drop beforeFirstUnlock")
  }

  @Test("who never registered, or lacks the mode, gets none")
  func unregistered() {
    let never = phone(calls: [100])
    never.on("didFinishLaunching", [])
    never.run()
    #expect(story(never) == ["100 voip 1 arrive", "100 voip 1 drop notRegistered"])
    #expect(never.findings(.modeUnused).count == 1)
    let without = phone(calls: [100], modes: [])
    without.run()
    #expect(story(without).last == "100 voip 1 drop notRegistered")
    #expect(without.findings(.useWithoutMode).map(\.location) == [Self.here])
  }

  @Test("from iOS 13 on a method that returns without a report ends the app; before it does not")
  func unreported() {
    for platform in Platform.all where platform.has(.pushKit) {
      let phone = phone(calls: [100], on: platform, CallHandling(), [.sleep(2), Self.report("1")])
      phone.run(until: 200)
      let isEnded = platform.version >= 13
      #expect(phone.timeline("app.exit") == (isEnded ? ["100 exit incomingCallNotReported"] : []))
      #expect(phone.findings(.incomingCallNotReported).count == (isEnded ? 1 : 0))
    }
  }

  @Test("a method that does not return, and a registry that listens too late, have 7 s")
  func late() {
    for steps in [[Step.work(60)], [.work(5), Self.report("1")]] {
      let phone = phone(calls: [100], CallHandling(), steps)
      phone.run(until: 150)
      let isLate = steps.count == 1
      #expect(phone.timeline("app.exit") == (isLate ? ["107 exit incomingCallNotReported"] : []))
    }
    let deaf = phone(calls: [100])
    // It registers only when it is in front, and the next process is not.
    deaf.on("didFinishLaunching", [])
    deaf.on("didBecomeActive", [Self.listen])
    deaf.crashes(after: 5)
    deaf.run(until: 150)
    #expect(
      story(deaf) == [
        "5 exit uncaughtException", "100 voip 1 arrive", "107 exit incomingCallNotReported",
      ])
    #expect(deaf.result.findings.last?.message.contains("in didFinishLaunching") == true)
  }

  @Test("in front, and while there is a call, nothing is owed")
  func exempt() {
    let front = phone(calls: [5], CallHandling(), [])
    front.run(until: 60)
    #expect(story(front) == ["5 voip 1 arrive", "5 voip 1 deliver"])
    let talking = phone(calls: [100, 110], CallHandling(answeredAfter: .seconds(3)))
    talking.run(until: 200)
    #expect(
      story(talking) == [
        "100 voip 1 arrive", "100 voip 1 deliver", "100 report 1 -", "103 answer 1",
        "110 voip 2 arrive", "110 voip 2 deliver", "110 report 1 callUUIDAlreadyExists",
      ])
    #expect(talking.timeline("app.log") == ["100 rings", "110 callUUIDAlreadyExists"])
  }

  @Test("who did not report three calls gets no more pushes")
  func repeated() {
    let phone = phone(calls: [100, 200, 300, 400], CallHandling(), [])
    phone.run()
    #expect(phone.timeline("app.exit").count == 3)
    #expect(story(phone).last == "400 voip 4 drop callsNotReported")
    #expect(phone.findings(.incomingCallNotReported).map(\.count) == [3])
  }

  @Test("an app runs as long as it has a call, and hears what the user does with it")
  func call() {
    let handling = CallHandling(answeredAfter: .seconds(4), endedAfter: .seconds(204))
    let phone = phone(calls: [100], handling)
    phone.on("performAnswerCall", [.logState])
    phone.on("performEndCall", [.logState])
    phone.run()
    #expect(
      story(phone).dropFirst(2) == ["100 report 1 -", "104 answer 1", "304 end 1 user"])
    #expect(phone.timeline("app.log").count == 3)
    #expect(phone.timeline("app.state").last == "305 background→suspended")
    #expect(phone.result.findings.isEmpty)
  }

  @Test("the app ends a call that it knows, and the end of its process ends all")
  func ends() {
    let phone = phone(
      calls: [100, 200], CallHandling(),
      [
        Self.report("1"),
        .after(
          20,
          [
            .run { $0.application.reportEndOfCall("2", .failed) },
            .run { $0.application.reportEndOfCall("1", .unanswered) },
          ]),
      ])
    phone.forceQuits(at: 210)
    phone.run()
    #expect(
      story(phone).filter { $0.contains("end") } == [
        "120 end 1 unanswered", "210 end 1 processEnded",
      ])
  }

  @Test("without a network the newest push waits where it comes from")
  func network() {
    let phone = phone(calls: [100, 110])
    phone.network(.none, at: 50)
    phone.network(.cellular, at: 150)
    phone.run(until: 160)
    #expect(
      story(phone) == [
        "110 voip 1 drop replaced", "150 voip 2 arrive", "150 voip 2 deliver", "150 report 1 -",
      ])
  }

  @Test("a driver calls, answers and hangs up, and hears where it cannot")
  func driver() {
    let phone = phone(calls: [])
    phone.run(until: 50)
    let app = phone.id("a")
    #expect(!phone.device.answerCall(of: app) && !phone.device.endCall(of: app))
    phone.device.voipPush(to: app)
    phone.run(until: 51)
    #expect(phone.device.answerCall(of: app) && !phone.device.answerCall(of: app))
    #expect(phone.device.endCall(of: app))
    phone.run(until: 60)
    #expect(story(phone).suffix(2) == ["51 answer 1", "51 end 1 user"])
  }
}
