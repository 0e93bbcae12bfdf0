import Foundation

/// What happens when dormouse itself is wrong: it has said so on the standard error, and ends with
/// the status for that instead of the shell's number for a trap.
enum Faults {
  static func exitOnTrap() {
    // fatalError and the checks of arithmetic and indices trap with one of these. The message is out
    // by then; only what is safe in a signal handler may follow.
    for trap in [SIGILL, SIGTRAP] { signal(trap) { _ in _exit(ExitStatus.fault.code) } }
  }
}
