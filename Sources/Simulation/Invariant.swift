/// Ends the program when a condition does not hold, in every kind of build.
///
/// For what only a bug of the simulator can break. The message, the virtual time and the seed are
/// what is needed to see it again; `precondition` would drop its message in an optimised build.
@inlinable
public func check(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, at instant: Instant,
  seed: UInt64, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition() {
    invariantBroken(message(), at: instant, seed: seed, file: file, line: line)
  }
}

/// Ends the program with what is needed to see a fault of the simulator again.
public func invariantBroken(
  _ message: String, at instant: Instant, seed: UInt64, file: StaticString = #fileID,
  line: UInt = #line
) -> Never {
  fatalError(
    """
    \(message) [\(file):\(line)] at \(instant) (\(instant.nanoseconds) ns), seed \(seed); \
    this is a fault of the simulator: the same seed shows it again
    """)
}
