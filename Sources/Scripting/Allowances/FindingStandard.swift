import Device
import Simulation

/// What counts as a failure among findings: how grave one has to be, and which rules are allowed.
public struct FindingStandard: Sendable, Equatable {
  public var failsOn: FindingRule.Kind
  /// Rules that are allowed everywhere.
  public var allowed: Set<FindingRule>

  public init(failsOn: FindingRule.Kind = .fault, allowed: Set<FindingRule> = []) {
    self.failsOn = failsOn
    self.allowed = allowed
  }

  public func counts(_ rule: FindingRule) -> Bool {
    rule.kind >= failsOn && !allowed.contains(rule)
  }
}

/// The comments of all scripts in which something was found, each script read once.
public struct ScriptAllowances {
  private let files: any ScriptFiles
  private var known: [String: [Allowance]] = [:]

  public init(_ files: any ScriptFiles) {
    self.files = files
  }

  /// Returns the comment that allows a finding of a rule at a line of the script at a path; nil:
  /// none does.
  public mutating func allowance(
    of rule: FindingRule, line: Int, path: String
  ) -> Allowance? {
    if known[path] == nil {
      let source = (try? files.script(at: path)) ?? []
      known[path] = AllowanceComments(source: source, file: path).allowances
    }
    return known[path]?.first { $0.allows(rule, line: line) }
  }
}

/// The findings of a scenario's run that are allowed, by rule or by comments in the apps' scripts.
public struct AllowedFindings {
  private let rules: Set<FindingRule>
  private let paths: [String: String]
  private var comments: ScriptAllowances

  public init(_ loaded: LoadedScenario, _ files: any ScriptFiles, rules: Set<FindingRule> = []) {
    self.rules = rules
    paths = Dictionary(
      loaded.appScripts.map { ($0.displayName, $0.path) }, uniquingKeysWith: { first, _ in first })
    comments = ScriptAllowances(files)
  }

  public mutating func allows(_ finding: Finding) -> Bool {
    if rules.contains(finding.rule) { return true }
    guard let location = finding.location else { return false }
    return comments.allowance(
      of: finding.rule, line: location.line, path: paths[location.file] ?? location.file) != nil
  }
}
