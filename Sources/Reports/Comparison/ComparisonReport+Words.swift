import Device
import Experiments
import Simulation

// Words that text and Markdown share.

extension ComparisonReport {
  var title: String {
    experiment.title.isEmpty ? "An experiment without a title" : printable(experiment.title)
  }

  var baselineName: String { printable(experiment.policies[experiment.baseline].label) }

  func name(_ policy: Int) -> String { printable(experiment.policies[policy].label) }

  /// The policies' names in all tables of a text: long ones are shortened so that they stay apart.
  var shortNames: [String] { shortened(experiment.policies.indices.map(name), to: 24) }

  /// The facts of the comparison: policies, seeds, settings and what they are compared with.
  var facts: [(name: String, value: String, ink: Ink)] {
    var facts: [(name: String, value: String, ink: Ink)] = []
    let add = { (name: String, value: String, ink: Ink) in
      if !value.isEmpty { facts.append((name, value, ink)) }
    }
    add("scenario", printable(experiment.scenario), .plain)
    let isWhole = progress.failed + progress.stalled + progress.missing == 0
    add("runs", runs, progress.failed + progress.stalled > 0 ? .bad : isWhole ? .plain : .doubtful)
    add("replications", replications, .plain)
    add("policies", policies, .plain)
    add("settings", settings, .plain)
    add("blocks", blocks, .plain)
    if experiment.warmUp > .zero { add("warm-up", longSpan(experiment.warmUp), .plain) }
    add("precision", precision, shortfall == nil ? .plain : .doubtful)
    add("figures", figures, .plain)
    add("verdicts", verdicts, .plain)
    for (index, origin) in origins.enumerated() {
      add(index == 0 ? "made by" : "and", origin.text, .plain)
    }
    return facts
  }

  private var runs: String {
    let stalled = progress.stalled == 0 ? "" : "\(grouped(progress.stalled)) stalled, "
    let others = beyondPlan == 0 ? "" : "; \(grouped(beyondPlan)) of other seeds are kept too"
    return "\(grouped(progress.done)) done, \(grouped(progress.failed)) failed, \(stalled)"
      + "\(grouped(max(0, progress.missing))) missing\(others)"
  }

  private var replications: String {
    let count = analysis.replications
    let seeds = ReplicationSeeds(experiment)
    let (first, last) = (experiment.firstSeed, seeds.last(ofReplications: count))
    let ofBlocks = experiment.blocks.isEmpty ? "" : " of each block"
    return "\(grouped(count))\(ofBlocks), "
      + (first == last ? "seed \(first)" : "seeds \(first) to \(last)")
  }

  private var policies: String {
    guard experiment.policies.count > 1 else { return baselineName }
    let others = experiment.policies.indices.filter { $0 != experiment.baseline }
    return "\(nameWithFile(experiment.baseline, "baseline")), "
      + others.map { nameWithFile($0) }.joined(separator: ", ")
  }

  /// Returns a policy's name, with its file where it is one in Lua, which may have the name of a
  /// built-in policy.
  private func nameWithFile(_ policy: Int, _ role: String = "") -> String {
    let choice = experiment.policies[policy]
    let isFile = choice.source.contains(".lua") && choice.source != choice.label
    let notes = [role, isFile ? printable(choice.source) : ""].filter { !$0.isEmpty }
    return name(policy) + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }

  /// The parameters and their values; empty without parameters.
  private var settings: String {
    let grid = ParameterAxis.axes(of: analysis.sections.map(\.setting)).map { axis in
      "\(printable(axis.name)) = \(listed(axis.texts.map(printable), limit: 12))"
    }
    guard grid.count > 1 else { return grid.joined() }
    return "\(grouped(analysis.sections.count)): " + grid.joined(separator: "; ")
  }

  /// Whether there is more than one setting, so that tables have to name theirs.
  var hasSeveralSettings: Bool { analysis.sections.count > 1 }

  private var blocks: String {
    guard !experiment.blocks.isEmpty else { return "" }
    let count = ReplicationSeeds(experiment).blockCount
    return "\(grouped(count)) of \(experiment.blocks.map(printable).joined(separator: ", ")); "
      + "each counts once, with the mean over its own seeds"
  }

  private var figures: String {
    guard experiment.policies.count > 1, progress.done > 0 else { return "" }
    let unit = experiment.blocks.isEmpty ? "seed" : "block"
    return
      "mean ± half of its 95 % interval; difference from \(baselineName), \(unit) by \(unit) in "
      + "equal worlds; p by Holm over all that differ; wins: share of \(unit)s in which it is the best"
  }

  /// A sentence on how many of the verdicts may be wrong.
  private var verdicts: String {
    let tables = analysis.sections.count * shownCount
    // Where there is one pair of each, nothing is shown, by chance or not.
    let hasVerdicts = analysis.sections.flatMap(\.comparisons).flatMap(\.standings)
      .contains { $0.difference?.adjustedP != nil }
    guard experiment.policies.count > 1, hasVerdicts, tables > 1 else { return "" }
    let chance = 1 - analysis.level
    switch analysis.family {
    case .metric:
      let count = Double(tables) * chance
      return "in \(grouped(tables)) tables: if no policy differed, up to "
        + "\(grouped(count, decimals: count < 10 ? 1 : 0)) of them would show a difference by chance; "
        + "'--family report' keeps it to \(grouped(chance * 100, decimals: 0))% of reports"
    case .report:
      return
        "p by Holm over all \(grouped(tables)) tables: if no policy differed, "
        + "\(grouped(chance * 100, decimals: 0))% of such reports would show a difference by chance"
    }
  }

  private var precision: String {
    guard let precision = experiment.precision else { return "" }
    let metric = precision.metric
    let what =
      precision.subject == .mean ? printable(metric) : "differences in \(printable(metric))"
    // Of a share, what is meant are points, not a part of it.
    let wanted = amount(precision.halfWidth, of: metric).replacing("%", with: " points")
    let state =
      switch shortfall {
      case nil: "reached"
      case .tooFew(let count): "not reached: less than \(count) replications are too few to trust"
      case .noInterval: "not reached: there is no interval"
      case .tooWide(let widest):
        "not reached: ±\(amount(widest, of: metric).replacing("%", with: " points")) at the widest"
      case .tooSkewed(let count):
        "not reached: so skewed that about \(grouped(count)) replications are needed"
      case .rareEvents(let doubt):
        "not reached: where all values are equal, rare events may add ±\(amount(doubt, of: metric))"
      }
    return "\(what) to ±\(wanted), with at most "
      + "\(grouped(precision.maximum)) replications; \(state)"
  }

  /// Returns an amount in the metric's unit, with three digits or more.
  private func amount(_ value: Double, of metric: String) -> String {
    func text(_ value: Double, _ usual: Int? = nil) -> String {
      var decimals = usual ?? (value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4)
      var scaled = (0..<decimals).reduce(value) { scaled, _ in scaled * 10 }
      // What is not 0 is not shown as that.
      while scaled > 0, scaled < 1 { (decimals, scaled) = (decimals + 1, scaled * 10) }
      return grouped(value, decimals: decimals)
    }
    switch Metrics.named(metric)?.unit {
    case .share, .ratio: return text(value * 100, 2) + "%"
    case .seconds, .span, .joules, .bytes:
      return text(value) + (Metrics.named(metric).map { " \($0.unit.name)" } ?? "")
    case .count, .index, nil: return text(value)
    }
  }

  func listed(_ items: [String], limit: Int) -> String {
    guard items.count > limit, !isDetailed else { return items.joined(separator: ", ") }
    return items.prefix(limit).joined(separator: ", ")
      + " and \(items.count == limit + 1 ? "one other" : "\(grouped(items.count - limit)) others")"
  }

  /// Returns a metric's heading: `fresh at open (%, higher is better)`.
  func heading(_ metric: Metrics.Metric, unit: String) -> String {
    let better =
      switch metric.better {
      case .higher: "higher is better"
      case .lower: "lower is better"
      case .neutral: ""
      }
    let notes = [unit, better].filter { !$0.isEmpty }.joined(separator: ", ")
    return notes.isEmpty ? metric.name : "\(metric.name) (\(notes))"
  }

  /// Returns the unit of differences: those of shares are points, not a part of anything.
  func differenceUnit(_ unit: String) -> String { unit == "%" ? "points" : unit }

  /// Returns the unit of values and differences in one table.
  func bothUnits(_ unit: String) -> String {
    unit == "%" && experiment.policies.count > 1 ? "%, differences in points" : unit
  }

  /// Returns the scale of a metric under a setting, by their places.
  func scale(_ metric: Int, under setting: Int, isRough: Bool = false) -> MetricScale {
    MetricScale(
      analysis.metrics[metric].unit, analysis.sections[setting].comparisons[metric],
      all: analysis.sections.map { $0.comparisons[metric] }, isRough: isRough)
  }

  /// Returns whether any run has a value of a metric.
  func hasValues(_ metric: Int) -> Bool {
    analysis.sections.contains { section in
      section.comparisons[metric].standings.contains { $0.estimate != nil }
    }
  }

  /// Returns a remark on the effect of common random numbers; empty where pairs do not show it.
  func commonRandomNumbers(_ comparison: Comparison) -> String {
    let reductions = comparison.reductions.sorted {
      ($0.factor, $0.policy) < ($1.factor, $1.policy)
    }
    guard let least = reductions.first, let greatest = reductions.last else { return "" }
    let text = { (factor: Double) in
      factor >= 1_000 ? ">1,000x" : grouped(factor, decimals: factor < 9.95 ? 1 : 0) + "x"
    }
    let range =
      "\(text(least.factor)) (\(name(least.policy))) to "
      + "\(text(greatest.factor)) (\(name(greatest.policy)))"
    // Pairs cost where a policy does worse on the baseline's good days.
    let isLoss = reductions[(reductions.count - 1) / 2].factor < 0.95
    let head = (isLoss ? "pairing costs runs here: " : "") + "common random numbers are worth"
    switch reductions.count {
    case 1: return "\(head) \(text(least.factor)) the runs"
    case 2: return "\(head) \(range) the runs"
    default:
      let median = text(reductions[(reductions.count - 1) / 2].factor)
      return "\(head) \(median) the runs in the median, \(range)"
    }
  }

  /// Returns a remark on policies whose runs have no value: not run, failed, stalled, or without a
  /// case.
  func gaps(_ comparison: Comparison) -> String {
    let runs = comparison.standings.map { standing in standing.missing }
    guard let most = runs.max(), most > 0 else { return "" }
    if runs.allSatisfy({ $0 == most }), experiment.policies.count > 1 {
      return "without a value: \(grouped(most)) run\(most == 1 ? "" : "s") of each policy"
    }
    let list = runs.indices.filter { runs[$0] > 0 }.map { "\(name($0)) \(grouped(runs[$0]))" }
    return "runs without a value: " + list.joined(separator: ", ")
  }

  /// Whether there are blocks, and only one.
  private var isOfOneBlock: Bool {
    !experiment.blocks.isEmpty && ReplicationSeeds(experiment).blockCount == 1
  }

  /// The notes on what cannot be compared.
  var notes: [String] {
    var notes: [String] = []
    if progress.done == 0 { notes.append("No run is done yet: there is nothing to compare.") }
    let units =
      analysis.sections.flatMap(\.comparisons).flatMap(\.standings)
      .compactMap { $0.estimate?.count }.max() ?? 0
    if units == 1 {
      let (fact, need) =
        isOfOneBlock
        ? ("only one block (\(experiment.blocks.map(printable).joined(separator: ", ")))", "blocks")
        : ("only one run of each", "replications")
      notes.append(
        "There is \(fact): nothing can be said about chance. Intervals, p and verdicts need two "
          + "\(need) at least, and 10 or more to be narrow.")
    }
    if 2..<5 ~= units, experiment.policies.count > 1 {
      let name = experiment.blocks.isEmpty ? "seeds" : "blocks"
      let fact =
        units < analysis.replications && experiment.blocks.isEmpty
        ? "Only \(units) seeds have values" : "There are only \(units) \(name)"
      notes.append(
        "\(fact), which may all be unusual: intervals, p and ranks rest on too little; 10 or more "
          + "are better.")
    }
    notes += notesOnChance
    if experiment.policies.count == 1 {
      notes.append("There is only one policy: there is nothing to compare it with.")
    }
    let empty = analysis.metrics.indices.prefix(shownCount)
      .filter { progress.done > 0 && !hasValues($0) }.map { analysis.metrics[$0].name }
    if !empty.isEmpty {
      notes.append("No run has a value of: \(empty.joined(separator: ", ")).")
    }
    if analysis.sections.count > 1, progress.done > 0,
      distinct(Array(analysis.metrics.indices)).count == 1
    {
      notes.append(
        "All settings have exactly the same figures: the parameters make no difference to them.")
    }
    notes += faultNotes
    if !unknownMetrics.isEmpty {
      notes.append(
        "This version has no metric of this name: "
          + unknownMetrics.map(printable).joined(separator: ", ") + ".")
    }
    if origins.count > 1 {
      notes.append(
        "The runs were made in \(origins.count) ways (see the top); if figures depend on that, make "
          + "all of them in one way.")
    }
    return notes
  }
}

extension ComparisonReport.Origin {
  var text: String {
    let commit = commit.isEmpty ? "" : " (\(commit.prefix(12)))"
    let lua = lua.hasPrefix("Lua") ? lua : "Lua \(lua)"
    return printable(
      "dormouse \(version)\(commit), \(toolchain), \(lua), "
        + "store schema \(Store.schemaVersion), \(platform)")
  }
}
