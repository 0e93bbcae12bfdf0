import Simulation

/// Policies of an experiment that differ in their own parameters only: `ios-like{...}` with several
/// budgets, say.
struct PolicyFamily {
  struct Member {
    /// In the experiment.
    let place: Int
    /// What is set, by name.
    let values: [Setting.Value]
  }

  /// A policy's name, or its file.
  let name: String
  /// In the experiment's order; two or more.
  let members: [Member]

  /// In order of first appearance: policies of one name that set the same parameters. O(policies).
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

  /// The points that are measured, setting by setting and member by member.
  func study(of settings: [Setting]) -> ParameterStudy {
    ParameterStudy(
      settings.flatMap { setting in
        members.map { Setting(setting.values + $0.values) }
      })
  }

  /// `name{key=value,key=value}`; nil of one that sets nothing.
  private static func parts(of source: String) -> (name: String, values: [Setting.Value])? {
    // A file's name may have braces of its own: those of what is set are the last.
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
