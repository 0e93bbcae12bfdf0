import Simulation
import Testing

@testable import Device

@Suite("Leaving out the warm-up")
struct WarmUpTests {
  /// A user who opens the app at these times, for ten seconds; it fetches and finishes in tasks.
  private func phone(opensAt opens: [Double], poolSeconds: Int) -> Phone {
    let phone = Phone(seconds: 8_000, modes: .fetch)
    phone.scenario.device.pool.initial = .seconds(poolSeconds)
    phone.scenario.device.pool.refillEvery = nil
    phone.power(level: 1, at: 800)
    phone.server(publishes: .at([moment(4_500)]))
    phone.on("didFinishLaunching", [.fetchEvery(600)])
    phone.on("didEnterBackground", [.begin("t"), .after(7, [.end("t")])])
    phone.on("performFetch", [.get("https://server/"), .complete(.newData)])
    for open in opens {
      phone.opens(at: open)
      phone.closes(at: open + 10)
    }
    return phone
  }

  private func metrics(of run: RunResult) -> [String] {
    Metrics.all.map { "\($0.name): \($0.value(run).map { "\($0)" } ?? "-")" }
  }

  @Test("the figures after it are those of a run in which nothing had happened before")
  func asIfNothingHadHappened() {
    let busy = phone(opensAt: [300, 330, 5_000, 6_000], poolSeconds: 600)
    busy.run(until: 800)
    #expect(busy.result.apps[0].used == .seconds(14))
    busy.device.beginMeasuring()
    // Here the app is launched, so that it is there, and gets no time before.
    let calm = phone(opensAt: [300, 5_000, 6_000], poolSeconds: 586)
    calm.policy.grant = { $1.now < moment(800) ? .zero : $0.allowance }
    calm.run(until: 800)
    calm.device.beginMeasuring()
    #expect(metrics(of: busy.result) == metrics(of: calm.result))
    #expect(metrics(of: busy.run()) == metrics(of: calm.run()))
    let run = busy.result
    #expect(run.apps[0].opens == 2)
    #expect(run.apps[0].fetches > 3)
    #expect(run.device.pool.initial == .seconds(586))
    #expect(run.warmUp == .seconds(800))
  }

  @Test("a run leaves it out by itself, however it is driven, and not before it is over")
  func byItself() {
    let made = { self.phone(opensAt: [300, 330, 5_000, 6_000], poolSeconds: 600) }
    let byHand = made()
    byHand.run(until: 800)
    byHand.device.beginMeasuring()
    let expected = metrics(of: byHand.run())
    let inOne = made()
    inOne.device.warmUp = .seconds(800)
    #expect(metrics(of: inOne.run()) == expected)
    let inParts = made()
    inParts.device.warmUp = .seconds(800)
    #expect(inParts.run(until: 799).warmUp == .zero)
    inParts.device.advance(until: moment(900)) { _ in false }
    #expect(inParts.result.warmUp == .seconds(800))
    #expect(metrics(of: inParts.run()) == expected)
  }

  @Test("of a time that spans the border the rest counts; the pool begins with what it reserves")
  func spanning() {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t"), .after(20, [.end("t")])])
    phone.run(until: 14)
    phone.device.beginMeasuring()
    var pool = phone.result.device.pool
    #expect([pool.initial, pool.reserved, pool.used] == [596, 26, 0].map { .seconds($0) })
    #expect(phone.run(until: 16).apps[0].used == .seconds(2))
    pool = phone.run().device.pool
    #expect(pool.used == .seconds(16))
    #expect(phone.figures().used == .seconds(16))
    #expect(phone.figures().returned == .seconds(10))
    #expect(phone.figures().granted == .zero)
  }

  @Test("a wait that spans the border counts wholly where it ends")
  func spanningWait() {
    let phone = Phone(seconds: 2_000, modes: .fetch)
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.complete(.noData)])
    phone.policy.choose = { candidates, _, device in
      device.now < moment(1_100)
        ? WorkDecision(askAgainAfter: .seconds(10)) : WorkDecision(candidates.map(\.app.id))
    }
    phone.run(until: 1_000)
    phone.device.beginMeasuring()
    let wait = phone.run(until: 1_200).apps[0].slotWait
    #expect(wait.count == 1)
    #expect(wait.mean == 200)
  }

  @Test("it changes nothing but what is counted", arguments: 0..<24)
  func sameRun(seed: Int) {
    let plain = Chaos.phone(seed: UInt64(seed))
    let cut = Chaos.phone(seed: UInt64(seed))
    let before = cut.run(until: 400)
    cut.device.beginMeasuring()
    #expect(Chaos.faults(of: cut.device) == [])
    let after = cut.run()
    let whole = plain.run()
    #expect(after.fingerprint == whole.fingerprint)
    #expect(after.events == whole.events)
    #expect(after.findings.count <= whole.findings.count)
    #expect(after.apps.reduce(TimeSpan.zero) { $0 + $1.paid } == after.device.pool.used)
    let spent = (before.device.energy, after.device.energy, whole.device.energy)
    #expect(spent.0.total + spent.1.total == spent.2.total)
    #expect(spent.0.background + spent.1.background == spent.2.background)
    #expect(spent.2.background <= spent.2.cpu + spent.2.radio)
    for (index, app) in whole.apps.enumerated() {
      var content = before.apps[index].content
      content += after.apps[index].content
      #expect(content.followed == app.content.followed && content.stale == app.content.stale)
      #expect(abs(content.ageSecondsSquared - app.content.ageSecondsSquared) < 1e-6)
    }
    let ofTheEnd = [
      "pool left", "pool reserved", "pool initial", "apps asked", "apps asked for work",
      "pushes held", "task requests pending", "transfers under way",
    ]
    for figure in Metrics.all where [.count, .seconds].contains(figure.unit) {
      guard !ofTheEnd.contains(figure.name) else { continue }
      let parts = (figure.value(before) ?? 0) + (figure.value(after) ?? 0)
      #expect(abs(parts - (figure.value(whole) ?? 0)) < 1e-6, "\(figure.name)")
    }
  }
}
