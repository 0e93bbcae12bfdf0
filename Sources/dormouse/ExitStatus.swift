import CTerminal
import Foundation

/// The status that the program returns to its caller (docs/command.md; the numbers are
/// sysexits.h's).
enum ExitStatus: Equatable {
  case success
  /// An expectation failed, or something was found that must not be.
  case expectationFailed
  /// Two runs that were compared differ.
  case different
  /// The arguments are wrong.
  case usage
  /// A script or data are bad.
  case data
  /// A file that the command line names does not exist, or may not be read.
  case noInput
  /// Dormouse itself has a fault, or this machine could not go on with a run.
  case fault
  /// Something could not be read or written, as on a full disk.
  case inputOutput
  /// A signal ended the program; the status is the shell's number for it.
  case signal(Int32)

  var code: Int32 {
    switch self {
    case .success: 0
    case .expectationFailed, .different: 1
    case .usage: 64
    case .data: 65
    case .noInput: 66
    case .fault: 70
    case .inputOutput: 74
    case .signal(let number): 128 + number
    }
  }

  /// Ends the program with the status. A shell that sees a signal ends its own loop too, as a user
  /// wants who types Ctrl-C, and has 128 and the signal's number for its status.
  func end() -> Never {
    if case .signal(let number) = self { dm_end_by_signal(number) }
    exit(code)
  }
}

/// The reason why a command could not do what it was asked to.
enum CommandError: Error, Equatable {
  /// The arguments are wrong: `where: what (value); what to do`.
  case usage(String)
  case data(String)
  case noInput(String)
  case fault(String)
  case inputOutput(String)
  /// Nothing went wrong, but what was compared differs.
  case different
  /// Nothing went wrong, but expectations are not met: one a line.
  case expectation(String)
  /// The user stopped the command; the string says how far it got.
  case interrupted(signal: Int32, String)
  /// The reader of the output has gone, so that no message can reach it.
  case outputClosed

  var status: ExitStatus {
    switch self {
    case .different: .different
    case .expectation: .expectationFailed
    case .usage: .usage
    case .data: .data
    case .noInput: .noInput
    case .fault: .fault
    case .inputOutput: .inputOutput
    case .interrupted(let signal, _): .signal(signal)
    case .outputClosed: .success
    }
  }

  /// The message to print; nil: there is none.
  var message: String? {
    switch self {
    case .usage(let text), .data(let text), .noInput(let text), .fault(let text),
      .inputOutput(let text), .expectation(let text), .interrupted(_, let text):
      text
    case .outputClosed, .different: nil
    }
  }
}

extension CommandError {
  /// Creates one error with the messages of all errors, at least one, and the status of the first.
  init(joining errors: [CommandError]) {
    let text = errors.compactMap(\.message).joined(separator: "\n")
    switch errors.first {
    case .usage: self = .usage(text)
    case .noInput: self = .noInput(text)
    case .fault: self = .fault(text)
    case .expectation: self = .expectation(text)
    default: self = .data(text)
    }
  }
}
