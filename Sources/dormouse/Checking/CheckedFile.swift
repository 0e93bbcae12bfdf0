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
  private var allowances = ScriptAllowances(DiskScripts())
  private let standard: FindingStandard
  /// The lines of the comments that have allowed something.
  private var used: Set<SourceLocation> = []

  init(_ standard: FindingStandard) {
    self.standard = standard
  }

  mutating func add(_ sights: [DryRun.Sight], of name: String?, on platform: Platform) {
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
    case .exit(let reason):
      item = CheckReport.Item(
        .fault, at: nil,
        "the app is killed by \(Self.text(of: reason, on: entry.platform))")
    }
    item.phrase = sight.phrase
    item.ending = ending
    item.apps = entry.names
    return item
  }

  private static func text(of reason: ExitReason, on platform: Platform) -> String {
    reason.rawValue + (platform.code(of: reason).map { " (\($0))" } ?? "")
  }

  private mutating func allowance(of rule: FindingRule, at location: SourceLocation?) -> String? {
    if let location,
      let comment = allowances.allowance(of: rule, line: location.line, path: location.file)
    {
      used.insert(comment.place)
      return comment.reason
    }
    return standard.allowed.contains(rule) ? "--allow \(rule.rawValue)" : nil
  }

  /// Returns the comments of some scripts that allowed nothing, as notes.
  ///
  /// - Parameters:
  ///   - judges: whether the trials of a script could have shown a rule's findings.
  func unused(
    in scripts: [String], _ judges: (FindingRule) throws(CommandError) -> Bool
  ) throws(CommandError) -> [CheckReport.Item] {
    var items: [CheckReport.Item] = []
    for path in scripts {
      guard let script = try? AppScript(path, displayName: path, files: DiskScripts()) else {
        continue
      }
      for allowance in script.allowances where !used.contains(allowance.place) {
        guard try judges(allowance.rule) else { continue }
        items.append(
          CheckReport.Item(
            .note, at: allowance.place,
            "\(allowance.rule.rawValue) is allowed here, and was not found; remove the comment"))
      }
    }
    return items
  }
}
