/// A state for each app of the device, in the scenario's order, which one part keeps to itself.
///
/// Nearly every event asks for some of them. Whether accesses overlap is checked at run time in what
/// is built for debugging, as all tests are; in what is built for release it is not, for that took
/// an eighth of a weekday's event (docs/decisions/0061). There are always as many states, so none
/// moves while it is being changed.
final class PerApp<State> {
  #if DEBUG
    private var states: [State] = []
  #else
    @exclusivity(unchecked) private var unchecked: [State] = []
    private var states: [State] {
      @inline(__always) _read { yield unsafe unchecked }
      @inline(__always) _modify { yield unsafe &unchecked }
    }
  #endif

  /// - Parameters:
  ///   - state: what each begins with.
  init(_ state: State, count: Int) {
    states = Array(repeating: state, count: count)
  }

  subscript(process: Process) -> State {
    @inline(__always) _read { yield self[process.id] }
    @inline(__always) _modify { yield &self[process.id] }
  }

  subscript(app: AppID) -> State {
    @inline(__always) _read { yield states[Int(app.index)] }
    @inline(__always) _modify { yield &states[Int(app.index)] }
  }

  /// Changes all of them, in order.
  func changeEach(_ change: (inout State) -> Void) {
    for index in states.indices { change(&states[index]) }
  }
}
