import Device
import Simulation

/// The comments of scripts that allow findings: of apps, and of the modules that they `require` by
/// name. Whatever judges findings asks here, and so tells alike of comments that are wrong, and of
/// those that have allowed nothing.
public struct ScriptAllowances: Sendable {
  private struct Script: Sendable {
    let path: String
    let allowances: [Allowance]
  }

  private struct Use: Hashable, Sendable {
    let place: SourceLocation
    let rule: FindingRule
  }

  /// By the names that findings give them.
  private var scripts: [String: Script] = [:]
  private var names: [String] = []
  /// The comments that have allowed something, each with the rule: one may name several.
  private var used: Set<Use> = []
  /// What is wrong with the comments, each at its line.
  public private(set) var problems: [ScriptError.Problem] = []

  public init() {}

  // MARK: Scripts

  /// Adds the scripts of apps, and their modules.
  public mutating func add(_ apps: AppScripts) {
    for (script, path) in apps.scripts {
      add(script.source, name: script.displayName, path: path, apps.modules)
    }
  }

  /// Adds a script, and the modules that it names. O(their text), where it is new.
  ///
  /// - Parameters:
  ///   - name: the name that findings give it.
  ///   - path: the path by which the user knows it.
  mutating func add(_ source: [UInt8], name: String, path: String, _ modules: ModuleSearch?) {
    guard scripts[name] == nil else { return }
    let comments = AllowanceComments(source: source, file: path)
    scripts[name] = Script(path: path, allowances: comments.allowances)
    names.append(name)
    problems += comments.problems
    guard let modules else { return }
    for required in LuaToken.requiredModules(in: source) {
      guard case .module(let source, let name, let file) = modules.find(required) else { continue }
      add(source, name: name, path: modules.path(of: name, in: file), modules)
    }
  }

  public func throwProblems() throws(ScriptError) {
    if !problems.isEmpty { throw ScriptError(problems) }
  }

  // MARK: Findings

  /// Returns the comment that allows a finding of a rule at a line; nil: none does.
  public mutating func allowance(of rule: FindingRule, at place: SourceLocation?) -> Allowance? {
    guard let place,
      let found = scripts[place.file]?.allowances.first(where: { $0.allows(rule, line: place.line) }
      )
    else { return nil }
    used.insert(Use(place: found.place, rule: rule))
    return found
  }

  /// Notes the comments that others of the same scripts have found of use.
  public mutating func formUnion(_ others: ScriptAllowances) {
    used.formUnion(others.used)
    for name in others.names {
      guard let script = others.scripts[name] else { continue }
      // One path may have many names.
      let isNew = !names.contains { scripts[$0]?.path == script.path }
      if isNew { names.append(script.path) }
      if isNew { scripts[script.path] = script }
    }
  }

  /// Returns the comments that have allowed nothing, and those that another makes needless.
  ///
  /// - Parameters:
  ///   - judges: whether a rule's findings could have come to light.
  public func unused(
    _ judges: (FindingRule) -> Bool = { _ in true }
  ) -> [ScriptError.Problem] {
    names.compactMap { scripts[$0]?.allowances }.flatMap { allowances in
      allowances.enumerated().compactMap { index, allowance in
        let rule = allowance.rule.rawValue
        let others = allowances[..<index] + allowances[(index + 1)...].filter { $0.line == nil }
        if let other = others.first(where: { $0.covers(allowance) }) {
          return ScriptError.Problem(
            at: allowance.place,
            "\(rule) is allowed here already, by line \(other.place.line); remove one of the two")
        }
        guard judges(allowance.rule),
          !used.contains(Use(place: allowance.place, rule: allowance.rule))
        else { return nil }
        return ScriptError.Problem(
          at: allowance.place, "\(rule) is allowed here, and was not found; remove the comment")
      }
    }
  }
}

extension Allowance {
  /// Whether it allows all that another does.
  fileprivate func covers(_ other: Allowance) -> Bool {
    rule == other.rule && (line == nil || line == other.line)
  }
}

extension AppScript {
  /// Returns the comments of the script that allow findings.
  ///
  /// - Parameters:
  ///   - modules: where it finds what it requires; nil: it requires nothing that has findings.
  public func allowances(_ modules: ModuleSearch? = nil) -> ScriptAllowances {
    var allowances = ScriptAllowances()
    allowances.add(source, name: displayName, path: displayName, modules)
    return allowances
  }
}
