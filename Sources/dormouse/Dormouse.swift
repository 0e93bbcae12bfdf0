import Foundation
import Workflows

/// The program as a whole: finds the command that is meant, runs it, and turns errors into messages
/// and exit statuses.
struct Dormouse {
  static let version = "0.1.0"
  static let build = Build(version: version)

  /// The commands, each one file and a line here, in the order in which help shows them.
  static let catalogue: [Command] = [
    RunCommand.command,
    CompareCommand.command,
    ReportCommand.command,
    PlotCommand.command,
    MergeCommand.command,
    VerifyCommand.command,
    TraceCommand.command,
    WhyCommand.command,
    DiffCommand.command,
    ReplayCommand.command,
    UsersCommand.command,
    CheckCommand.command,
    ExploreCommand.command,
    AgentCommand.command,
    TestCommand.command,
    ExplainCommand.command,
    MuseumCommand.command,
    LessonCommand.command,
    PoliciesCommand.command,
    NewCommand.command,
    StudioCommand.command,
    MetaCommand.command,
    CompletionsCommand.command,
    ManCommand.command,
  ]

  var console = Console()

  func run(_ arguments: [String]) -> ExitStatus {
    let status = outcome(of: arguments)
    // A signal that came too late to stop anything is reported to the caller all the same.
    return Interruption.shared.signal.map { .signal($0) } ?? status
  }

  private func outcome(of arguments: [String]) -> ExitStatus {
    StandardStreams.hold()
    Faults.exitOnFault()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)  // a limit of file sizes is an error of the write, which is reported
    do throws(CommandError) {
      try dispatch(arguments)
      try console.output.flush()
      return .success
    } catch {
      // Output from before the error is still wanted, unless nobody reads it.
      let loss = error == .outputClosed ? nil : lossOfOutput()
      for message in [error.message, loss?.message].compactMap(\.self) { console.complain(message) }
      return loss?.status ?? error.status
    }
  }

  /// Writes what is left of the output; why it is lost, nil where it is not, or where nobody reads it.
  private func lossOfOutput() -> CommandError? {
    do throws(CommandError) {
      try console.output.flush()
      return nil
    } catch {
      return error == .outputClosed ? nil : error
    }
  }

  private func dispatch(_ arguments: [String]) throws(CommandError) {
    guard let name = arguments.first else {
      try console.output.write(Help.overview(width: console.width))
      return
    }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "--version", "version": try console.output.write("dormouse \(Dormouse.version)\n")
    case "help", "--help", "-h": try help(rest)
    default:
      let command = try Dormouse.command(named: name)
      let parsed = try Arguments(parsing: rest, for: command)
      if parsed.wantsHelp {
        try console.output.write(Help.text(of: command, width: console.width))
        try command.help?(parsed, console)
      } else {
        try command.checkOperands(parsed.operands)
        try StallOption.apply(parsed)
        if !parsed.has("quiet") { Progress.shared.begin(name, on: console) }
        defer { Progress.shared.end() }
        try command.run(parsed, console)
      }
    }
  }

  private func help(_ arguments: [String]) throws(CommandError) {
    guard let name = arguments.first, !name.hasPrefix("-") else {
      return try console.output.write(Help.overview(width: console.width))
    }
    let command = try Dormouse.command(named: name)
    try console.output.write(Help.text(of: command, width: console.width))
  }

  private static func command(named name: String) throws(CommandError) -> Command {
    if let command = catalogue.first(where: { $0.name == name }) { return command }
    let kind = name.hasPrefix("-") ? "option" : "command"
    let known = catalogue.map(\.name) + ["help", "--help", "--version"]
    throw .usage(
      "dormouse: there is no such \(kind) (\(shown(name))); "
        + advice(for: name, among: known, otherwise: "'dormouse help' lists them"))
  }
}
