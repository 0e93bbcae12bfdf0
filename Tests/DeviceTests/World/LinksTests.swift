import Simulation
import Testing

@testable import Device

@Suite("Networks that requests and transfers share")
struct LinksTests {
  private static let url = "https://server/"

  /// Apps that each ask at 0 for 1,000 bytes over 100 a second, after a second of latency.
  private func phone(_ apps: [String] = ["a"], asks: [Step], seconds: Double = 400) -> Phone {
    let phone = Phone(seconds: seconds)
    phone.scenario.apps = apps.map { AppConfiguration(name: $0) }
    phone.server()
    phone.scenario.device.wifi = .init(latency: .zero, bytesPerSecond: 100)
    phone.scenario.device.cellular = .init(latency: .zero, bytesPerSecond: 50)
    for app in apps { phone.on("didFinishLaunching", of: app, asks) }
    phone.opens(apps[0], at: 0)
    return phone
  }

  private func answers(_ phone: Phone) -> [String] {
    phone.timeline("request.finish", "transfer.finish", of: nil)
  }

  @Test("requests under way at once share the rate; one alone takes as long as ever")
  func requests() {
    let alone = phone(asks: [.request(Self.url)])
    alone.run()
    #expect(answers(alone) == ["11 answer -"])
    let two = phone(asks: [.request(Self.url), .request(Self.url)])
    two.run()
    #expect(answers(two) == ["21 answer -", "21 answer -"])
    let later = phone(asks: [.request(Self.url), .after(5, [.request(Self.url)])])
    later.run()
    // 500 bytes alone, 500 at half the rate, then 500 alone again.
    #expect(answers(later) == ["16 answer -", "21 answer -"])
  }

  @Test("a slow server leaves to the others what it cannot give")
  func servers() {
    let phone = phone(asks: [.request(Self.url), .request("https://slow/")])
    phone.scenario.servers.append(
      ServerConfiguration(
        host: "slow", latencyMedian: .seconds(1), latencyP95: .seconds(1), bytesPerSecond: 20))
    phone.run()
    #expect(answers(phone) == ["13.5 answer -", "51 answer -"])
  }

  @Test("a request that the others slow down too much fails at its timeout, and frees its share")
  func timeout() {
    let phone = phone(asks: [.request(Self.url), .global([.get(Self.url, timeout: 15)])])
    phone.run()
    // 700 bytes each after 15 s; the other then has the rate for itself.
    #expect(answers(phone) == ["15 answer timedOut", "18 answer -"])
    #expect(phone.result.device.wifiBytes == 1_000)
  }

  @Test("what is cancelled, dies with its process or loses its network frees its share at once")
  func ends() {
    let cancelled = phone(asks: [
      .request(Self.url), .request("https://server/b"),
      .after(11, [.cancelRequest("https://server/b")]),
    ])
    cancelled.run()
    #expect(answers(cancelled) == ["11 answer cancelled", "16 answer -"])
    let dead = phone(["a", "b"], asks: [.request(Self.url)])
    dead.opens("b", at: 0)
    dead.crashes("b", after: 11)
    dead.run()
    #expect(dead.timeline("request.finish", of: "b").isEmpty)
    let lost = phone(asks: [.request(Self.url), .request(Self.url)])
    lost.network(.none, at: 3)
    lost.run()
    #expect(
      answers(lost) == ["3 answer networkConnectionLost", "3 answer networkConnectionLost"])
  }

  @Test("a request stands still while its app is suspended, and the others have the rate alone")
  func suspended() {
    let phone = phone(["a", "b"], asks: [.request(Self.url)])
    phone.opens("b", at: 5)
    phone.opens("a", at: 30)
    phone.run()
    // a has 500 bytes at 6 and 700 at 10, when it is suspended; b has 200 then, and the rate alone.
    #expect(phone.timeline("request.finish", of: "b") == ["18 answer -"])
    #expect(phone.timeline("request.finish", of: "a") == ["33 answer -"])
  }

  @Test("background transfers and requests share a network, over others they do not meet")
  func transfers() {
    let phone = Phone.transferring([
      .transfer(Phone.url, bytes: 9_000), .request(Self.url),
      .after(5, [.request(Self.url)]),
    ])
    phone.closes()
    phone.run(until: 300)
    // From 1 s on 1,000 a second: the first request and 1,000 bytes of the transfer until 3; then
    // 3,000 of it alone until 6, the second request beside 1,000 until 8, and the last 5,000.
    #expect(answers(phone) == ["3 answer -", "8 answer -", "13 transfer 1 200 -"])
    #expect(phone.result.device.wifiBytes == 12_000)
    let cellular = Phone.transferring([.transfer(Phone.url, bytes: 9_000), .request(Self.url)])
    cellular.network(.cellular, at: 2)
    cellular.run(until: 300)
    #expect(cellular.timeline("request.finish") == ["2.5 answer -"])
  }

  @Test("throughput over LTE is paid for byte by byte, up dearer than down, and by whom it was for")
  func energy() {
    func joules(_ bytes: Double, cellular: Bool = true, until end: Double = 300) -> Double {
      let phone = Phone.transferring([.transfer(Phone.url, bytes: bytes)])
      phone.scenario.device.cellular = .init(latency: .zero, bytesPerSecond: 1e6)
      phone.scenario.device.wifi = .init(latency: .zero, bytesPerSecond: 1e6)
      phone.scenario.servers[0].answerBytes = bytes > 0 ? 0 : 1e7
      if cellular { phone.network(.cellular, at: 0) }
      phone.run(until: end)
      #expect(phone.result.device.energy.background == .zero)
      return phone.result.device.energy.radio.joules
    }
    // A second of latency goes before the 10 s of 10 MB at 8 Mbit/s.
    #expect(abs(joules(1e7) - (58.43824 + 1.2)) < 1e-6)
    #expect(abs(joules(0) - (27.52464 + 1.2)) < 1e-6)
    #expect(abs(joules(1e7, until: 6) - (0.3146 + 6 * 1.2 + 5 * 8 * 0.43839)) < 1e-6)
    #expect(abs(joules(1e7, cellular: false) - 0.403 * 11.25) < 1e-6)
  }

  @Test("thousands of requests at once cost no more than each of them alone, and end together")
  func flood() {
    let phone = phone(asks: [.times(5_000, [.request(Self.url)])], seconds: 100_000)
    phone.scenario.device.limits.requestTimeout = .seconds(90_000)
    phone.run()
    let ends = phone.timeline("request.finish")
    #expect(ends.count == 5_000)
    // 5,000 x 1,000 bytes at 100 a second; they begin a little apart, as a flood is charged.
    #expect(ends.allSatisfy { $0.hasPrefix("5000") && $0.hasSuffix("answer -") })
    #expect(phone.result.device.wifiBytes == 5_000_000)
    #expect(phone.result.events < 40_000)
  }

  @Test("random requests of many apps give one trace twice, and bring all their bytes")
  func determinism() {
    func run(_ seed: Int) -> RunResult {
      var random = RandomStream(seed: UInt64(seed), name: "requests")
      let steps = (0..<60).map { number in
        Step.after(
          random.uniform() * 200,
          [
            .request("https://server/\(number)"),
            .after(3, number % 5 == 0 ? [.cancelRequest("https://server/\(number)")] : []),
          ])
      }
      let phone = phone(asks: steps, seconds: 2_000)
      phone.scenario.device.limits.requestTimeout = .seconds(4_000)
      phone.network(.cellular, at: 100)
      return phone.run()
    }
    for seed in 0..<5 {
      let (one, two) = (run(seed), run(seed))
      #expect(one.fingerprint == two.fingerprint)
      #expect(one.device.wifiBytes + one.device.cellularBytes == 48_000)
    }
  }
}
