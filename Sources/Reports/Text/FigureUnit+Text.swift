import Device
import Simulation

extension FigureUnit {
  /// Returns a value for people.
  func text(_ value: Double) -> String {
    switch self {
    case .count: value < 1e8 ? grouped(value, decimals: 0) : powerOfTen(value)
    case .seconds: value < 1e8 ? grouped(value, decimals: value < 1e6 ? 1 : 0) : powerOfTen(value)
    case .span: shortSpan(seconds: value)
    case .joules: energy(joules: value)
    case .bytes: size(bytes: value)
    case .share, .ratio: grouped(value * 100, decimals: 0) + "%"
    case .index: grouped(value, decimals: 3)
    }
  }

  /// Returns a value for programs, in full precision.
  func json(_ value: Double) -> JSONValue {
    if case .count = self, let whole = Int(exactly: value) { return .integer(whole) }
    return .number(value)
  }
}
