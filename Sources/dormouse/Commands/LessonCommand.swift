import Foundation
import Runs
import Simulation

/// The command `dormouse lesson`: exercises on the museum's bugs, without their solutions, and their
/// judging.
struct LessonCommand {
  static let command = Command(
    name: "lesson", summary: "exercises: find a bug that was seen in public, and fix it",
    usage: "[NAME [FOLDER]] [options]", operands: 0...2,
    options: [
      .init(name: "check", summary: "judge what is in the folder"),
      .init(
        name: "hint", value: "N",
        summary: "1: what the phone says; 2: where to look; 3: what to do"),
    ],
    notes: """
      Without a name it lists the lessons, the easiest first. With one it writes an app with a mistake,
      its test and the task into a folder (else: one of the lesson's name). --check ends with status 0
      when the test is green, nothing is a fault under any condition of 'dormouse check', and the app
      still does its work; else with 1. 'dormouse museum NAME' shows the solution.
      """
  ) { (arguments, console) throws(CommandError) in
    guard let name = arguments.operands.first else { return try list(console) }
    guard let lesson = Lesson.named(name) else {
      throw .usage(
        "lesson: there is no such lesson (\(shown(name))); "
          + advice(
            for: name, among: Lesson.all.map(\.name), otherwise: "'dormouse lesson' lists them"))
    }
    let folder = arguments.operands.dropFirst().first ?? name
    if let number = try arguments.number("hint", upTo: Lesson.hints) {
      return try console.output.write(try lesson.hint(number) + "\n")
    }
    if arguments.has("check") { return try check(lesson, in: folder, console) }
    try write(lesson, into: folder, console)
  }

  private static func list(_ console: Console) throws(CommandError) {
    var entries: [(name: String, text: String)] = []
    for lesson in Lesson.all {
      entries.append((lesson.name, "level \(lesson.level): \(try lesson.origin())"))
    }
    try console.output.write(Help.list(entries, width: console.width))
  }

  private static func write(
    _ lesson: Lesson, into folder: String, _ console: Console
  ) throws(CommandError) {
    let files = FileManager.default
    guard !files.fileExists(atPath: folder) else {
      throw .data("\(shown(folder)): it exists already; name another folder or remove it")
    }
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for (name, text) in try lesson.files() {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
    } catch let error as CommandError {
      throw error
    } catch {
      throw .inputOutput(
        "\(shown(folder)): it cannot be written (\(error.reason)); check the folder above it")
    }
    try console.output.write(
      "wrote \(shown(folder)) with app.lua, test.lua and task.md\nnext: read "
        + "\(shown(folder))/task.md\n")
  }

  private static func check(
    _ lesson: Lesson, in folder: String, _ console: Console
  ) throws(CommandError) {
    let path = "\(folder)/app.lua"
    guard let app = FileManager.default.contents(atPath: path) else {
      throw .noInput(
        "\(shown(path)): there is no such file; 'dormouse lesson \(lesson.name)' writes it, and a "
          + "second word names another folder")
    }
    let faults = try lesson.faults(of: Array(app))
    guard faults.isEmpty else {
      for line in faults.flatMap({ $0.split(separator: "\n") }) {
        try console.output.write("  \(printable(String(line)))\n")
      }
      throw .expectation("lesson: \(lesson.name) is not solved yet")
    }
    try console.output.write(
      "\(lesson.name) is solved; 'dormouse museum \(lesson.name)' shows another solution\n")
  }
}
