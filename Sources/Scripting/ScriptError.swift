import Device
import Lua

/// Why scripts or the files they name cannot be used: everything that was found wrong, in order.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  public struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The line to blame; nil where there is none, as for a setting on the command line.
    public let location: SourceLocation?
    /// `where: what (value); what to do`.
    public let message: String
    /// The limit of the machine that is to blame; nil: the script is.
    public let cause: RunBreakdown.Cause?
    /// The setting of a parameter that is to blame; nil: none is.
    var setting: GivenSetting?

    public init(
      at location: SourceLocation?, _ message: String, cause: RunBreakdown.Cause? = nil
    ) {
      self.location = location
      self.message = message
      self.cause = cause
    }

    /// The same problem, told at another place or in other words.
    public func told(at location: SourceLocation?, _ message: String? = nil) -> Problem {
      var problem = Problem(at: location, message ?? self.message, cause: cause)
      problem.setting = setting
      return problem
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

  public init(
    at location: SourceLocation?, _ message: String, cause: RunBreakdown.Cause? = nil
  ) {
    self.init([Problem(at: location, message, cause: cause)])
  }

  /// The limit of the machine that is to blame; nil: the scripts are wrong.
  public var cause: RunBreakdown.Cause? { problems.lazy.compactMap(\.cause).first }

  /// One problem a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension LuaFailure {
  /// The limit of the machine that was met, which says nothing of the script; nil: none was.
  var breaksRun: RunBreakdown.Cause? {
    switch kind {
    case .stalled: .stall
    case .system: .room
    case .runtime, .syntax, .stackOverflow, .memory, .instructions, .killed: nil
    }
  }
}
