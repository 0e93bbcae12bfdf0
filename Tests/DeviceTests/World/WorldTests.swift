import Simulation
import Testing

@testable import Device

@Suite("Order at one instant, power, memory and network")
struct WorldTests {
  // MARK: Order at one instant

  @Test("at one instant the world comes first, then limits, then callbacks, then the policy")
  func orderAtOneInstant() {
    // At 40: the user returns, the task's deadline, a timer, and a fetch that has come due.
    let phone = Phone("a", "b", modes: .fetch)
    phone.scenario.device.limits.minimumFetchInterval = .seconds(30)
    phone.on("didFinishLaunching", of: "b", [.fetchEvery(0)])
    phone.on("performFetch", of: "b", [.complete(.noData)])
    phone.on("didEnterBackground", of: "b", [.begin("t"), .after(30, [.log("timer")])])
    phone.opens("b", at: 10)
    phone.closes(at: 10)
    phone.network(.cellular, at: 40)
    phone.run(until: 40)
    let kinds = ["network", "app.exit", "app.log", "fetch.eligible", "fetch.start"]
    let order = phone.sink.records.filter { $0.seconds == 40 && kinds.contains($0.kind) }
    #expect(order.map(\.kind) == ["network", "fetch.eligible", "app.exit", "fetch.start"])
  }

  @Test("a run that does not start at midnight begins its trace with what the clock shows")
  func clockRecord() {
    let phone = Phone()
    phone.scenario.startsAt = .hours(8)
    _ = phone.run()
    #expect(phone.sink.records.first?.kind == "clock")
    #expect(phone.sink.records.first?.number("startsAtNs") == 28_800e9)
    let midnight = Phone()
    _ = midnight.run()
    #expect(!midnight.sink.records.contains { $0.kind == "clock" })
  }

  @Test("within a kind events go by insertion")
  func insertionOrder() {
    let phone = Phone()
    phone.on(
      "didFinishLaunching",
      [.after(5, [.log("one")]), .timer("t", every: 5, [.log("two")]), .after(5, [.log("three")])])
    phone.opens(at: 0)
    phone.closes(at: 7)
    phone.opens(at: 7)
    phone.run(until: 7)
    #expect(phone.timeline("app.log") == ["5 one", "5 two", "5 three"])
    #expect(phone.timeline("user.open", "user.close").suffix(2) == ["7 user.close", "7 user.open"])
  }

  // MARK: Power

  @Test("low power or a battery below 20 % off the charger stops fetches, running ones finish")
  func powerStopsFetch() {
    func starts(_ set: (Phone) -> Void) -> [String] {
      let phone = Phone(seconds: 1_500, modes: .fetch)
      phone.on("didFinishLaunching", [.fetchEvery(0)])
      phone.on("performFetch", [.sleep(10), .complete(.noData)])
      phone.opens(at: 0)
      phone.closes(at: 10)
      set(phone)
      phone.run()
      return phone.timeline("fetch.start", "fetch.complete")
    }
    let done = ["900 fetch.start", "910 complete noData 10"]
    #expect(starts { $0.power(lowPower: true, at: 100) }.isEmpty)
    #expect(starts { $0.power(charging: true, lowPower: true, at: 100) }.isEmpty)
    #expect(starts { $0.power(level: 0.19, at: 100) }.isEmpty)
    #expect(starts { $0.power(level: 0.2, at: 100) } == done)
    #expect(starts { $0.power(level: 0.05, charging: true, at: 100) } == done)
    #expect(starts { $0.power(lowPower: true, at: 905) } == done)
    #expect(
      starts {
        $0.power(level: 0.1, at: 100)
        $0.power(charging: true, at: 1_200)
      } == ["1200 fetch.start", "1210 complete noData 10"])
  }

  @Test("low power does not take background tasks away")
  func powerLeavesTasks() {
    let phone = Phone()
    phone.power(level: 0.05, lowPower: true, at: 0)
    phone.on("didEnterBackground", [.begin("t"), .logRemaining])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run(until: 11)
    #expect(phone.timeline("app.log") == ["10 30"])
  }

  // MARK: Memory

  /// Four apps: b, then a left long ago and suspended, c works in the background, d is opened at
  /// 80.
  private func crowd(memory: Double) -> Phone {
    let phone = Phone("a", "b", "c", "d")
    phone.scenario.device.memoryMegabytes = memory
    phone.on("didEnterBackground", of: "c", [.begin("t")])
    phone.opens("a", at: 0)
    phone.opens("b", at: 20)
    phone.opens("a", at: 40)
    phone.opens("c", at: 60)
    phone.closes(at: 10, 30, 50, 70)
    phone.opens("d", at: 80)
    phone.scenario.user.sort { $0.at < $1.at }
    return phone
  }

  @Test(
    "memory pressure ends suspended apps, longest unused first, then background ones, front last",
    arguments: [
      (310.0, 150.0, ""), (309, 150, "b"), (269, 150, "ba"), (229, 150, "bac"), (229, 300, "bacd"),
    ])
  func bands(memory: Double, front: Double, victims: String) {
    let phone = crowd(memory: memory)
    phone.scenario.apps[3].memory.foreground = front
    phone.run(until: 85)
    let exits = phone.sink.records.filter { $0.kind == "app.exit" }
    // Those that run have been warned, and had 5 s.
    #expect(exits.allSatisfy { ["a", "b"].contains($0.app) == ($0.seconds < 85) })
    #expect(exits.compactMap(\.app).joined() == victims)
    #expect(exits.allSatisfy { $0.string("reason") == "memoryPressure" })
    #expect(phone.device.memoryInUse <= Int(memory * 1_024))
  }

  @Test("switching apps counts the one that leaves as leaving, not both as in front")
  func switchingIsNoShortage() {
    let phone = Phone("a", "b")
    phone.scenario.device.memoryMegabytes = 230
    phone.opens("a", at: 0)
    phone.opens("b", at: 10)
    phone.run()
    #expect(phone.timeline("app.exit", of: nil).isEmpty)
  }

  private func warned(_ phone: Phone) -> [String] {
    phone.sink.records.filter { $0.string("name") == "didReceiveMemoryWarning" }
      .compactMap { record in record.app.map { "\(text(record.seconds)) \($0)" } }
  }

  @Test("suspended apps end without a word; if that is not enough the running ones are warned")
  func warnings() {
    let enough = crowd(memory: 309)
    enough.run(until: 85)
    #expect(warned(enough).isEmpty)
    #expect(enough.timeline("app.exit", of: "b") == ["80 exit memoryPressure"])
    let short = crowd(memory: 229)
    short.run(until: 85)
    #expect(warned(short).sorted() == ["80 c", "80 d"])
  }

  @Test("an app that answers a warning by letting go of its task goes on")
  func answers() {
    let phone = crowd(memory: 229)
    phone.on("didReceiveMemoryWarning", of: "c", [.work(2), .end("t")])
    phone.run(until: 150)
    #expect(phone.timeline("app.exit", of: "c").isEmpty)
    #expect(phone.state("c") == .suspended)
    #expect(warned(phone).sorted() == ["80 c", "80 d"])
  }

  @Test("how long apps have to answer is a parameter; who begins to run meanwhile is warned too")
  func timeToAnswer() {
    let phone = Phone("a", "b")
    phone.scenario.device.memoryMegabytes = 200
    phone.scenario.device.limits.memoryAnswer = .seconds(8)
    phone.scenario.apps[0].memory.background = 180
    phone.on("didEnterBackground", of: "a", [.begin("t")])
    phone.opens("a", at: 0)
    phone.opens("b", at: 10)
    phone.run(until: 30)
    #expect(warned(phone) == ["10 a", "10 b"])
    #expect(phone.timeline("app.exit", of: "a") == ["18 exit memoryPressure"])
    #expect(phone.state("b") == .active)
  }

  @Test("a shortage that is over is forgotten: the next one warns anew")
  func twoShortages() {
    let phone = Phone("a", "b")
    phone.scenario.device.memoryMegabytes = 200
    phone.on("didEnterBackground", of: "a", [.begin("t")])
    phone.on("didReceiveMemoryWarning", of: "b", [.log("warned")])
    phone.opens("a", at: 0)
    for start in [10.0, 14] {
      phone.opens("b", at: start)
      phone.closes(at: start + 2)
    }
    phone.scenario.apps[1].memory.background = 100
    phone.run(until: 30)
    #expect(phone.timeline("app.log", of: "b") == ["10 warned", "14 warned"])
    #expect(phone.timeline("app.exit", of: nil).isEmpty)
  }

  @Test("a launch that alone exceeds the device's memory ends itself, and the run goes on")
  func tooBigToLaunch() {
    let phone = Phone("a", "b")
    phone.scenario.apps[0].memory.foreground = 4_000
    phone.opens("a", at: 1)
    phone.opens("a", at: 10)
    phone.opens("b", at: 20)
    phone.run()
    #expect(phone.timeline("app.exit") == ["6 exit memoryPressure", "15 exit memoryPressure"])
    #expect(phone.state("b") == .active)
  }

  @Test("a fetch whose launch exceeds memory is ended without a result and gives all back")
  func fetchKilledByItsLaunch() {
    let phone = Phone("a", "b", seconds: 1_000, modes: .fetch)
    phone.scenario.device.memoryMegabytes = 225
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.sleep(6), .complete(.newData)])
    phone.crashes(after: 2)
    phone.opens("a", at: 0)
    phone.opens("b", at: 5)
    phone.run()
    #expect(
      phone.timeline("fetch.start", "app.exit").suffix(2) == [
        "900 fetch.start", "905 exit memoryPressure",
      ])
    #expect(phone.figures().fetchesUnanswered == 1)
    #expect(phone.result.device.pool.reserved == .zero)
    #expect(phone.fetchesRunning == 0)
  }

  @Test("coming back to the front from the background counts as the front's memory")
  func growthOnReturn() {
    let phone = Phone("a", "b")
    phone.scenario.device.memoryMegabytes = 240
    phone.on("didEnterBackground", [.work(3), .begin("t")])
    phone.opens("b", at: 0)
    phone.opens("a", at: 10)
    phone.closes(at: 20)
    phone.opens("a", at: 21)
    phone.run()
    #expect(phone.device.memoryInUse <= 240 * 1_024)
    #expect(phone.state("a") == .active)
  }

  // MARK: Network

  private func requester(_ steps: [Step]) -> Phone {
    let phone = Phone()
    phone.server(latency: 5)
    phone.on("didBecomeActive", steps)
    phone.opens(at: 0)
    return phone
  }

  @Test("a request without network fails with notConnectedToInternet, -1009")
  func noNetwork() {
    let phone = requester([.request("https://server/x"), .get("https://server/y"), .log("on")])
    phone.network(.none, at: 0)
    phone.run()
    let answer = "0 answer: notConnectedToInternet"
    #expect(phone.timeline("app.log") == [answer, answer, "0 on"])
    #expect(URLError.notConnectedToInternet.rawValue == -1009)
  }

  @Test(
    "one that is cancelled at once without network is answered once, and a failed one moves no bytes"
  )
  func cancelled() {
    for network in NetworkKind.allCases {
      let phone = requester([
        .run { app in
          let id = app.application.startRequest(
            URLRequest(url: "https://server/", bodyBytes: 1e6), for: .block(app.block([])))
          app.application.cancelRequest(id)
          app.application.cancelRequest(id)
        }
      ])
      phone.network(network, at: 0)
      phone.run()
      #expect(phone.timeline("request.finish") == ["0 answer cancelled"])
      #expect(phone.result.device.wifiBytes == 0 && phone.result.device.cellularBytes == 0)
    }
  }

  @Test("a URL that is not loaded fails at once with unsupportedURL, -1002, and is a finding")
  func unsupportedURL() {
    for network in [NetworkKind.wifi, .none] {
      let phone = requester([.request("server/x"), .get("ftp://server/y"), .log("on")])
      phone.network(network, at: 0)
      phone.run()
      let answer = "0 answer: unsupportedURL"
      #expect(phone.timeline("app.log") == [answer, answer, "0 on"])
      #expect(
        phone.findings(.unsupportedURL).first?.message
          == "the URL begins with neither http:// nor https:// (\"server/x\")")
      #expect(phone.findings(.hostWithoutServer).isEmpty)
    }
    #expect(URLError.unsupportedURL.rawValue == -1002)
  }

  @Test("a request that exceeds its timeout fails with timedOut, -1001, at the timeout")
  func timeout() {
    let phone = requester([.get("https://server/", timeout: 3)])
    phone.run()
    #expect(phone.timeline("app.log") == ["3 answer: timedOut"])
    #expect(URLError.timedOut.rawValue == -1001)
  }

  @Test("the network's latency is added to the server's")
  func latencies() {
    let wifi = requester([.request("https://server/")])
    wifi.run()
    #expect(wifi.timeline("app.log") == ["5 answer: status 200, 0 new"])
    let cellular = requester([.request("https://server/")])
    cellular.network(.cellular, at: 0)
    cellular.run()
    #expect(cellular.timeline("app.log") == ["6 answer: status 200, 0 new"])
  }

  @Test("the network's loss fails what is in flight, for blocks and for awaiting callbacks alike")
  func lossInFlight() {
    let phone = requester([
      .request("https://server/x"), .global([.get("https://server/y"), .log("beside on")]),
      .get("https://server/z"), .log("main on"),
    ])
    phone.network(.none, at: 2)
    phone.run()
    #expect(phone.timeline("request.finish").count == 3)
    #expect(
      phone.timeline("app.log").filter { $0.contains("answer") }
        == Array(repeating: "2 answer: networkConnectionLost", count: 3))
    #expect(Set(phone.timeline("app.log")).isSuperset(of: ["2 main on", "2 beside on"]))
  }

  @Test("the loss while the app is suspended is learnt at its resume")
  func lossWhileSuspended() {
    let phone = Phone()
    phone.server(latency: 50)
    phone.on("didEnterBackground", [.request("https://server/")])
    phone.opens(at: 0, 60)
    phone.closes(at: 10)
    phone.network(.none, at: 30)
    phone.run()
    #expect(
      phone.timeline("request.finish", "app.log") == [
        "30 answer networkConnectionLost", "60 answer: networkConnectionLost",
      ])
  }

  @Test("a request that would be answered at the moment of suspension stands still too")
  func answerAtSuspension() {
    let phone = Phone()
    phone.server(latency: 5)
    phone.on("didEnterBackground", [.request("https://server/")])
    phone.opens(at: 0, 40)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.log") == ["40 answer: status 200, 0 new"])
    #expect(phone.timeline("app.state")[4] == "15 background→suspended")
  }

  @Test("requests in flight die with their process, and the network's loss then finds nothing")
  func deathInFlight() {
    let phone = requester([.request("https://server/"), .after(1, [.fail(.uncaughtException)])])
    phone.network(.none, at: 2)
    phone.run()
    #expect(phone.timeline("request.finish", "app.log").isEmpty)
  }

  @Test("a host nobody runs is not found, a failing server answers 500, a cancelled task says so")
  func otherAnswers() {
    let phone = Phone()
    phone.server("bad", fails: 1)
    phone.server(latency: 5)
    phone.on(
      "didBecomeActive",
      [
        .request("https://nowhere/"), .request("http://BAD:80/x?y"), .request("https://server/"),
        .cancelRequest("https://server/"), .cancelRequest("https://server/"),
      ])
    phone.opens(at: 0)
    phone.run()
    #expect(
      phone.timeline("app.log") == [
        "0 answer: cancelled", "0 answer: cannotFindHost", "1 answer: status 500, 0 new",
      ])
  }

  @Test("an app receives each published item once, at its own pace")
  func newItems() {
    let phone = Phone()
    phone.server(latency: 1, publishes: .every(.seconds(10)))
    phone.on("didBecomeActive", [.timer("t", every: 34, [.request("https://server/")])])
    phone.opens(at: 0)
    phone.run(until: 120)
    #expect(
      phone.timeline("app.log") == [
        "35 answer: status 200, 3 new", "69 answer: status 200, 3 new",
        "103 answer: status 200, 4 new",
      ])
  }

  @Test("a server that publishes never, every moment or nothing at all brings nothing new")
  func nothingNew() {
    for publication in [
      ServerConfiguration.Publication.never, .every(.zero), .perHour(0), .at([]),
    ] {
      let phone = Phone()
      phone.server(latency: 1, publishes: publication)
      phone.on("didBecomeActive", [.request("https://server/")])
      phone.opens(at: 5, 20)
      phone.closes(at: 10)
      phone.run(until: 15)
      #expect(phone.timeline("app.log") == ["6 answer: status 200, 0 new"])
      #expect(phone.figures().opensWithContent == 0)
    }
  }

  @Test(
    "an open is fresh when nothing published is missing; else its staleness is the oldest's age")
  func freshness() {
    let phone = Phone()
    phone.server(latency: 1, publishes: .at([moment(5), moment(50), moment(60)]))
    phone.on("didFinishLaunching", [.request("https://server/")])
    phone.opens(at: 10, 40, 100)
    phone.closes(at: 20, 45)
    phone.run()
    let figures = phone.figures()
    #expect(figures.opens == 3)
    #expect(figures.opensWithContent == 2)
    #expect(figures.freshOpens == 1)
    #expect(figures.staleness.max == 50)
  }

  @Test("an app that logs more than it may is told so once, and the rest is left out")
  func logLimit() {
    let phone = Phone.visited()
    phone.scenario.device.limits.logBytes = 200
    phone.on("didBecomeActive", ["one", "two", "three", "four", "five"].map(Step.log))
    phone.run()
    #expect(
      phone.timeline("app.log") == [
        "0 one", "0 two", "0 ... more than 200 bytes logged by this app; the rest is left out",
      ])
  }
}
