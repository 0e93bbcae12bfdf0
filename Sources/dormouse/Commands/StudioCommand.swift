import Device
import Foundation
import Policies
import Reports
import Runs
import Scripting
import Simulation
import Studio
import Workflows

/// The command `dormouse studio`: a page on which the scripts of a folder are edited, run and
/// tested.
enum StudioCommand {
  static let command = Command(
    name: "studio", summary: "edit, run and test scripts on a page in the browser",
    usage: "[FOLDER] [options]", operands: 0...1,
    options: [
      .init(name: "port", value: "N", summary: "the port of 127.0.0.1 (else: one that is free)")
    ],
    notes: """
      It prints an address; open it in a browser of this machine. What is saved there is run and checked
      at once, and the tests of the folder run (else: the folder where you are). What another editor saves
      is shown and run as well. At a moment of the timeline an app can be opened or swiped away, the
      network lost, the phone locked: what would become of it stands below what became of it.
      The address has a token in it: whoever does not know it gets nothing. Ctrl-C ends it.
      """
  ) { (arguments, console) throws(CommandError) in
    let folder = arguments.operands.first ?? "."
    let port = try arguments.number("port", upTo: 65_535) ?? 0
    let studio: Studio
    do throws(StudioError) {
      studio = try Studio(folder: folder, setting(port: UInt16(port)))
    } catch .folder(let reason) {
      throw .noInput("\(shown(folder)): \(reason)")
    } catch .port(let reason) {
      throw .inputOutput(
        "--port \(port): it cannot be had (\(reason)); choose another, or none for one that is free"
      )
    } catch {
      throw .inputOutput("studio: it cannot be served (\(error.reason))")
    }
    Progress.shared.end()
    try console.output.write("\(studio.address)\n")
    try console.output.flush()
    console.remark("open this address in a browser; Ctrl-C ends the studio\n")
    try Interruption.shared.watching { () throws(CommandError) in
      studio.run { Interruption.shared.signal != nil }
      try Interruption.shared.heed("studio: ended")
    }
  }

  private static func setting(port: UInt16) -> Studio.Setting {
    Studio.Setting(
      program: program, port: port, jobs: max(2, ProcessorCount.usable),
      policies: PolicyCatalogue.entries.map { ($0.name, $0.summary) }, acts: WrittenActs.forms,
      emptyPage: TimelinePage.empty)
  }

  /// The path of this program.
  private static var program: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
  }
}
