import Foundation
import Simulation

@testable import Device
@testable import Experiments

/// A store of its own for a test; goes with it.
final class SampleStore {
  let store: Store
  let experiment: Experiment
  private let folder: URL

  init(_ experiment: Experiment, given: [GivenOption] = []) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("dormouse-report-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.experiment = experiment
    store = try Store(folder.appendingPathComponent("runs.db").path, access: .write)
    try store.begin(
      experiment, digest: "plan",
      provenance: Provenance(
        version: "0.3.0", commit: "0123456789abcdef", toolchain: "Swift 6.3", lua: "5.4.4",
        platform: "Linux x86_64", command: "dormouse compare x.lua"),
      given: given)
    try store.note([Store.File(path: "scenario.lua", digest: "00ff")])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Records all runs of the plan, in an order of its own if one is given; nil leaves a run out.
  func record(
    inOrder: ([PlannedRun]) -> [PlannedRun] = { $0 },
    _ outcome: (PlannedRun) -> RunRecord.Outcome?
  ) throws {
    try store.record(
      inOrder(Array(experiment.runs())).compactMap { run in
        outcome(run).map {
          RunRecord(run: run, key: RunKey(of: run, in: experiment), outcome: $0, realSeconds: 1)
        }
      })
  }
}

extension RunResult {
  /// A run of which only some figures are set.
  static func of(
    _ run: PlannedRun, wakeUps: Int = 0, jain: Double = 1, apps: [AppStatistics] = [],
    findings: [Finding] = [], decisions: Int = 0, policyFault: String? = nil,
    fingerprint: UInt64? = nil
  ) -> RunResult {
    var device = DeviceStatistics()
    device.decisions = decisions
    device.firstPolicyFault = policyFault
    device.wakeUps = wakeUps
    device.jainIndex = jain
    return RunResult(
      title: "", policy: run.policy.label, seed: run.seed, duration: .hours(24), events: 1,
      fingerprint: Fingerprint(high: 0, low: fingerprint ?? run.seed), device: device, apps: apps,
      findings: findings)
  }
}

/// Two pools, four policies and four days; one of the policies is the baseline again, and one
/// cannot be run on a day.
func sampleComparison(order: ([PlannedRun]) -> [PlannedRun] = { $0 }) throws -> SampleStore {
  let sample = try SampleStore(
    Experiment(
      title: "Two pools", scenario: "scenarios/morning.lua",
      settings: ["5", "10"].map { Setting([.init("poolMinutes", $0)]) },
      policies: [
        PolicyChoice("first-come"), PolicyChoice("likely-next"),
        PolicyChoice("again", source: "first-come"),
        PolicyChoice("lottery", source: "lottery{a=1}"),
      ],
      replications: 4, metrics: ["fresh at open", "wake ups"]))
  try sample.record(inOrder: order) { run in
    if run.policy.label == "lottery", run.seed == 3 { return .failed("lottery.lua:3: no tickets") }
    return .done(sampleRun(run))
  }
  return sample
}

private func sampleRun(_ run: PlannedRun) -> RunResult {
  let isLarge = run.setting.values[0].text == "10"
  let seed = Int(run.seed)
  let better = run.policy.label == "likely-next" ? 1 : 0
  let chance = run.policy.label == "lottery" ? [3, -2, 0, 1][seed - 1] : 0
  var news = AppStatistics(name: "news")
  news.opensWithContent = 40
  news.freshOpens = 10 + 3 * seed + (isLarge ? 9 : 0) + better * (4 + seed % 2) + chance
  for age in [0.0, 600, Double(3_600 * seed)] { news.staleness.add(age) }
  for wait in [5.0, Double(30 * seed), 900 - Double(300 * better)] { news[.fetch].wait.add(wait) }
  var mail = AppStatistics(name: "mail")
  mail.opensWithContent = 10
  mail.freshOpens = 5
  if run.policy.label == "likely-next" { mail.exits[ExitReason.memoryPressure] = seed }
  mail.exits[ExitReason.backgroundFetchTimeout] = 1
  let finding = Finding(
    rule: .completionNeverCalled, app: AppID(1),
    location: SourceLocation(file: "apps/mail.lua", line: 38),
    message: "the completion handler was never called within 30 s", firstAt: .start, count: 2)
  return .of(
    run, wakeUps: 10 * seed + better * -(5 + (seed + 1) % 2) + chance, apps: [news, mail],
    findings: [finding])
}
