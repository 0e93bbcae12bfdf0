import CTerminal

/// The standard input, output and error, any of which the parent process may have closed (`>&-`).
enum StandardStreams {
  /// Keeps the number of a closed stream from going to a file that is opened later, which would get
  /// the report then. Using a closed one fails as before.
  static func hold() { dm_hold_standard_streams() }
}
