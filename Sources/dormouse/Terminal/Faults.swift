import Foundation

/// What happens when dormouse itself is wrong: it has said so on the standard error, and ends with
/// the status for that instead of the shell's number for a trap.
enum Faults {
  static func exitOnTrap() {
    // fatalError and the checks of arithmetic and indices trap with one of these, and their message is
    // out by then. They never trap inside the allocator, so that files can still be removed.
    for trap in [SIGILL, SIGTRAP] {
      signal(trap) { _ in
        Interruption.shared.removeUnfinished()
        _exit(ExitStatus.fault.code)
      }
    }
  }
}
