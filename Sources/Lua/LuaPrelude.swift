internal import CLuaShims

/// A text of the host's own that each state of a library runs when it is opened: compiled once.
@safe
final class LuaPrelude: @unchecked Sendable {
  /// Never changed, hence Sendable.
  let chunk: OpaquePointer

  /// The text belongs to the program: one that does not compile ends it.
  init(_ text: String) {
    let text = Array(text.utf8)
    var message = [CChar](repeating: 0, count: 200)
    let chunk = unsafe text.withUnsafeBytes { text in
      unsafe dm_make_chunk(
        text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count, &message, message.count)
    }
    guard let chunk = unsafe chunk else {
      let shown = String(
        decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      fatalError("LuaLibrary: its prelude does not compile (\(shown)); mend the text")
    }
    unsafe self.chunk = chunk
  }

  deinit { unsafe dm_free_chunk(chunk) }

  /// Runs it in a state; its first result, if there is any.
  func run(in state: LuaState) throws(LuaFailure) -> LuaReference? {
    let thread = unsafe dm_running(state.process)!
    let base = unsafe lua_gettop(thread)
    guard unsafe dm_push_chunk(state.process, chunk) == 0,
      unsafe dm_call(state.process, 0, .max / 8) == 0
    else { throw unsafe .noted(by: state.process) }
    defer { unsafe lua_settop(thread, base) }
    let frame = unsafe LuaFrame(thread, base: base)
    return frame.count > 0 ? frame.reference(1) : nil
  }
}
