import Simulation
import Testing

@testable import Device

@Suite("Silent push")
struct SilentPushTests {
  /// An app opened at 0 and left at 10, with pushes at these seconds, each completed at once.
  func receiver(
    pushes: [Double], seconds: Double = 8_000, modes: BackgroundModes = .remoteNotification,
    handling: [Step] = [.completePush(.newData)]
  ) -> Phone {
    let phone = Phone(seconds: seconds, modes: modes)
    phone.on("didReceiveRemoteNotification", handling)
    phone.scenario.pushes = pushes.map { PushSource(to: AppID(0), .at(moment($0))) }
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  func pushes(_ phone: Phone) -> [String] {
    phone.timeline("push.arrive", "push.deliver", "push.complete", "push.drop")
  }

  // MARK: N1

  @Test("an app in front gets a push at once, and has no limit for it")
  func inFront() {
    let phone = receiver(pushes: [5], handling: [.sleep(40), .completePush(.newData)])
    phone.scenario.user = []
    phone.opens(at: 0)
    phone.run(until: 100)
    #expect(pushes(phone) == ["5 push 1 arrive", "5 push 1 deliver", "45 push 1 newData"])
    #expect(phone.timeline("app.exit") == [])
    #expect(phone.findings(.completionCalledLate).count == 1)
    #expect(phone.figures()[.push].started == 0)
  }

  @Test("an app still running in the background gets a push at once, and 30 s for it")
  func behind() {
    let phone = receiver(
      pushes: [12], handling: [.sleep(20), .logRemaining, .completePush(.noData)])
    phone.run(until: 100)
    #expect(pushes(phone) == ["12 push 1 arrive", "12 push 1 deliver", "32 push 1 noData"])
    #expect(phone.timeline("app.log") == ["32 10"])
    #expect(phone.timeline("app.state").last == "32 background→suspended")
    #expect(phone.figures().used == .zero)
  }

  @Test("pushes that come while one is handled are handled too, each with its own time")
  func severalAtOnce() {
    let phone = receiver(pushes: [100, 110, 130], handling: [])
    phone.on("didReceiveRemoteNotification", [.sleep(25), .completePush(.newData)])
    phone.run(until: 200)
    #expect(
      phone.timeline("push.deliver") == [
        "100 push 1 deliver", "110 push 2 deliver", "130 push 3 deliver",
      ])
    #expect(phone.figures()[.push].started == 1)
    #expect(phone.figures().pushes.delivered == 3)
  }

  @Test("with several at once the time that remains is that of the one that may take longest")
  func remainingOfSeveral() {
    let phone = receiver(pushes: [100, 110], handling: [.sleep(5), .logRemaining])
    phone.run(until: 128)
    #expect(phone.timeline("app.log") == ["105 25", "115 25"])
  }

  @Test("an earlier push that is completed when the next resumes the app does not suspend it")
  func completedAtResumption() {
    let phone = receiver(
      pushes: [5, 100], handling: [.request("https://server/up", [.completePush(.newData)])])
    phone.server(latency: 20)
    phone.network(.none, at: 20)
    phone.network(.wifi, at: 90)
    phone.run(until: 200)
    #expect(
      pushes(phone) == [
        "5 push 1 arrive", "5 push 1 deliver", "100 push 2 arrive", "100 push 2 deliver",
        "100 push 1 newData", "120 push 2 newData",
      ])
    #expect(phone.timeline("app.exit") == [])
  }

  // MARK: N2

  @Test("a suspended app is resumed, a dead one launched, when the policy gives it a slot")
  func resumedOrLaunched() {
    let suspended = receiver(pushes: [100])
    suspended.run(until: 200)
    #expect(
      suspended.timeline("work.eligible", "work.start", "push.deliver", "app.state").suffix(5) == [
        "100 work.eligible", "100 work.start", "100 suspended→background", "100 push 1 deliver",
        "100 background→suspended",
      ])
    let dead = receiver(pushes: [100])
    dead.on("didBecomeActive", [.after(5, [.fail(.uncaughtException)])])
    dead.run(until: 200)
    #expect(
      dead.story().suffix(2) == ["100 didFinishLaunching", "100 didReceiveRemoteNotification"])
    #expect(dead.figures().used == .zero)
    #expect(dead.figures().granted == .seconds(30))
  }

  @Test("a push waits as long as the policy gives it no slot, and the policy is told of its end")
  func waitsForThePolicy() {
    let phone = receiver(pushes: [100])
    phone.policy.choose = { candidates, _, device in
      device.now < moment(400)
        ? WorkDecision([], askAgainAfter: .seconds(300))
        : WorkDecision(candidates.map { $0.app.id })
    }
    phone.run(until: 500)
    #expect(phone.timeline("push.deliver") == ["400 push 1 deliver"])
    #expect(phone.figures()[.push].wait.mean == 300)
    #expect(phone.figures()[.push][.newData] == 1)
  }

  @Test("an app that waits for a fetch too is asked about for its push, since it began to wait")
  func besideFetch() {
    let phone = receiver(pushes: [100], modes: [.remoteNotification, .fetch])
    phone.scenario.device.limits.minimumFetchInterval = .zero
    phone.on("didFinishLaunching", [.fetchEvery(20)])
    phone.on("performFetch", [.complete(.newData)])
    var seen: [String] = []
    phone.policy.choose = { candidates, _, _ in
      seen += candidates.map { "\($0.kind) since \(($0.eligibleSince - .start).seconds)" }
      return WorkDecision(candidates.filter { $0.kind == .push }.map { $0.app.id })
    }
    phone.run(until: 200)
    #expect(Set(seen) == ["fetch since 20.0", "push since 20.0"])
    #expect(phone.timeline("push.deliver") == ["100 push 1 deliver"])
  }

  // MARK: N3

  @Test("14 pushes in 100 minutes start the app 7 times, some 15 minutes apart")
  func throttled() {
    let phone = receiver(pushes: (0..<14).map { 100 + Double($0) * 440 })
    phone.run(until: 6_100)
    let starts = phone.sink.records.filter { $0.kind == "work.start" }.map(\.seconds)
    #expect(starts.count == 7)
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= 900 && $1 - $0 < 1_000 })
    #expect(phone.figures().pushes.replaced == 6)
    #expect(phone.figures().pushes.held == 1)
  }

  @Test("as many at random start it 6 to 8 times too, but for one seed in twenty")
  func throttledAtRandom() {
    var counts: [Int] = []
    for seed in 1...60 {
      var random = RandomStream(seed: UInt64(seed), name: "pushes")
      let phone = receiver(
        pushes: (0..<14).map { _ in 100 + random.uniform() * 6_000 }.sorted())
      phone.run()
      let starts = phone.sink.records.filter { $0.kind == "work.start" }.map(\.seconds)
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 > 899.999 })
      counts.append(starts.count)
    }
    #expect(counts.count { (6...8).contains($0) } >= 57, "\(counts)")
    #expect(counts.allSatisfy { (4...8).contains($0) }, "\(counts)")
  }

  @Test("of the pushes that wait only the newest is kept")
  func newestOnly() {
    let phone = receiver(pushes: [100, 200, 300])
    phone.run(until: 1_100)
    #expect(
      pushes(phone) == [
        "100 push 1 arrive", "100 push 1 deliver", "100 push 1 newData", "200 push 2 arrive",
        "300 push 3 arrive", "300 push 2 drop replaced", "1000 push 3 deliver",
        "1000 push 3 newData",
      ])
  }

  @Test("what waits is delivered when the app comes to run for another reason")
  func otherReason() {
    let opened = receiver(pushes: [100, 200])
    opened.opens(at: 300)
    opened.run(until: 400)
    #expect(opened.timeline("push.deliver") == ["100 push 1 deliver", "300 push 2 deliver"])
    let fetching = receiver(pushes: [100, 850], modes: [.remoteNotification, .fetch])
    fetching.on("didFinishLaunching", [.fetchEvery(0)])
    fetching.on("performFetch", [.sleep(5), .complete(.newData)])
    fetching.run(until: 1_000)
    #expect(fetching.timeline("push.deliver") == ["100 push 1 deliver", "900 push 2 deliver"])
    #expect(fetching.timeline("work.start") == ["100 work.start"])
  }

  // MARK: N4

  @Test("after a force-quit pushes are lost, those that wait too, until the user opens the app")
  func forceQuit() {
    let phone = receiver(pushes: [100, 200, 400, 2_000])
    phone.forceQuits(at: 300)
    phone.opens(at: 1_000)
    phone.closes(at: 1_010)
    phone.run()
    #expect(
      phone.timeline("push.drop", "push.deliver") == [
        "100 push 1 deliver", "300 push 2 drop forceQuit", "400 push 3 drop forceQuit",
        "2000 push 4 deliver",
      ])
    #expect(phone.figures().pushes.dropped == 2)
  }

  @Test("with background refresh off, or without the mode, only an app in front gets pushes")
  func notAllowed() {
    let deviceOff = receiver(pushes: [5, 12, 100])
    deviceOff.scenario.device.backgroundRefresh = false
    let appOff = receiver(pushes: [5, 12, 100])
    appOff.scenario.apps[0].backgroundRefresh = false
    let noMode = receiver(pushes: [5, 12, 100], modes: [])
    for (phone, why) in [
      (deviceOff, "backgroundRefreshOff"), (appOff, "backgroundRefreshOff"),
      (noMode, "noRemoteNotificationMode"),
    ] {
      phone.run(until: 200)
      #expect(
        phone.timeline("push.drop", "push.deliver") == [
          "5 push 1 deliver", "12 push 2 drop \(why)", "100 push 3 drop \(why)",
        ])
    }
  }

  @Test("an app that was never opened has no push token: what is sent to it is lost")
  func neverOpened() {
    let phone = receiver(pushes: [100, 300, 400])
    phone.scenario.user = []
    phone.opens(at: 200)
    phone.closes(at: 210)
    phone.device.advance(to: moment(150))
    let work = phone.device.standing(of: AppID(0)).work.first { $0.kind == .push }
    #expect(work?.ineligibility == [.neverOpened, .noPush])
    phone.run(until: 500)
    #expect(
      phone.timeline("push.drop", "push.deliver") == [
        "100 push 1 drop neverOpened", "300 push 2 deliver",
      ])
    #expect(phone.figures().pushes.dropped == 1)
  }

  // MARK: N5

  @Test("a push that waits on the phone starts no app without a network")
  func waitsWithoutNetwork() {
    let phone = receiver(pushes: [100])
    phone.power(lowPower: true, at: 50)
    phone.network(.none, at: 150)
    phone.power(lowPower: false, at: 200)
    phone.network(.wifi, at: 300)
    phone.run(until: 400)
    #expect(
      phone.timeline("push.arrive", "work.start", "push.deliver") == [
        "100 push 1 arrive", "300 work.start", "300 push 1 deliver",
      ])
  }

  @Test("Low Power Mode holds pushes until it ends, the newest of them")
  func lowPower() {
    let phone = receiver(pushes: [100, 200])
    phone.power(lowPower: true, at: 50)
    phone.power(lowPower: false, at: 500)
    phone.run(until: 600)
    #expect(
      pushes(phone) == [
        "100 push 1 arrive", "200 push 2 arrive", "200 push 1 drop replaced",
        "500 push 2 deliver", "500 push 2 newData",
      ])
  }

  @Test("without network pushes wait where they come from, the newest of them")
  func noNetwork() {
    let phone = receiver(pushes: [100, 200, 300])
    phone.network(.none, at: 50)
    phone.network(.cellular, at: 250)
    phone.run(until: 280)
    #expect(
      pushes(phone) == [
        "200 push 1 drop replaced", "250 push 2 arrive", "250 push 2 deliver",
        "250 push 2 newData",
      ])
  }

  // MARK: N6

  @Test("completion never called: after 30 s the finding, then exit remoteNotificationTimeout")
  func neverCompleted() {
    for pushes in [[12.0], [100.0]] {
      let phone = receiver(pushes: pushes, handling: [])
      phone.run(until: 200)
      #expect(
        phone.story().suffix(3) == [
          "\(Int(pushes[0])) didReceiveRemoteNotification",
          "\(Int(pushes[0]) + 30) finding completionNeverCalled",
          "\(Int(pushes[0]) + 30) exit remoteNotificationTimeout",
        ])
      let exit = phone.sink.records.last { $0.kind == "app.exit" }
      #expect(exit?.fields["codeAssumed"] as? Bool == true)
    }
  }

  @Test("completion called twice is an uncaught exception")
  func twice() {
    let phone = receiver(
      pushes: [100], handling: [.completePush(.newData), .completePush(.newData)])
    phone.run(until: 200)
    #expect(
      phone.story().suffix(2) == [
        "100 finding completionCalledTwice", "100 exit uncaughtException",
      ])
  }

  @Test("an app that is opened while it handles a push goes on without a limit, slot and pool")
  func openedMeanwhile() {
    let phone = receiver(pushes: [100], handling: [.sleep(60), .completePush(.newData)])
    phone.opens(at: 120)
    phone.run(until: 200)
    #expect(phone.timeline("push.complete") == ["160 push 1 newData"])
    #expect(phone.timeline("app.exit") == [])
    #expect(phone.figures()[.push].slotTime == .seconds(20))
    #expect(phone.findings(.completionCalledLate).count == 1)
    // One that came while it ran on behind has no limit any more either.
    let behind = receiver(pushes: [12], handling: [.sleep(60), .completePush(.newData)])
    behind.opens(at: 20)
    behind.run(until: 200)
    #expect(behind.timeline("push.complete", "app.exit") == ["72 push 1 newData"])
  }

  @Test("a push is lost with the process that handles it, and the next one starts the app anew")
  func lostWithItsProcess() {
    let phone = receiver(pushes: [100, 1_100], handling: [.fail(.uncaughtException)])
    phone.run(until: 1_200)
    #expect(phone.timeline("push.deliver") == ["100 push 1 deliver", "1100 push 2 deliver"])
    #expect(phone.figures()[.push].cancelled == 2)
  }
}
