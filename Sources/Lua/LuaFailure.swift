internal import CLuaShims

/// An error that a script made, or that ended its state.
public struct LuaFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Hashable, Sendable {
    /// An ordinary error that reached the host.
    case runtime
    /// The source does not compile.
    case syntax
    /// A recursion without end.
    case stackOverflow
    /// The cap of memory was exceeded; the state is dead.
    case memory
    /// One entry took more instructions than its limit; the state is dead.
    case instructions
    /// The watchdog ended it: one entry took far more processor time than its instructions account
    /// for; the state is dead. When that happens depends on the machine.
    case stalled
    /// The host ended the state.
    case killed
    /// The state could not be made, or has ended: the machine or its Lua is not what is needed.
    case system
  }

  public var kind: Kind
  /// Lua's message, usually with "file:line:" in front.
  public var message: String
  public var traceback: String?
  /// Chunk name and line (from 1) of the nearest Lua function on the stack.
  public var file: String?
  public var line: Int?

  public init(
    _ kind: Kind, _ message: String, traceback: String? = nil, file: String? = nil,
    line: Int? = nil
  ) {
    self.kind = kind
    self.message = message
    self.traceback = traceback
    self.file = file
    self.line = line
  }

  public var description: String { message }

  /// Whether no script can run in that state any more.
  public var isFatal: Bool {
    switch kind {
    case .memory, .instructions, .stalled, .killed, .system: true
    case .runtime, .syntax, .stackOverflow: false
    }
  }
}

extension LuaFailure {
  /// The one that the C side noted last.
  static func noted(by process: OpaquePointer) -> LuaFailure {
    let noted = unsafe dm_last_failure(process)!
    let kind: Kind =
      switch unsafe noted.pointee.kind {
      case DM_SYNTAX: .syntax
      case DM_STACK_OVERFLOW: .stackOverflow
      case DM_MEMORY: .memory
      case DM_INSTRUCTIONS: .instructions
      case DM_KILLED: .killed
      case DM_STALLED: .stalled
      case DM_EXHAUSTED: .system
      default: .runtime
      }
    let line = unsafe Int(noted.pointee.line)
    return unsafe LuaFailure(
      kind, text(noted.pointee.message) ?? "unknown error",
      traceback: text(noted.pointee.traceback),
      file: text(noted.pointee.file), line: line > 0 ? line : nil)
  }

  private static func text(_ bytes: UnsafeMutablePointer<CChar>?) -> String? {
    unsafe bytes.map { unsafe String(cString: $0) }
  }
}
