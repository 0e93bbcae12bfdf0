/// A state that one part keeps to itself.
///
/// Like `PerApp`, for what is not of an app: whether accesses overlap is checked at run time in what is
/// built for debugging, as all tests are, and not in what is built for release, where the checks are
/// a twentieth of a day (docs/performance.md).
@safe
final class Kept<State: ~Copyable> {
  #if DEBUG
    var value: State

    init(_ state: consuming State) { value = state }
  #else
    private let state: UnsafeMutablePointer<State>

    init(_ state: consuming State) {
      unsafe self.state = .allocate(capacity: 1)
      unsafe self.state.initialize(to: state)
    }

    deinit {
      unsafe state.deinitialize(count: 1)
      unsafe state.deallocate()
    }

    var value: State {
      @inline(__always) unsafeAddress { unsafe UnsafePointer(state) }
      @inline(__always) unsafeMutableAddress { unsafe state }
    }
  #endif
}
