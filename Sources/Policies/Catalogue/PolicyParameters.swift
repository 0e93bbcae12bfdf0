/// A number that a policy lets its user set.
public struct PolicyParameter: Sendable {
  public let name: String
  /// Empty for a plain number.
  public let unit: String
  /// Its value unless set.
  public let standard: Double
  public let range: ClosedRange<Double>
  /// One line, for help.
  public let summary: String
}

/// The values of all parameters of one policy.
public struct PolicyParameters: Sendable, CustomStringConvertible {
  private struct Value {
    let name: String
    var value: Double
    var isSet = false
  }
  private let policy: String
  /// In the order in which the policy declares them.
  private var values: [Value]

  /// The standard values.
  init(of entry: PolicyEntry) {
    policy = entry.name
    values = entry.parameters.map { Value(name: $0.name, value: $0.standard) }
  }

  /// The standard values but for those set. Throws `unknownParameter` or `badValue`.
  init(of entry: PolicyEntry, setting settings: [(name: String, value: String)])
    throws(PolicyError)
  {
    self.init(of: entry)
    for (name, text) in settings {
      guard let index = entry.parameters.firstIndex(where: { $0.name == name }) else {
        throw .unknownParameter(name, policy: entry.name, known: entry.parameters.map(\.name))
      }
      let range = entry.parameters[index].range
      guard let value = Double(text), range.contains(value) else {
        throw .badValue(text, parameter: name, policy: entry.name, range: range)
      }
      values[index].value = value
      values[index].isSet = true
    }
  }

  /// The value of a parameter that the policy declares.
  subscript(name: String) -> Double {
    guard let value = values.first(where: { $0.name == name }) else {
      fatalError("PolicyParameters: \(policy) does not declare \(name)")
    }
    return value.value
  }

  /// What was set, as it is written behind the policy's name: `{startCharge=2.0}`, or nothing.
  public var description: String {
    let set = values.filter(\.isSet).map { "\($0.name)=\($0.value)" }
    return set.isEmpty ? "" : "{\(set.joined(separator: ","))}"
  }
}
