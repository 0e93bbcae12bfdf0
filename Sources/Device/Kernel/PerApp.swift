/// A state for each app of the device, in the scenario's order, which one part keeps to itself.
///
/// Nearly every event asks for some of them. Whether accesses overlap is checked at run time in what
/// is built for debugging, as all tests are; in what is built for release it is not, for that took
/// an eighth of a weekday's event (docs/performance.md). There are always as many states, so none
/// moves while it is being changed.
@safe
final class PerApp<State> {
  #if DEBUG
    private var states: [State]

    /// - Parameters:
    ///   - state: what each begins with.
    init(_ state: State, count: Int) {
      states = Array(repeating: state, count: count)
    }

    subscript(app: AppID) -> State {
      _read { yield states[Int(app.index)] }
      _modify { yield &states[Int(app.index)] }
    }

    subscript(process: Process) -> State {
      _read { yield self[process.id] }
      _modify { yield &self[process.id] }
    }
  #else
    private let states: UnsafeMutablePointer<State>
    private let count: Int

    /// - Parameters:
    ///   - state: what each begins with.
    init(_ state: State, count: Int) {
      unsafe states = .allocate(capacity: count)
      unsafe states.initialize(repeating: state, count: count)
      self.count = count
    }

    deinit {
      unsafe states.deinitialize(count: count)
      unsafe states.deallocate()
    }

    subscript(app: AppID) -> State {
      @inline(__always) unsafeAddress { unsafe UnsafePointer(place(of: app)) }
      @inline(__always) unsafeMutableAddress { unsafe place(of: app) }
    }

    subscript(process: Process) -> State {
      @inline(__always) unsafeAddress { unsafe UnsafePointer(place(of: process.id)) }
      @inline(__always) unsafeMutableAddress { unsafe place(of: process.id) }
    }

    @inline(__always)
    private func place(of app: AppID) -> UnsafeMutablePointer<State> {
      let index = Int(app.index)
      precondition(index >= 0 && index < count, "PerApp: there is no such app")
      return unsafe states + index
    }
  #endif

  /// Changes all of them, in order.
  func changeEach(_ change: (inout State) -> Void) {
    #if DEBUG
      for index in states.indices { change(&states[index]) }
    #else
      for index in 0..<count { unsafe change(&states[index]) }
    #endif
  }
}
