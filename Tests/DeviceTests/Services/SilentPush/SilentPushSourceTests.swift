import Simulation
import Testing

@testable import Device

/// When pushes come, and from where.
extension SilentPushTests {
  // MARK: N7

  @Test("more than 3 pushes within an hour are a finding, at the line that sends them")
  func tooOften() {
    let line = SourceLocation(file: "s.lua", line: 4)
    func findings(every seconds: Double) -> [Finding] {
      let phone = receiver(pushes: [])
      phone.scenario.pushes = (0..<6).map {
        PushSource(to: AppID(0), .at(moment(100 + Double($0) * seconds)), location: line)
      }
      phone.run()
      return phone.findings(.pushesTooOften)
    }
    let often = findings(every: 1_000)
    #expect(often.map(\.message) == ["4 silent pushes within an hour"])
    #expect(often.map(\.location) == [line])
    #expect(often.map(\.count) == [1], "four are told of once")
    #expect(findings(every: 1_200).isEmpty)
  }

  // MARK: Where they come from

  @Test("random pushes follow their app's own stream: those to others do not shift them")
  func ownStream() {
    func arrivals(_ rates: [Double]) -> [String] {
      let phone = Phone("a", "b", seconds: 20_000)
      phone.scenario.pushes = zip(0..., rates).map { PushSource(to: AppID($0), .perHour($1)) }
      phone.run()
      return phone.timeline("push.arrive")
    }
    #expect(arrivals([3, 0]).count > 5)
    #expect(arrivals([3, 0]) == arrivals([3, 50]))
  }

  @Test("pushes that follow a server come at the moments at which it publishes")
  func followsServer() {
    for publication in [
      ServerConfiguration.Publication.every(.seconds(1_000)), .perHour(3),
      .at([moment(100), moment(5_000)]),
    ] {
      let phone = receiver(pushes: [])
      phone.server(publishes: publication)
      phone.scenario.pushes = [PushSource(to: AppID(0), .follows(host: "server"))]
      phone.run()
      var publisher = Publisher(phone.scenario.servers[0], seed: phone.scenario.seed)
      let count = publisher.count(at: moment(8_000))
      let times = phone.sink.records.filter { $0.kind == "push.arrive" }.map(\.nanoseconds)
      #expect(times == (0..<count).map { publisher.instant(ofItem: $0).nanoseconds })
      #expect(count > 1)
    }
  }

  @Test("a driver sends a push as a scenario does, and both give one trace")
  func driven() {
    let declared = receiver(pushes: [100])
    declared.run(until: 300)
    let driven = receiver(pushes: [])
    driven.device.advance(to: moment(100))
    driven.device.push(to: AppID(0))
    driven.run(until: 300)
    #expect(driven.result.fingerprint == declared.result.fingerprint)
  }
}
