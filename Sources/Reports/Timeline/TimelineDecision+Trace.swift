import Device
import Simulation

// A decision as a trace has it: with `--explain` nearly complete, without it only which apps were
// chosen.
extension TimelineDecision {
  /// Creates the decision of a record.
  ///
  /// - Parameters:
  ///   - explanations: the lines of kind policy.explanation that follow the decision's.
  init(_ record: TraceRecord, _ explanations: [TraceRecord], clock: DayClock) {
    if record.text("call") == "backgroundTime", let app = record.app {
      self.init(grant: record, explanations.first { $0.app == app }, of: app, clock: clock)
    } else {
      self.init(choice: record, explanations, clock: clock)
    }
  }

  private init(
    grant record: TraceRecord, _ told: TraceRecord?, of app: String, clock: DayClock
  ) {
    func time(_ key: String) -> String {
      seconds(TimeSpan(nanoseconds: Int64(record.time(key))))
    }
    let granted = record.time("grantNs")
    at = record.instant
    title =
      granted > 0
      ? "\(app) was given \(time("grantNs")) of background time, of \(time("allowanceNs"))"
      : "\(app) was given no background time"
    facts =
      Self.pool(told) + [("asked for", time("allowanceNs"))]
      + (told?.text("reason").map { [("rule", $0)] } ?? [])
      + (told?.members("terms").map { ($0.key, $0.value.inLine) } ?? [])
    order = nil
    columns = ["given"]
    candidates = [
      Candidate(
        app: app, cells: [time("grantNs")], isChosen: granted > 0, verdict: nil, remedies: [])
    ]
    others = 0
    bystanders = []
  }

  private static func pool(_ told: TraceRecord?) -> [(name: String, value: String)] {
    guard let told, told.integer("poolNs") != nil else { return [] }
    return [("pool", seconds(TimeSpan(nanoseconds: Int64(told.time("poolNs")))))]
  }

  private init(choice record: TraceRecord, _ explanations: [TraceRecord], clock: DayClock) {
    let isReclaim = record.text("call") == "reclaim"
    let chosen = record.texts("chosen")
    let device = explanations.first { $0.app == nil }
    let told = explanations.filter { $0.app != nil }
    let names = told.filter { $0.text("outcome") != "notEligible" }.compactMap(\.app)
    let all = names.isEmpty ? record.texts("candidates") : names
    let shown = all.enumerated().filter {
      $0.offset < Self.most || chosen.contains($0.element)
    }.map(\.element)
    at = record.instant
    let list =
      chosen.prefix(6).joined(separator: ", ")
      + (chosen.count > 6 ? " and \(chosen.count - 6) others" : "")
    title =
      isReclaim
      ? "The pool was short: \(chosen.isEmpty ? "nobody" : list) told to end early"
      : chosen.isEmpty ? "Nobody was chosen" : "\(list) chosen"
    facts = Self.facts(device)
    let measure = device?.text("measure")
    order = measure.map { "\($0), the \(device?.text("first") ?? "first") first" }
    let terms = told.lazy.map { $0.members("terms") }.first { !$0.isEmpty }?.map(\.key) ?? []
    columns =
      (told.isEmpty ? [] : ["place"]) + (measure.map { [$0] } ?? []) + terms + ["outcome"]
    let reasons = record.members("reasons")
    let refused = record.texts("refused")
    candidates = shown.map { name in
      let line = told.first { $0.app == name }
      let isChosen = chosen.contains(name) && !refused.contains(name)
      let reason = reasons.first { $0.key == name }?.value.plainText
      let unit = device?.text("unit").flatMap(Measure.Unit.init)
      let score = line?.number("score").map { unit?.text($0, clock) ?? "\($0)" }
      let values = terms.map { term in
        line?.members("terms").first { $0.key == term }?.value.inLine ?? "-"
      }
      let outcome = isChosen ? "chosen" : refused.contains(name) ? "refused" : "passed over"
      return Candidate(
        app: name,
        cells: (told.isEmpty ? [] : [line?.integer("rank").map { "\($0)" } ?? "-"])
          + (measure == nil ? [] : [score ?? "-"]) + values
          + [outcome + (reason.map { ": \($0)" } ?? "")],
        isChosen: isChosen, verdict: nil, remedies: Self.needs(line, unit, clock))
    }
    others = all.count - shown.count
    bystanders = Self.bystanders(told)
  }

  private static func facts(_ device: TraceRecord?) -> [(name: String, value: String)] {
    guard let device else { return [] }
    let battery = device.number("battery").map { level in
      (
        "battery",
        "\(grouped(level * 100, decimals: 0))%, "
          + (device.flag("charging") ? "charging" : "off the charger")
          + (device.flag("lowPowerMode") ? ", Low Power Mode" : "")
      )
    }
    return [
      ("slots", "\(device.integer("slots") ?? 0) free, \(device.integer("running") ?? 0) taken")
    ] + pool(device) + (battery.map { [$0] } ?? [])
      + (device.text("network").map { [("network", $0)] } ?? [])
  }

  private static func needs(
    _ line: TraceRecord?, _ unit: Measure.Unit?, _ clock: DayClock
  ) -> [String] {
    guard let line, let needs = line.text("needs") else { return [] }
    let least = line.number("leastScore").map { ": at least \(unit?.text($0, clock) ?? "\($0)")" }
    let until = line.integer("untilNs").map {
      "; that is so from \(clock.text(Instant(nanoseconds: Int64($0)))) on"
    }
    return [needs + (least ?? "") + (until ?? "")]
  }

  private static func bystanders(
    _ told: [TraceRecord]
  ) -> [(reason: String, apps: [String])] {
    var groups: [(reason: String, apps: [String])] = []
    for line in told {
      guard let app = line.app, let reason = line.texts("ineligible").first else { continue }
      if let index = groups.firstIndex(where: { $0.reason == reason }) {
        groups[index].apps.append(app)
      } else {
        groups.append((reason, [app]))
      }
    }
    return groups
  }
}
