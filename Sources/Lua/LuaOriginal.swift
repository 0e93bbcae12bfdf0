internal import CLuaShims

/// The form of all states of one library when they have been opened: learned from the first of
/// them, so that the others need only be copied.
@safe
final class LuaOriginal: @unchecked Sendable {
  /// Guards itself, hence Sendable.
  let original: OpaquePointer

  init() {
    unsafe original = dm_make_original()
  }

  deinit { unsafe dm_free_original(original) }

  /// Learns from a state that has just been opened.
  ///
  /// - Parameters:
  ///   - numbers: what the host has to know of a copy; as many each time.
  func learn(from process: OpaquePointer, numbers: [Int32]) {
    unsafe dm_learn(original, process, numbers, numbers.count)
  }
}
