import Simulation

/// Why no policy could be made from a text.
public enum PolicyError: Error, Equatable, CustomStringConvertible {
  case unknownPolicy(String, known: [String])
  case unknownParameter(String, policy: String, known: [String])
  case badValue(String, parameter: String, policy: String, range: ClosedRange<Double>)
  /// Not `name` and not `name{key=value,...}`.
  case malformed(String)

  public var description: String {
    switch self {
    case .unknownPolicy(let name, let known):
      "policy: there is no such policy (\(name)); "
        + (nearest(to: name, among: known).map { "did you mean \($0)?" }
          ?? "known are \(known.joined(separator: ", "))")
    case .unknownParameter(let name, let policy, let known):
      "policy \(policy): there is no such parameter (\(name)); "
        + (nearest(to: name, among: known).map { "did you mean \($0)?" }
          ?? (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"))
    case .badValue(let text, let parameter, let policy, let range):
      "policy \(policy): \(parameter) is no number in its range (\(text)); "
        + "give one from \(range.lowerBound) to \(range.upperBound)"
    case .malformed(let text):
      "policy: not a policy's name (\(text)); write name or name{key=value,key=value}"
    }
  }
}
