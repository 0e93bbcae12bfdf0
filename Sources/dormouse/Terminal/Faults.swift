import CTerminal

/// What happens when dormouse itself is wrong: it says so on the standard error, leaves no file
/// half written, and ends with the status for that instead of the shell's number for a signal.
///
/// `fatalError` and the checks of arithmetic and indices end in a trap; what they have to say is
/// out by then, if they say anything.
enum Faults {
  /// Also covers the calling thread.
  static func exitOnFault() { dm_end_on_faults(ExitStatus.fault.code) }

  /// Lets the overflow of the calling thread's stack be told like other faults. Once a thread;
  /// further calls cost nothing.
  static func coverThread() { dm_cover_thread() }
}
