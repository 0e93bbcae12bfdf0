import Foundation
import PackagePlugin

/// `swift package dormouse SUBCOMMAND ...`: runs the command of this package, as built from its
/// sources, in the folder of the package that depends on it. Everything behind `dormouse` goes to
/// it as it stands.
@main
struct DormouseCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "dormouse").url
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
