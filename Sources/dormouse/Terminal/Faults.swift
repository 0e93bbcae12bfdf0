import Foundation

/// What happens when dormouse itself is wrong: it says so on the standard error, and ends with the
/// status for that instead of the shell's number for a trap.
enum Faults {
  static func exitOnTrap() {
    // fatalError and the checks of arithmetic and indices trap with one of these. What they have to say
    // is out by then, if they say anything. They never trap inside the allocator, so that files can
    // still be removed.
    for trap in [SIGILL, SIGTRAP] {
      signal(trap) { number in
        Interruption.shared.removeUnfinished()
        Console().complain(
          "dormouse: a fault of its own (signal \(number)); please report it, with the command and its "
            + "files")
        _exit(ExitStatus.fault.code)
      }
    }
  }
}
