import Simulation
import Testing

@testable import Device

/// The network of a phone.
extension WorldTests {
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
