import Foundation
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// `dormouse museum`: real bugs of background execution, each as a small app, with what is seen of it
/// and with a twin that is mended.
enum MuseumCommand {
  static let command = Command(
    name: "museum", summary: "walk through real bugs of apps, and what is seen of each",
    usage: "[NAME] [options]", operands: 0...1,
    options: [
      .init(
        name: "folder", value: "DIR",
        summary: "where the cases are (else: those that came with dormouse)")
    ],
    notes: """
      Without a name it lists the cases. With one it tells where the bug was seen, and runs the app and
      its mended twin: 'dormouse test scripts/museum' runs them all.
      """
  ) { (arguments, console) throws(CommandError) in
    let folder: String
    if let named = arguments.value("folder") { folder = named } else { folder = try usualFolder() }
    try InputFile.requireFolder(folder, for: "folder")
    let cases = try names(in: folder)
    guard let name = arguments.operands.first else { return try list(cases, in: folder, console) }
    guard cases.contains(name) else {
      throw .usage(
        "museum: there is no such case (\(shown(name))); "
          + advice(for: name, among: cases, otherwise: "'dormouse museum' lists them"))
    }
    try show(name, in: folder, console)
  }

  /// scripts/museum in this folder, or in one above the command: that from whose sources it was built.
  private static func usualFolder() throws(CommandError) -> String {
    let path = "scripts/museum"
    if FileManager.default.fileExists(atPath: path) { return path }
    var place = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    while let folder = place, folder.path != "/" {
      let museum = folder.appending(path: path).path
      if FileManager.default.fileExists(atPath: museum) { return museum }
      place = folder.deletingLastPathComponent()
    }
    throw .noInput(
      "museum: its cases are not here (\(path)), nor beside the command; "
        + "name their folder with --folder")
  }

  /// The folders that have an app and its tests.
  private static func names(in folder: String) throws(CommandError) -> [String] {
    let files = FileManager.default
    let names = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { name in
      ["app.lua", "test.lua"].allSatisfy { files.fileExists(atPath: "\(folder)/\(name)/\($0)") }
    }
    guard !names.isEmpty else {
      throw .noInput(
        "museum: no case is in it (\(shown(folder))); each is a folder with app.lua and test.lua")
    }
    return names
  }

  /// The comment at the head of an app, a line each; the first is its title.
  private static func head(of path: String) throws(CommandError) -> [String] {
    let bytes: [UInt8]?
    do throws(ScriptFileError) { bytes = try DiskScripts().contents(of: path) } catch {
      throw .data("\(shown(path)): \(error.description)")
    }
    return String(decoding: bytes ?? [], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("--") }
      .map { printable(String($0.dropFirst(2).drop { $0 == " " })) }
  }

  private static func list(
    _ names: [String], in folder: String, _ console: Console
  ) throws(CommandError) {
    var cases: [(name: String, text: String)] = []
    for name in names {
      cases.append((name, try head(of: "\(folder)/\(name)/app.lua").first ?? ""))
    }
    try console.output.write(Help.list(cases, width: console.width))
  }

  private static func show(
    _ name: String, in folder: String, _ console: Console
  ) throws(CommandError) {
    let lines = try head(of: "\(folder)/\(name)/app.lua")
    let title = lines.prefix { !$0.isEmpty }
    let prose = lines.dropFirst(title.count).joined(separator: "\n")
    for line in title { try console.output.write("\(line)\n") }
    try console.output.write("\(Help.fitted(prose, to: console.width))\n")
    let style = TextStyle(width: console.width, isColored: console.isColored(console.output))
    var files: [TestReport.File] = []
    TestRunner(files: ["\(folder)/\(name)/test.lua"]).run(
      jobs: 1, prepareThread: { Faults.coverThread() },
      keep: { files.append(TestReport.File($0)) })
    for test in files.flatMap(\.tests) {
      try console.output.write("\n\(printable(test.name))\n")
      for line in test.output { try console.output.write("  \(printable(line))\n") }
    }
    let report = TestReport(files)
    if let problem = files.compactMap(\.problem).first { throw .data(problem) }
    guard report.failureCount > 0 else { return }
    for file in files { try console.output.write("\n" + TestReport.text(of: file, style)) }
    throw .expectation("museum: \(name) is not as it should be")
  }
}
