import Simulation

/// Policies of an experiment that differ in their own parameters only: `ios-like{...}` with several
/// budgets, say.
struct PolicyFamily {
  struct Member {
    /// The policy's place in the experiment.
    let place: Int
    /// The parameters that the policy sets, by name.
    let values: [Setting.Value]
  }

  /// The policy's name, or its file.
  let name: String
  /// The members in the experiment's order, at least two.
  let members: [Member]

  /// Returns the families in order of first appearance: policies of one name that set the same
  /// parameters. O(policies).
  static func families(of policies: [PolicyChoice]) -> [PolicyFamily] {
    var order: [[String]] = []
    var members: [[String]: [Member]] = [:]
    var names: [[String]: String] = [:]
    for (place, policy) in policies.enumerated() {
      guard let (name, values) = parts(of: policy.source) else { continue }
      let kind = [name] + values.map(\.name).sorted()
      if members[kind] == nil { order.append(kind) }
      names[kind] = name
      members[kind, default: []].append(
        Member(place: place, values: values.map { .init("\(name).\($0.name)", $0.text) }))
    }
    return order.compactMap { kind in
      guard let own = members[kind], own.count > 1, let name = names[kind] else { return nil }
      return PolicyFamily(name: name, members: own)
    }
  }

  /// Returns the study of the points that are measured, setting by setting and member by member.
  func study(of settings: [Setting]) -> ParameterStudy {
    ParameterStudy(
      settings.flatMap { setting in
        members.map { Setting(setting.values + $0.values) }
      })
  }

  /// Returns the parts of `name{key=value,key=value}`; nil for a policy that sets nothing.
  private static func parts(of source: String) -> (name: String, values: [Setting.Value])? {
    // A file's name may have braces of its own: the last pair holds the settings.
    guard source.hasSuffix("}"), let brace = source.lastIndex(of: "{") else { return nil }
    let values = source[source.index(after: brace)...].dropLast().split(separator: ",")
      .compactMap { part -> Setting.Value? in
        guard let sign = part.firstIndex(of: "=") else { return nil }
        return Setting.Value(
          trimmed(part[..<sign]), trimmed(part[part.index(after: sign)...]))
      }
    return values.isEmpty ? nil : (String(source[..<brace]), values)
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
