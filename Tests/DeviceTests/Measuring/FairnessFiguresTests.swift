import Simulation
import Testing

@testable import Device

@Suite("Waits, shares and decisions as figures")
struct FairnessFiguresTests {
  private func value(_ name: String, _ run: RunResult) -> Double? {
    Metrics.named(name)?.value(run) ?? nil
  }

  /// Apps that fetch whenever they may, every 900 s at most, on one slot.
  private func fetchers(_ apps: [String], seconds: Double) -> Phone {
    let phone = Phone(seconds: seconds, modes: .fetch)
    phone.scenario.apps = apps.map { AppConfiguration(name: $0, modes: .fetch) }
    phone.scenario.device.fetchSlots.concurrent = 1
    for (index, app) in apps.enumerated() {
      phone.opens(app, at: Double(index))
      phone.on("didFinishLaunching", of: app, [.fetchEvery(0)])
      phone.on("performFetch", of: app, [.sleep(10), .complete(.newData)])
    }
    phone.closes(at: Double(apps.count))
    return phone
  }

  @Test("the quantiles are those of all waits of all apps together")
  func quantiles() {
    // Eligible from 900, 901 and 902 on, they wait 0, 9 and 18 s.
    let run = fetchers(["a", "b", "c"], seconds: 1_700).run()
    #expect(run.apps.map(\.slotWait.count) == [1, 1, 1])
    #expect(value("slot wait p50", run) == 9)
    #expect(abs((value("slot wait p95", run) ?? 0) - 17.1) < 1e-9)
    #expect(value("slot wait mean", run) == 9)
    #expect(AppFigures.waits[0].value(run.apps[2]) == 18)
  }

  @Test("starvation is the longest wait, whether it ended in a fetch or not or goes on")
  func starvation() {
    let phone = fetchers(["a", "b"], seconds: 3_000)
    phone.policy.choose = { candidates, _, _ in
      WorkDecision(candidates.map(\.app.id).filter { $0.index == 1 })
    }
    #expect(value("starvation", phone.run(until: 1_500)) == 600)
    phone.scenario.duration = .seconds(3_000)
    let opened = fetchers(["a", "b"], seconds: 3_000)
    opened.policy.choose = phone.policy.choose
    opened.opens("a", at: 2_000)
    let run = opened.run()
    #expect(value("starvation", run) == 1_100)
    #expect(run.apps[0].slotWait.count == 0)
    #expect(value("starvation", Phone.visited().run()) == nil)
  }

  @Test("shares are reckoned over the apps that asked")
  func shares() {
    let phone = fetchers(["a", "b"], seconds: 2_000)
    phone.scenario.apps.append(AppConfiguration(name: "c"))
    phone.policy.choose = { candidates, slots, device in
      let isEarly = device.now < moment(1_000)
      return WorkDecision(
        candidates.map(\.app.id).filter { isEarly || $0.index == 0 }.prefix(slots) + [])
    }
    let run = phone.run()
    #expect(run.apps.map(\.workStarted) == [2, 1, 0])
    #expect(abs((value("max min share work", run) ?? 0) - 1 / 1.5) < 1e-12)
    #expect(abs((value("max min share seconds", run) ?? 0) - 1 / 1.5) < 1e-12)
    #expect(value("jain index work", run) == 9.0 / 10)
    #expect(value("apps asked", run) == 2 && value("apps asked for work", run) == 2)
  }

  @Test("apps that never asked are in no index, and who gives nothing to anybody shares nothing")
  func nobodyAsked() {
    let phone = fetchers(["a", "b"], seconds: 2_000)
    phone.scenario.apps += (1...8).map { AppConfiguration(name: "idle \($0)") }
    let run = phone.run()
    #expect(abs((value("jain index", run) ?? 0) - 1) < 1e-12)
    #expect(value("apps asked", run) == 2)
    let starved = fetchers(["a", "b"], seconds: 2_000)
    starved.policy.choose = { _, _, _ in WorkDecision() }
    for figure in ["jain index", "jain index work", "max min share seconds"] {
      #expect(value(figure, starved.run()) == nil)
      #expect(value(figure, Phone.visited().run()) == nil)
    }
    #expect(value("apps asked for work", starved.result) == 2)
    #expect(value("apps asked", Phone.visited().run()) == 0)
  }

  @Test("decisions are counted, and timed only by a clock that is given")
  func decisions() {
    let plain = fetchers(["a"], seconds: 2_000)
    plain.on("didEnterBackground", [.begin("t"), .end("t")])
    let run = plain.run()
    #expect(run.decisionRealTime == nil)
    #expect(value("decisions made", run) == 3)
    #expect(plain.policy.requests.count == 1 && plain.policy.reviews.count == 2)
    let timed = fetchers(["a"], seconds: 2_000)
    timed.on("didEnterBackground", [.begin("t"), .end("t")])
    var looks = 0
    timed.device.decisionClock = {
      looks += 1
      return .milliseconds(looks * looks)
    }
    let result = timed.run()
    // 4 - 1, 16 - 9 and 36 - 25 ms.
    #expect(result.decisionRealTime == .milliseconds(21))
    #expect(result.fingerprint == run.fingerprint)
    timed.device.beginMeasuring()
    #expect(timed.result.decisionRealTime == .zero)
  }
}
