import Device

/// Why scripts or the files they name cannot be used: everything that was found wrong, in order.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  public struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The line to blame; nil where there is none, as for a setting on the command line.
    public let location: SourceLocation?
    /// `where: what (value); what to do`.
    public let message: String

    public init(at location: SourceLocation?, _ message: String) {
      self.location = location
      self.message = message
    }

    /// `file:line: where: what (value); what to do`.
    public var description: String { location.map { "\($0): \(message)" } ?? message }
  }

  /// Never empty.
  public let problems: [Problem]

  public init(_ problems: [Problem]) {
    guard !problems.isEmpty else { fatalError("ScriptError: an error without a problem") }
    self.problems = problems
  }

  public init(at location: SourceLocation?, _ message: String) {
    self.init([Problem(at: location, message)])
  }

  /// One problem a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
