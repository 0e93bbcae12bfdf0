import Foundation
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// The command `dormouse museum`, which shows real bugs of background execution, each as a small app
/// with what is seen of it, and with a twin without the bug.
struct MuseumCommand {
  static let command = Command(
    name: "museum", summary: "walk through real bugs of apps, and what is seen of each",
    usage: "[NAME] [options]", operands: 0...1,
    options: [
      .init(
        name: "folder", value: "DIR",
        summary: "where the cases are (else: those that came with dormouse)")
    ],
    notes: """
      Without a name it lists the cases. With one it says where the bug was seen, and runs the app and
      its fixed twin. In a checkout of dormouse 'dormouse test scripts/museum' runs them all.
      """
  ) { (arguments, console) throws(CommandError) in
    let museum = try MuseumCommand(arguments.value("folder"))
    guard let name = arguments.operands.first else { return try museum.list(console) }
    guard museum.names.contains(name) else {
      throw .usage(
        "museum: there is no such case (\(shown(name))); "
          + advice(for: name, among: museum.names, otherwise: "'dormouse museum' lists them"))
    }
    try museum.show(name, console)
  }

  private let scripts: any ScriptFiles
  private let folder: String
  /// The names of the cases, sorted.
  private let names: [String]

  /// - Parameters:
  ///   - folder: has a folder for each case; nil takes the cases that are in the program.
  private init(_ folder: String?) throws(CommandError) {
    guard let folder else {
      let scripts = BuiltInScripts()
      self.scripts = scripts
      self.folder = "museum"
      names = scripts.folders(in: "museum")
      return
    }
    try InputFile.requireFolder(folder, for: "folder")
    scripts = DiskScripts()
    self.folder = folder
    let files = FileManager.default
    names = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { name in
      ["app.lua", "test.lua"].allSatisfy { files.fileExists(atPath: "\(folder)/\(name)/\($0)") }
    }
    guard !names.isEmpty else {
      throw .noInput(
        "museum: the folder has no case (\(shown(folder))); each is a folder with app.lua and test.lua"
      )
    }
  }

  /// Returns the comment at the head of a case's app, a line each; the first is its title.
  private func head(of name: String) throws(CommandError) -> [String] {
    let path = "\(folder)/\(name)/app.lua"
    let bytes: [UInt8]?
    do throws(ScriptFileError) { bytes = try scripts.contents(of: path) } catch {
      throw .data("\(shown(path)): \(error.description)")
    }
    return CommentedScript(String(decoding: bytes ?? [], as: UTF8.self)).comment.map(printable)
  }

  private func list(_ console: Console) throws(CommandError) {
    var cases: [(name: String, text: String)] = []
    for name in names { cases.append((name, try head(of: name).first ?? "")) }
    try console.output.write(Help.list(cases, width: console.width))
  }

  private func show(_ name: String, _ console: Console) throws(CommandError) {
    let lines = try head(of: name)
    let title = lines.prefix { !$0.isEmpty }
    let prose = lines.dropFirst(title.count).joined(separator: "\n")
    for line in title { try console.output.write("\(line)\n") }
    try console.output.write("\(Help.fitted(prose, to: console.width))\n")
    var files: [TestReport.File] = []
    TestRunner(files: ["\(folder)/\(name)/test.lua"]).run(
      scripts: scripts, jobs: 1,
      keep: { files.append(TestReport.File($0)) })
    for test in files.flatMap(\.tests) {
      try console.output.write("\n\(printable(test.name))\n")
      for line in test.output { try console.output.write("  \(printable(line))\n") }
    }
    let report = TestReport(files)
    if let problem = files.compactMap(\.problem).first { throw .data(problem) }
    guard report.failureCount > 0 else { return }
    let style = TextStyle(width: console.width, isColored: console.isColored(console.output))
    for file in files { try console.output.write("\n" + TestReport.text(of: file, style)) }
    throw .expectation("museum: \(name) does not pass its test")
  }
}
