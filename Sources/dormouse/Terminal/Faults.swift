import CTerminal

/// The handling of faults of dormouse itself: it reports them on the standard error, leaves no file
/// half written, and ends with the status for that instead of the shell's number for a signal.
///
/// `fatalError` and the checks of arithmetic and indices end in a trap; their messages, if any, are
/// printed by then.
enum Faults {
  /// Handles faults from now on.
  static func exitOnFault() { dm_end_on_faults(ExitStatus.fault.code) }
}
