import Device
import Simulation

/// A finding that a script allows by a comment: `-- dormouse: allow RULE because REASON`.
///
/// A comment behind code allows the rule in its line, one on a line of its own in the next line of
/// code, and one in the file's head, above all code, in the whole file.
public struct Allowance: Sendable, Equatable {
  public let rule: FindingRule
  public let reason: String
  /// The line of the comment.
  public let place: SourceLocation
  /// The line of code whose findings it allows; nil: every line of the file.
  public let line: Int?

  /// Whether it allows a rule's findings at a line of its file.
  public func allows(_ rule: FindingRule, line: Int) -> Bool {
    self.rule == rule && (self.line == nil || self.line == line)
  }
}

/// The comments of one script that allow findings, and what is wrong with them.
struct AllowanceComments {
  private(set) var allowances: [Allowance] = []
  private(set) var problems: [ScriptError.Problem] = []

  private static let form = "write -- dormouse: allow RULE because REASON"

  /// O(n).
  init(source: [UInt8], file: String) {
    let remarks = LuaToken.remarks(of: source)
    guard !remarks.isEmpty else { return }
    let lines = LuaToken.tokens(of: source).map(\.line)
    for remark in remarks {
      let place = SourceLocation(file: file, line: remark.line)
      let target: Int?
      if remark.line < lines.first ?? .max {
        target = nil
      } else {
        target = lines.first { $0 >= remark.line } ?? remark.line
      }
      if remark.isExact {
        read(remark.text, at: place, for: target)
      } else {
        report("this comment allows nothing (\(quoted(remark.text)))", place)
      }
    }
  }

  private mutating func read(_ text: String, at place: SourceLocation, for line: Int?) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.first == "allow" else {
      return report("dormouse: has no such word (\(quoted(words.first ?? "")))", place)
    }
    let names = words.dropFirst().prefix { $0 != "because" }
      .flatMap { $0.split(separator: ",").map(String.init) }
    let reason = words.drop { $0 != "because" }.dropFirst().joined(separator: " ")
    if names.isEmpty { return report("allow without a rule", place) }
    for name in names {
      guard let rule = FindingRule(rawValue: name) else {
        let advice = advice(
          for: name, among: FindingRule.allCases.map(\.rawValue), what: "rule")
        problems.append(
          ScriptError.Problem(
            at: place, "allow: there is no such rule (\(quoted(name))); \(advice)"))
        continue
      }
      guard !reason.isEmpty else {
        report("allow \(name) without a reason", place)
        continue
      }
      allowances.append(Allowance(rule: rule, reason: reason, place: place, line: line))
    }
  }

  private mutating func report(_ words: String, _ place: SourceLocation) {
    problems.append(ScriptError.Problem(at: place, "\(words); \(AllowanceComments.form)"))
  }
}
