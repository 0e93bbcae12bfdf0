import Simulation
import Testing

@testable import Device

@Suite("Work that is to come, as policies see it")
struct ComingWorkTests {
  private static let here = SourceLocation(file: "test", line: 1)

  private static func submit(_ request: TaskRequest) -> Step {
    .run { app in _ = try? app.application.submit(request, at: here) }
  }

  private func shown(_ coming: [ComingWork]) -> [String] {
    coming.map { work in
      let obstacles = work.obstacles.map(\.name).joined(separator: ",")
      let latest = work.latest.map { " until \(Int($0.seconds))" } ?? ""
      let from = "\(work.kind.rawValue) \(Int(work.from.seconds))\(latest)"
      return "\(work.app.index) \(from) \(obstacles)"
    }
  }

  @Test("each app's next fetch comes when its interval is over; who waits is a candidate instead")
  func fetches() {
    let phone = Phone("a", "b", "c", "d", seconds: 4_000, modes: [.fetch])
    phone.on("didFinishLaunching", of: "a", [.fetchEvery(1_000)])
    phone.on("didFinishLaunching", of: "b", [.fetchEvery(2_000)])
    phone.on("didFinishLaunching", of: "c", [])
    phone.on("didFinishLaunching", of: "d", [.fetchEvery(1_000)])
    for (index, app) in ["a", "b", "c", "d"].enumerated() { phone.opens(app, at: Double(index)) }
    phone.closes(at: 10)
    phone.forceQuits("d", at: 20)
    phone.policy.choose = { _, _, _ in WorkDecision() }
    phone.run(until: 15)
    #expect(
      shown(phone.device.coming()) == [
        "0 fetch 1000 intervalNotElapsed", "3 fetch 1003 intervalNotElapsed",
        "1 fetch 2001 intervalNotElapsed",
      ])
    phone.run(until: 500)
    #expect(
      shown(phone.device.coming()) == [
        "0 fetch 1000 intervalNotElapsed", "1 fetch 2001 intervalNotElapsed",
      ])
    phone.run(until: 1_500)
    #expect(shown(phone.device.coming()) == ["1 fetch 2001 intervalNotElapsed"])
  }

  @Test("a fetch that runs has a next one; what waits for the charger comes now at the earliest")
  func others() {
    let phone = Phone("a", "b", seconds: 4_000, modes: [.fetch, .processing])
    phone.scenario.apps[1].permittedIdentifiers = ["r", "p"]
    phone.on("didFinishLaunching", of: "a", [.fetchEvery(1_000)])
    phone.on("performFetch", of: "a", [.sleep(20), .complete(.newData)])
    phone.on(
      "didFinishLaunching", of: "b",
      ["r", "p"].map { identifier in
        .run { app in
          _ = try? app.application.registerLaunchHandler(
            app.block([]), for: identifier, onMain: false, at: Self.here)
        }
      })
    phone.on(
      "didEnterBackground", of: "b",
      [
        Self.submit(.refresh("r", earliest: moment(3_000))),
        Self.submit(.processing("p", requiresPower: true)),
      ])
    phone.power(level: 1, charging: false, at: 0)
    phone.opens("a", at: 0)
    phone.opens("b", at: 1)
    phone.closes(at: 10)
    phone.run(until: 1_010)
    #expect(
      shown(phone.device.coming()) == [
        "1 processing 1010 notCharging", "0 fetch 2000 fetching,intervalNotElapsed",
        "1 refresh 3000 until 89400 earliestNotReached",
      ])
  }

  @Test("a policy sees it at each decision if it looks ahead, and else nothing")
  func looksAhead() {
    for looksAhead in [false, true] {
      let phone = Phone("a", "b", seconds: 1_600, modes: [.fetch])
      phone.policy.looksAhead = looksAhead
      phone.on("didFinishLaunching", of: "a", [.fetchEvery(1_000)])
      phone.on("didFinishLaunching", of: "b", [.fetchEvery(1_500)])
      phone.opens("a", at: 0)
      phone.opens("b", at: 1)
      phone.closes(at: 10)
      phone.run(until: 1_001)
      #expect(
        phone.policy.reviews.map { shown($0.coming) }
          == [looksAhead ? ["1 fetch 1501 intervalNotElapsed"] : []])
    }
  }

  @Test("a policy is asked when the user opens an app if it wants that, and else only at changes")
  func asksAtOpens() {
    for asks in [false, true] {
      let phone = Phone("a", "b", seconds: 1_600, modes: [.fetch])
      phone.policy.asksAtOpens = asks
      phone.policy.choose = { _, _, _ in WorkDecision() }
      phone.on("didFinishLaunching", of: "a", [.fetchEvery(1_000)])
      phone.opens("a", at: 0)
      phone.closes(at: 10)
      phone.opens("b", at: 1_200)
      phone.run(until: 1_300)
      let moments = phone.policy.reviews.map(\.now)
      #expect(moments == [moment(1_000)] + (asks ? [moment(1_200)] : []))
    }
  }
}
