/// A reference to an object that somebody else keeps, used without being counted.
///
/// To count one takes two atomic steps, and the way of every event had dozens of them. Whoever holds
/// such a reference says at its place why the object outlives each use of it. What is built for
/// debugging, as all tests are, ends the program where it does not.
@safe
struct UnretainedRef<Object: AnyObject> {
  #if DEBUG
    private unowned let reference: Object

    init(_ object: Object) { reference = object }

    var object: Object { reference }

    func use<Result>(_ body: (Object) -> Result) -> Result { body(reference) }
  #else
    private let reference: Unmanaged<Object>

    init(_ object: Object) { unsafe reference = .passUnretained(object) }

    /// The object. Where it is only asked or told something, nothing is counted; who keeps it counts.
    var object: Object {
      @inline(__always) get { unsafe reference._withUnsafeGuaranteedRef { $0 } }
    }

    /// The object must be there until `body` has returned.
    @inline(__always)
    func use<Result>(_ body: (Object) -> Result) -> Result {
      unsafe reference._withUnsafeGuaranteedRef { body($0) }
    }
  #endif
}
