/// An option of an app's script that its scenario lets policies see, as a declared priority.
public struct AppOption: Sendable, Equatable {
  /// What it may be: a plain value, for policies compare and reckon.
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
