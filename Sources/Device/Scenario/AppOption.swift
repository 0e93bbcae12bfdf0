/// An option of an app's script that its scenario lets policies see, as a declared priority.
public struct AppOption: Sendable, Equatable {
  /// An option's value: a plain one, for policies compare and calculate.
  public enum Value: Sendable, Equatable {
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
  }

  public let name: String
  public let value: Value

  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
