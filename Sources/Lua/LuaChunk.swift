internal import CLuaShims

/// A source compiled once for any number of states. Each loads it as it would the source and is
/// charged for that, in a fraction of the time.
@safe
public final class LuaChunk: @unchecked Sendable {
  /// Never changed, hence Sendable.
  let chunk: OpaquePointer

  /// Compiles a source; `name` is what messages and tracebacks show. Throws when it does not
  /// compile: in Lua's words, for `LuaState.load` of the same source reports it with its place.
  /// O(n) as a rule. Where the compiler takes longer than the watchdog allows, that is the failure.
  ///
  /// - Parameters:
  ///   - stallSeconds: as `LuaLimits` has it.
  public convenience init(
    _ source: [UInt8], name: String, stallSeconds: Double? = nil
  ) throws(LuaFailure) {
    try self.init(source, chunk: "@\(name)", stallSeconds ?? LuaWatchdog.seconds)
  }

  /// Compiles a source of the host's own, as `LuaState.loadHostText` has it.
  convenience init(hostText: String) throws(LuaFailure) {
    try self.init(Array(hostText.utf8), chunk: DM_HOST_CHUNK, 0)
  }

  private init(_ source: [UInt8], chunk name: String, _ seconds: Double) throws(LuaFailure) {
    var kind = DM_NO_FAILURE
    var message = [CChar](repeating: 0, count: 200)
    let chunk = unsafe source.withUnsafeBytes { source in
      unsafe dm_make_chunk(
        source.baseAddress?.assumingMemoryBound(to: CChar.self), source.count, name,
        LuaWatchdog.nanoseconds(of: seconds), &kind, &message, message.count)
    }
    guard let chunk = unsafe chunk else {
      let told = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw LuaFailure(
        kind == DM_STALLED ? .stalled : .syntax, String(decoding: told, as: UTF8.self),
        file: kind == DM_STALLED ? String(name.dropFirst()) : nil)
    }
    unsafe self.chunk = chunk
  }

  deinit { unsafe dm_free_chunk(chunk) }
}
