/// A reference to an object that somebody else keeps, used without being counted.
///
/// To count one takes two atomic steps, and the way of every event had three of them. Whoever holds
/// such a reference says at its place why the object outlives each use of it.
@safe
struct UnretainedRef<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  /// The object must be there until `body` has returned.
  @inline(__always)
  func use<Result>(_ body: (Object) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }
}
