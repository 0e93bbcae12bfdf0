/// A parameter and the values that it takes in some settings.
public struct ParameterAxis: Equatable, Sendable {
  public let name: String
  /// The values, each once, in order of first appearance.
  public let texts: [String]

  /// Returns the parameters of some settings, in order of first appearance. O(values).
  public static func axes(of settings: some Sequence<Setting>) -> [ParameterAxis] {
    var names: [String] = []
    var texts: [String: [String]] = [:]
    var known = Set<Setting.Value>()
    for value in settings.lazy.flatMap(\.values) where known.insert(value).inserted {
      if texts[value.name] == nil { names.append(value.name) }
      texts[value.name, default: []].append(value.text)
    }
    return names.map { ParameterAxis(name: $0, texts: texts[$0] ?? []) }
  }
}
