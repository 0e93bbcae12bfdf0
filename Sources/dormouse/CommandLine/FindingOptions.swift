import Device
import Scripting

/// `--fail-on` and `--allow` of the commands that judge findings.
enum FindingOptions {
  static let failOn = Command.Option(
    name: "fail-on", value: "KIND", words: FindingRule.Kind.allCases.map(\.plural),
    summary: "the findings that fail: faults, risks (and faults) or notes (all) (else: faults)")
  static let allow = Command.Option(
    name: "allow", value: "RULE", repeats: true,
    words: FindingRule.allCases.map(\.rawValue),
    summary: "take a rule's findings for no failure; may be repeated")

  static func standard(_ arguments: Arguments) throws(CommandError) -> FindingStandard {
    FindingStandard(failsOn: try kind(arguments), allowed: try allowed(arguments))
  }

  private static func kind(_ arguments: Arguments) throws(CommandError) -> FindingRule.Kind {
    guard let name = arguments.value(failOn.name) else { return .fault }
    guard let kind = FindingRule.Kind(plural: name) else {
      throw .usage(
        "--fail-on: there is no such kind (\(shown(name))); "
          + advice(
            for: name, among: FindingRule.Kind.allCases.map(\.plural),
            otherwise: "give faults, risks or notes"))
    }
    return kind
  }

  static func allowed(_ arguments: Arguments) throws(CommandError) -> Set<FindingRule> {
    var rules: Set<FindingRule> = []
    for name in arguments.all(allow.name) {
      guard let rule = FindingRule(rawValue: name) else {
        throw .usage(
          "--allow: there is no such rule (\(shown(name))); "
            + advice(
              for: name, among: FindingRule.allCases.map(\.rawValue),
              otherwise: "'dormouse explain' lists them"))
      }
      rules.insert(rule)
    }
    return rules
  }
}
