import Simulation

/// The reason why no policy could be made from a string.
public enum PolicyError: Error, Equatable, CustomStringConvertible {
  case unknownPolicy(String, known: [String])
  case unknownParameter(String, policy: String, known: [String])
  /// The value is not valid; `needed` is what it must be, as in "a number from 0 to 1".
  case badValue(String, parameter: String, policy: String, needed: String)
  /// Each value is in its range, but they do not go together.
  case unfit(String, policy: String)
  case setTwice(String, policy: String)
  /// The string is neither `name` nor `name{key=value,...}`.
  case malformed(String)

  public var description: String {
    switch self {
    case .unknownPolicy(let name, let known):
      "policy: there is no such policy (\(name)); "
        + (nearest(to: name, among: known).map { "did you mean \($0)?" }
          ?? "'dormouse policies' lists them")
    case .unknownParameter(let name, let policy, let known):
      "policy \(policy): there is no such parameter (\(name)); "
        + (nearest(to: name, among: known).map { "did you mean \($0)?" }
          ?? (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"))
    case .badValue(let text, let parameter, let policy, let needed):
      "policy \(policy): invalid \(parameter) (\(text)); give \(needed)"
    case .unfit(let complaint, let policy): "policy \(policy): \(complaint)"
    case .setTwice(let parameter, let policy):
      "policy \(policy): \(parameter) is set twice; set it once"
    case .malformed(let text):
      "policy: not a policy's name (\(text)); write name or name{key=value,key=value}"
    }
  }
}
