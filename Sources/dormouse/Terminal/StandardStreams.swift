import CTerminal

/// The standard input, output and error, of which whoever starts a command may close any (`>&-`).
enum StandardStreams {
  /// Keeps the number of a closed one from going to a file that is opened later: a trace would get
  /// the report then. Using a closed one fails as before.
  static func hold() { dm_hold_standard_streams() }
}
