import Simulation

@testable import Device
@testable import Experiments

/// Runs with figures of full precision, drawn from a seed: what a store has to give back.
struct RandomRuns {
  private var random: RandomStream
  let apps: [String]

  init(seed: UInt64, apps: Int = 12) {
    random = RandomStream(seed: seed, name: "runs")
    self.apps = (1...max(apps, 1)).map { "app-\($0)" }
  }

  mutating func record(_ run: PlannedRun, key: String? = nil) -> RunRecord {
    RunRecord(
      run: run, key: RunKey(key ?? "\(run.setting)|\(run.policy.source)|\(run.seed)"),
      outcome: .done(result(run)), realSeconds: random.uniform())
  }

  mutating func result(_ run: PlannedRun) -> RunResult {
    var device = DeviceStatistics()
    device.pool.used = span(hours: 1)
    device.pool.available = span(hours: 1)
    device.workStarted = count(400)
    device.wakeUps = count(500)
    device.jainIndex = random.uniform()
    return RunResult(
      title: "", policy: run.policy.label, seed: run.seed, duration: .hours(24),
      events: count(10_000), fingerprint: Fingerprint(high: random.next(), low: random.next()),
      device: device, apps: apps.map { app($0) }, findings: findings())
  }

  private mutating func app(_ name: String) -> AppStatistics {
    var app = AppStatistics(name: name)
    app.opens = count(30)
    app.granted = span(hours: 1)
    app.used = span(hours: 1)
    app.returned = span(hours: 1)
    app.tasksBegun = count(40)
    app[.fetch].byResult = [count(40), count(40), count(4), 0]
    app[.fetch].slotTime = span(hours: 2)
    for _ in 0..<count(3) { app[.fetch].wait.add(random.uniform() * 3600) }
    for _ in 0..<count(3) { app.staleness.add(random.uniform() * 86_400) }
    app.opensWithContent = count(5)
    app.freshOpens = count(app.opensWithContent + 1)
    if count(8) == 0 { app.exits[count(ExitReason.allCases.count)] = 1 + count(5) }
    return app
  }

  private mutating func findings() -> [Finding] {
    (0..<count(4)).map { _ in
      let rule = FindingRule.allCases[count(FindingRule.allCases.count)]
      return Finding(
        rule: rule, app: AppID(count(apps.count)),
        location: count(4) == 0 ? nil : SourceLocation(file: "apps/a.lua", line: 1 + count(3)),
        message: rule.summary, firstAt: .start + span(hours: 24), count: 1 + count(9))
    }
  }

  private mutating func span(hours: Int) -> TimeSpan { .seconds(random.uniform() * 3600) * hours }

  /// Below `limit`.
  mutating func count(_ limit: Int) -> Int { random.integer(in: 0..<limit) }

  /// The same in another order.
  mutating func shuffled<Element>(_ list: [Element]) -> [Element] {
    var list = list
    for index in list.indices { list.swapAt(index, random.integer(in: index..<list.count)) }
    return list
  }
}
