import Foundation
import PackagePlugin

/// `swift package dormouse SUBCOMMAND ...`: builds the command of this package and runs it in the
/// folder of the package that depends on it. Everything behind `dormouse` goes to it as it stands.
///
/// The command is no dependency of this plugin: as one, the package manager would compile all of its
/// modules a second time, as a tool, in every build of all targets and every `swift test`.
@main
struct DormouseCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let build = try packageManager.build(
      .product("dormouse"), parameters: .init(configuration: .inherit))
    guard build.succeeded,
      let command = build.builtArtifacts.first(where: { $0.kind == .executable })
    else { throw BuildFailure(log: build.logText) }
    let process = Process()
    process.executableURL = command.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // What is wrong was told; without this the package manager would end with status 0.
      throw Failure(
        reason: process.terminationReason, status: process.terminationStatus, arguments: arguments)
    }
  }

  struct BuildFailure: Error, CustomStringConvertible {
    let log: String
    var description: String { "dormouse does not build:\n\(log)" }
  }

  struct Failure: Error, CustomStringConvertible {
    let reason: Process.TerminationReason
    let status: Int32
    let arguments: [String]

    var description: String {
      "dormouse \(arguments.first ?? ""): it ended with "
        + (reason == .exit ? "status \(status)" : "signal \(status)") + "; see what it said above"
    }
  }
}
