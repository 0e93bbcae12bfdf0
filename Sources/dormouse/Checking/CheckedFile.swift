import Device
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// The trials of a file's apps, as items of the report: the same finding at the same line is one.
struct CheckedFile {
  /// A finding with the apps that have it.
  private struct Entry {
    let sight: DryRun.Sight
    let platform: Platform
    var names: [String]
  }

  private var entries: [Entry] = []
  /// The first trial that could not follow all, with the app's name.
  private var cut: (cut: DryRun.Cut, names: [String])?
  private var allowances: ScriptAllowances
  private let standard: FindingStandard

  init(_ standard: FindingStandard, _ allowances: ScriptAllowances) {
    self.standard = standard
    self.allowances = allowances
  }

  mutating func add(_ outcome: DryRun.Outcome, of name: String?, on platform: Platform) {
    add(outcome.sights, of: name, on: platform)
    if cut == nil { cut = outcome.cut.map { ($0, name.map { [$0] } ?? []) } }
  }

  private mutating func add(_ sights: [DryRun.Sight], of name: String?, on platform: Platform) {
    let names = name.map { [$0] } ?? []
    for sight in sights {
      if let known = entries.firstIndex(where: { $0.sight.what.isSame(as: sight.what) }) {
        for name in names where !entries[known].names.contains(name) {
          entries[known].names.append(name)
        }
      } else {
        entries.append(Entry(sight: sight, platform: platform, names: names))
      }
    }
  }

  /// Runs a scenario to its end, and adds what that shows.
  mutating func addRun(of composition: Composition) throws(CommandError) {
    let device = composition.device()
    device.run { _, _ in Interruption.shared.signal == nil }
    try device.throwBreakdown(in: composition.loaded.path)
    try Interruption.shared.heed("check: interrupted in a run of \(composition.loaded.path)")
    let run = device.result()
    let paths = Dictionary(
      composition.loaded.appScripts.map { ($0.displayName, $0.path) },
      uniquingKeysWith: { first, _ in first })
    for finding in run.findings {
      let place = finding.location.map {
        SourceLocation(file: paths[$0.file] ?? $0.file, line: $0.line)
      }
      add(
        [
          DryRun.Sight(
            .finding(finding.rule, place, message: finding.message), conditions: [])
        ], of: run.apps[Int(finding.app.index)].name, on: run.platform)
    }
  }

  /// Returns what was found, in the order in which it came to light, by how grave it is.
  mutating func items() -> [CheckReport.Item] {
    var items: [CheckReport.Item] = []
    for entry in entries { items.append(item(of: entry)) }
    if let (cut, names) = cut {
      var item = CheckReport.Item(.note, at: nil, cut.message)
      item.phrase = cut.phrase
      item.apps = names
      items.append(item)
    }
    return items
  }

  private mutating func item(of entry: Entry) -> CheckReport.Item {
    let sight = entry.sight
    let ending = sight.exit.map { Self.text(of: $0, on: entry.platform) }
    var item: CheckReport.Item
    switch sight.what {
    case .finding(let rule, let location, let message):
      item = CheckReport.Item(CheckReport.Item.Grade(rule.kind), rule: rule, at: location, message)
      item.allowance = allowance(of: rule, at: location)
    case .failure(let location, let message):
      item = CheckReport.Item(.fault, at: location, message)
    case .exit(let reason):
      item = CheckReport.Item(
        .fault, at: nil,
        "the app is killed by \(Self.text(of: reason, on: entry.platform))")
    }
    item.phrase = sight.phrase
    item.ending = ending
    item.family = entry.platform.family
    item.apps = entry.names
    return item
  }

  private static func text(of reason: ExitReason, on platform: Platform) -> String {
    reason.rawValue + (platform.code(of: reason).map { " (\($0))" } ?? "")
  }

  private mutating func allowance(of rule: FindingRule, at location: SourceLocation?) -> String? {
    if let comment = allowances.allowance(of: rule, at: location) { return comment.reason }
    return standard.allowed.contains(rule) ? "--allow \(rule.rawValue)" : nil
  }

  /// Returns the comments that allowed nothing, as notes.
  ///
  /// - Parameters:
  ///   - judges: whether the trials could have shown a rule's findings.
  func unused(_ judges: (FindingRule) -> Bool) -> [CheckReport.Item] {
    allowances.unused(judges).map { CheckReport.Item(.note, at: $0.location, $0.message) }
  }
}
