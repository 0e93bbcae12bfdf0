import Simulation
import Testing

@testable import Device

@Suite("Messages of FCM's")
struct MessagingServiceTests {
  /// An app that is opened at 0 and left at 10, with messages at these seconds.
  private func phone(
    _ messages: (seconds: Double, priority: MessagePriority)..., handling: [Step] = [],
    seconds: Double = 20_000, dozes: Bool = true
  ) -> Phone {
    let phone = Phone(seconds: seconds)
    phone.scenario.device = DeviceConfiguration(.android15)
    phone.scenario.device.dozes = dozes
    phone.on("onMessageReceived", handling)
    phone.scenario.pushes = messages.map { message in
      var push = PushSource(to: AppID(0), .at(moment(message.seconds)))
      push.priority = message.priority
      return push
    }
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  private func messages(_ phone: Phone) -> [String] {
    phone.run()
    return phone.timeline("push.deliver", "push.complete", "push.drop")
  }

  @Test("one of normal priority waits for a maintenance window, one of high priority wakes the app")
  func priorities() {
    let phone = phone((5_000, .normal), (5_100, .high))
    #expect(
      messages(phone) == [
        "5100 push 2 deliver", "5100 push 2 completed", "7247.5 push 1 deliver",
        "7247.5 push 1 completed",
      ])
    #expect(
      phone.timeline("app.state").suffix(4) == [
        "5100 suspended→background", "5110 background→suspended", "7247.5 suspended→background",
        "7257.5 background→suspended",
      ])
  }

  @Test("without Doze, and with the app in front, one of normal priority comes at once")
  func atOnce() {
    #expect(messages(phone((5_000, .normal), dozes: false)).first == "5000 push 1 deliver")
    #expect(messages(phone((5, .normal))).first == "5 push 1 deliver")
  }

  @Test("each is delivered, in its order; without a network they wait")
  func order() {
    let phone = phone((100, .normal), (110, .high), (120, .normal), seconds: 300)
    phone.network(.none, at: 50)
    phone.network(.wifi, at: 200)
    #expect(
      messages(phone).filter { $0.hasSuffix("deliver") } == [
        "200 push 1 deliver", "200 push 2 deliver", "200 push 3 deliver",
      ])
  }

  @Test("with the hundred and first that waits all are lost, and the app is told")
  func tooMany() {
    let phone = phone(seconds: 1_000, dozes: false)
    phone.scenario.pushes = (0..<102).map {
      PushSource(to: AppID(0), .at(moment(100 + Double($0))))
    }
    phone.network(.none, at: 50)
    phone.network(.wifi, at: 500)
    phone.on("onDeletedMessages", [.log("deleted")])
    #expect(messages(phone).suffix(2) == ["500 push 102 deliver", "500 push 102 completed"])
    #expect(phone.timeline("app.log") == ["500 deleted"])
    let pushes = phone.figures().pushes
    #expect(pushes.sent == 102 && pushes.dropped == 101 && pushes.delivered == 1)
  }

  @Test("a swiped app is launched for its message; one that was never opened gets none")
  func launched() {
    let phone = phone((100, .high), seconds: 200)
    phone.forceQuits(at: 20)
    #expect(messages(phone).first == "100 push 1 deliver")
    #expect(phone.timeline("app.callback").suffix(2) == ["100 onCreate", "100 onMessageReceived"])
    let unopened = self.phone((100, .high), seconds: 200)
    unopened.scenario.user = []
    #expect(messages(unopened) == ["100 push 1 drop neverOpened"])
  }

  @Test("after 20 s its process is kept no longer; that is found, unless the app is in front")
  func tooLong() {
    let phone = phone((100, .normal), handling: [.sleep(60)], seconds: 300)
    #expect(messages(phone) == ["100 push 1 deliver"])
    #expect(phone.findings(.messageTookTooLong).count == 1)
    #expect(phone.timeline("app.state").last == "130 background→suspended")
    let inFront = self.phone((5, .normal), handling: [.sleep(60)], seconds: 300)
    inFront.scenario.user = []
    inFront.opens(at: 0)
    inFront.run()
    #expect(inFront.findings(.messageTookTooLong).isEmpty)
  }

  @Test("urgent jobs that a message of high priority lets begin do not count")
  func allowance() {
    let phone = phone(
      (5_000, .high),
      handling: [
        JobSchedulerTests.schedule(1) { $0.isExpedited = true }
      ])
    phone.on("onStartJob", [.sleep(30), JobSchedulerTests.done])
    #expect(
      JobSchedulerTests.jobs(phone) == ["5000 schedule 1", "5000 start 1", "5030 finish 1"])
  }

  @Test("an urgent job without time of its own stops when the grace of the allowance ends")
  func graceEnds() {
    let phone = phone(
      (5_000, .high), handling: [JobSchedulerTests.schedule(1) { $0.isExpedited = true }])
    var rules = AndroidRules.android15
    rules.jobs.quota[.active].expedited = .minutes(1)
    rules.jobs.quota.useGrace = .zero
    phone.scenario.device = DeviceConfiguration(Platform(rules))
    phone.scenario.device.dozes = false
    phone.on("didEnterBackground", [JobSchedulerTests.schedule(2) { $0.isExpedited = true }])
    phone.on("onStartJob", [])
    phone.on("onStopJob", [JobSchedulerTests.stopped(false)])
    // The first uses up more than the minute, as it has three for sure; the allowance's 20 s and its
    // grace of 3 min are free.
    #expect(
      JobSchedulerTests.jobs(phone) == [
        "10 schedule 2", "10 start 2", "190 stop 2 quota", "5000 schedule 1", "5000 start 1",
        "5200 stop 1 quota",
      ])
  }

  @Test(
    "those of which the user sees nothing count as normal ones in the end, those that are shown not"
  )
  func trust() {
    let rules = MessagingRules()
    var shown = UrgencyHistory()
    var silent = UrgencyHistory()
    for hour in 0..<10 {
      let now = Instant.start + .hours(hour)
      #expect(silent.isTrusted(at: now, rules))
      shown.add(at: now, rules)
      silent.add(at: now, rules)
      if hour.isMultiple(of: 2) { shown.noteNotification(at: now + .seconds(20), rules) }
      silent.noteNotification(at: now + .seconds(21), rules)
    }
    #expect(shown.isTrusted(at: .start + .hours(10), rules))
    #expect(!silent.isTrusted(at: .start + .hours(10), rules))
    // What is older than a week counts no more.
    #expect(silent.isTrusted(at: .start + .days(7) + .hours(1), rules))
  }

  @Test("one that is not trusted waits like a normal one, and says what it was sent with")
  func lowered() {
    let phone = phone(seconds: 40_000)
    phone.scenario.pushes = (0..<11).map { index in
      var push = PushSource(to: AppID(0), .at(moment(5_000 + 30 * Double(index))))
      push.priority = .high
      return push
    }
    #expect(
      messages(phone).filter { $0.hasSuffix("deliver") }.suffix(2) == [
        "5270 push 10 deliver", "7247.5 push 11 deliver",
      ])
  }
}
