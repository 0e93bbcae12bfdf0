import Foundation
import Runs
import Workflows

/// The command `dormouse new`, which writes a commented script to start from.
enum NewCommand {
  static let command = Command(
    name: "new", summary: "write a commented script to start from",
    usage: "app|scenario|policy|experiment|test NAME [--kind KIND]", operands: 2...2,
    options: [
      .init(
        name: "kind", value: "KIND",
        summary: "of an app: \(AppKind.allCases.map(\.rawValue).joined(separator: ", "))")
    ],
    notes: """
      NAME may contain a folder, which must exist, and may end in .lua. Nothing is overwritten.
      A scenario comes with an app of its own and an experiment with a scenario, so that they run at once;
      a test with an app too: NAME-test.lua and NAME-app.lua. What editors and luacheck need to know of
      scripts is written beside it, as by 'dormouse meta', unless the folder has some of it.
      """
  ) { (arguments, console) throws(CommandError) in
    let kind = arguments.operands[0]
    guard let template = Template(rawValue: kind) else {
      throw .usage(
        "dormouse new: there is no template of that kind (\(shown(kind))); "
          + advice(
            for: kind, among: Template.allCases.map(\.rawValue),
            otherwise: "kinds are app, scenario, policy, experiment and test"))
    }
    let stem = try stem(arguments.operands[1])
    let appKind = try appKind(arguments, template)
    let files = template.files(stem, kind: appKind)
    try OutputFile.requirePlace(files[0].path)
    for file in files where FileManager.default.fileExists(atPath: file.path) {
      throw .data("\(shown(file.path)): it exists already; choose another name or remove it")
    }
    var written: [String] = []
    for file in files {
      do {
        try Data(file.text.utf8).write(
          to: URL(fileURLWithPath: file.path), options: .withoutOverwriting)
      } catch {
        for path in written { try? FileManager.default.removeItem(atPath: path) }
        throw .inputOutput(
          "\(shown(file.path)): it cannot be written (\(error.reason)); check the folder")
      }
      written.append(file.path)
    }
    let folder = URL(fileURLWithPath: files[0].path).deletingLastPathComponent().path
    let isKnown = [".luarc.json", ".luacheckrc"].contains {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)")
    }
    if !isKnown { _ = try MetaCommand.write(into: folder) }
    try console.output.write(
      written.map { "wrote \($0)\n" }.joined()
        + (isKnown ? "" : "wrote .luarc.json, .luacheckrc and .dormouse beside it, for editors\n")
        + "next: \(template.next(stem, kind: appKind))\n")
  }

  private static func appKind(
    _ arguments: Arguments, _ template: Template
  ) throws(CommandError) -> AppKind {
    guard let written = arguments.value("kind") else { return .fetch }
    guard template == .app else {
      throw .usage("dormouse new: only an app has a kind (\(shown(written))); leave --kind out")
    }
    guard let kind = AppKind(rawValue: written) else {
      let kinds = AppKind.allCases.map(\.rawValue)
      throw .usage(
        "dormouse new: there is no such kind of app (\(shown(written))); "
          + advice(
            for: written, among: kinds, otherwise: "kinds are \(kinds.joined(separator: ", "))"))
    }
    return kind
  }

  /// Returns the path without its ending. Its last part becomes an app's id and stands in Lua strings.
  private static func stem(_ name: String) throws(CommandError) -> String {
    let stem = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    let last = stem.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let isPlain = last.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    guard isPlain, last.contains(where: { $0.isLetter || $0.isNumber }), !last.hasPrefix(".") else {
      throw .usage(
        "dormouse new: no name for a script (\(shown(name))); use letters, digits, '-', '_' and '.'"
      )
    }
    return stem
  }
}
