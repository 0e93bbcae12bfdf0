import Device
import Reports
import Simulation

/// A condition on which `run` ends with status 1 (`--fail-on`).
enum FailureCondition: String, CaseIterable {
  /// The device has found that work is lost, or an app ended.
  case faults
  /// It has found that, or how work may be lost.
  case risks
  /// It has found anything.
  case notes
  /// A process has ended otherwise than by itself, by the user, or because others needed its
  /// memory.
  case exits
  /// The policy has failed in a call.
  case policy

  /// Returns the conditions of a list with commas.
  static func list(_ arguments: Arguments) throws(CommandError) -> [FailureCondition] {
    var conditions: [FailureCondition] = []
    let list = arguments.value("fail-on") ?? ""
    let names =
      list.allSatisfy { $0 == "," }
      ? [] : list.split(separator: ",", omittingEmptySubsequences: false)
    for name in names.map(String.init) {
      guard !name.isEmpty else {
        throw .usage(
          "--fail-on: an item of the list is empty (\(shown(list))); leave the comma out")
      }
      guard let condition = FailureCondition(rawValue: name) else {
        let known = allCases.map(\.rawValue)
        throw .usage(
          "--fail-on: there is no such condition (\(shown(name))); "
            + advice(
              for: name, among: known, otherwise: "give some of \(known.joined(separator: ","))"))
      }
      conditions.append(condition)
    }
    if conditions.isEmpty, arguments.has("fail-on") {
      throw .usage(
        "--fail-on: no condition; write --fail-on faults,exits,policy, or some of them")
    }
    return conditions
  }

  /// The least grave findings that meet the condition; nil: it asks for no findings.
  var kind: FindingRule.Kind? { FindingRule.Kind(plural: rawValue) }

  /// Returns in a few words how a run meets the condition; nil: it does not.
  ///
  /// - Parameters:
  ///   - isAllowed: tells which findings are allowed.
  func problem(in run: RunResult, isAllowed: (Finding) -> Bool) -> String? {
    switch self {
    case .faults, .risks, .notes:
      let found = run.findings.filter { finding in
        kind.map { finding.rule.kind >= $0 } ?? false && !isAllowed(finding)
      }
      guard let first = found.first else { return nil }
      let place = first.location.map { "\($0): " } ?? ""
      let count = found.reduce(0) { $0 + $1.count }
      let noun = self == .faults ? "fault" : self == .risks ? "fault or risk" : "finding"
      let words =
        count == 1
        ? "1 \(noun)"
        : self == .risks
          ? "\(grouped(count)) faults and risks" : counted(count, noun)
      return "\(words), the first at \(run.clock.text(first.firstAt)): "
        + "\(place)\(run.apps[Int(first.app.index)].name): \(first.message)"
    case .exits:
      let bad = run.apps.flatMap { app in
        app.exitsByReason.filter { !$0.reason.isOrderly }.map {
          "\(app.name) \($0.reason.rawValue) \(grouped($0.count))"
        }
      }
      return bad.isEmpty
        ? nil : "processes that were ended or failed: \(bad.joined(separator: ", "))"
    case .policy: return run.policyTrouble
    }
  }
}

extension RunResult {
  /// The calls in which the policy has failed; nil: none.
  var policyTrouble: String? {
    guard device.policyFaults > 0 else { return nil }
    let first = device.firstPolicyFault.map { ", the first: \($0)" } ?? ""
    return "the policy \(policy) failed in \(counted(device.policyFaults, "call"))\(first)"
  }
}
