import Device
import Simulation

extension Metrics {
  /// Returns the advice on an unknown metric: the names that were probably meant, or where they are
  /// listed.
  public static func advice(onUnknown name: String) -> String {
    // A part of a name is meant more often than another name with few letters changed.
    let begun = all.map(\.name).filter { $0.hasPrefix(name.lowercased()) }
    let known = begun.isEmpty ? all.map(\.name).filter { $0.contains(name.lowercased()) } : begun
    if !name.isEmpty, (1...6).contains(known.count) {
      let last = known.count > 1 ? " or \(known[known.count - 1])" : ""
      let others = known.dropLast(known.count > 1 ? 1 : 0).joined(separator: ", ")
      return "did you mean \(others)\(last)?"
    }
    return nearest(to: name, among: all.map(\.name) + all.map(\.key)).map { "did you mean \($0)?" }
      ?? "docs/metrics.md lists them, and so does 'dormouse compare --help'"
  }
}
