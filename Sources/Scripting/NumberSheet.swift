import Device
import Lua
import Simulation

/// The numbers that a script returns in a table, by name: `return { a = 1.5, b = minutes(2) }`.
public enum NumberSheet {
  private final class Host {}

  private static let library = LuaLibrary<Host> { $0.defineUnits() }
  private static let limit = 1_000_000

  /// Returns the numbers of a script; a name whose value is nil is not there.
  ///
  /// - Parameters:
  ///   - source: the script's text.
  ///   - path: its name in messages.
  /// - Throws: why it returns no such table, with the line where Lua knows it.
  public static func numbers(
    in source: [UInt8], named path: String
  ) throws(ScriptError) -> [String: Double] {
    do throws(LuaFailure) {
      let state = try LuaState(seed: LuaSeed(0, 0, 0, 0), library: library, host: Host())
      let chunk = try state.load(source, name: path)
      return try state.call(chunk, limit: limit) { (frame) throws(LuaFailure) in
        guard frame.count > 0, frame.type(at: 1) == .table else {
          throw LuaFailure(.runtime, "the script returns no table; end it with return { a = ... }")
        }
        var numbers: [String: Double] = [:]
        try frame.forEachEntry(of: 1) { (key, value) throws(LuaFailure) in
          let name = frame.shown(key)
          guard frame.type(at: value) == .number else {
            throw LuaFailure(
              .runtime, "\(name) is not a number (\(frame.shown(value))); give a number")
          }
          numbers[try frame.string(key)] = try frame.number(value)
        }
        return numbers
      }
    } catch {
      throw ScriptError(
        at: SourceLocation(file: path, line: error.line ?? 0), withoutPlace(error))
    }
  }
}
