import Foundation
import Scripting
import Simulation

/// The command `dormouse lesson`: exercises on the museum's bugs, without their solutions, lessons on
/// scheduling, and their judging.
struct LessonCommand {
  static let command = Command(
    name: "lesson", summary: "exercises: find bugs that were seen in public; learn scheduling",
    usage: "[NAME [FOLDER]] [options]", operands: 0...2,
    options: [
      .init(name: "check", summary: "judge what is in the folder"),
      .init(
        name: "hint", value: "N",
        summary: "1: what the phone says; 2: where to look; 3: what to do; of scheduling: for the "
          + "N-th question"),
      .init(
        name: "teacher",
        summary: "of scheduling: print the teacher's page, with the answers as they are computed"),
    ],
    notes: """
      Without a name it lists the lessons, the easiest first. With one it writes the lesson's files
      into a folder (else: one of the lesson's name). A lesson in debugging is an app with a mistake,
      its test and the task: --check ends with status 0 when the test is green, nothing is a fault
      under any condition of 'dormouse check', and the app still does its work; else with 1. 'dormouse
      museum NAME' shows the solution. A lesson on scheduling is a page to read, files to run, and
      three questions: --check ends with status 0 when the three numbers in answers.lua are right.
      """
  ) { (arguments, console) throws(CommandError) in
    let asked = ["check", "hint", "teacher"].filter { arguments.has($0) }
    guard let name = arguments.operands.first else {
      if let option = asked.first {
        throw .usage("--\(option): it needs a lesson's name; 'dormouse lesson' lists them")
      }
      return try list(console)
    }
    if asked.count > 1 {
      throw .usage("--\(asked[0]): not with --\(asked[1]); give one of them")
    }
    let folder = arguments.operands.dropFirst().first ?? name
    if let lesson = Lesson.named(name) {
      if arguments.has("teacher") {
        throw .usage(
          "lesson: \(name) has no teacher's page; 'dormouse museum \(name)' shows its solution")
      }
      try teach(lesson, in: folder, arguments, console)
    } else if let lesson = SchedulingLesson.named(name) {
      try teach(lesson, in: folder, arguments, console)
    } else {
      let names = Lesson.all.map(\.name) + SchedulingLesson.all.map(\.name)
      throw .usage(
        "lesson: there is no such lesson (\(shown(name))); "
          + advice(for: name, among: names, otherwise: "'dormouse lesson' lists them"))
    }
  }

  private static func list(_ console: Console) throws(CommandError) {
    var exercises: [(name: String, text: String)] = []
    for lesson in Lesson.all {
      exercises.append((lesson.name, "level \(lesson.level): \(try lesson.origin())"))
    }
    let lessons = SchedulingLesson.all.map { (name: $0.name, text: $0.summary) }
    let width = console.width
    try console.output.write(
      """
      Debugging: find the bug, and fix it
      \(Help.list(exercises, indent: 2, width: width))
      Scheduling: read, predict, measure
      \(Help.list(lessons, indent: 2, width: width))
      """)
  }

  private static func teach(
    _ lesson: Lesson, in folder: String, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    if let number = try arguments.number("hint", upTo: Lesson.hints) {
      return try console.output.write(try lesson.hint(number) + "\n")
    }
    if arguments.has("check") { return try check(lesson, in: folder, console) }
    try write(try lesson.files(), into: folder, console)
  }

  private static func teach(
    _ lesson: SchedulingLesson, in folder: String, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    if let number = try arguments.number("hint", upTo: lesson.questions.count) {
      let hint = wrapped(lesson.questions[number - 1].hint, to: console.width)
      return try console.output.write(hint.joined(separator: "\n") + "\n")
    }
    if arguments.has("teacher") { return try console.output.write(try lesson.teacherPage()) }
    if arguments.has("check") { return try check(lesson, in: folder, console) }
    try write(lesson.files, into: folder, console)
  }

  private static func write(
    _ written: [(name: String, text: String)], into folder: String, _ console: Console
  ) throws(CommandError) {
    let files = FileManager.default
    guard !files.fileExists(atPath: folder) else {
      throw .data("\(shown(folder)): it exists already; name another folder or remove it")
    }
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for (name, text) in written {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
    } catch let error as CommandError {
      throw error
    } catch {
      throw .inputOutput(
        "\(shown(folder)): it cannot be written (\(error.reason)); check the folder above it")
    }
    let names = written.map(\.name)
    let text = names.first { $0.hasSuffix(".md") } ?? ""
    try console.output.write(
      "wrote \(shown(folder)) with \(names.dropLast().joined(separator: ", ")) and "
        + "\(names.last ?? "")\nnext: read \(shown(folder))/\(text)\n")
  }

  private static func check(
    _ lesson: Lesson, in folder: String, _ console: Console
  ) throws(CommandError) {
    let judgement = try lesson.judgement(on: contents("app.lua", in: folder, of: lesson.name))
    guard judgement.faults.isEmpty else {
      for line in judgement.faults.flatMap({ $0.split(separator: "\n") }) {
        try console.output.write("  \(printable(String(line)))\n")
      }
      throw .expectation("lesson: \(lesson.name) is not solved yet")
    }
    let risks = judgement.risks
    let rest =
      risks == 0
      ? ""
      : ", though 'dormouse check' still sees \(risks) risk\(risks == 1 ? "" : "s") in it"
    try console.output.write(
      "\(lesson.name) is solved\(rest); 'dormouse museum \(lesson.name)' shows another solution\n")
  }

  private static func check(
    _ lesson: SchedulingLesson, in folder: String, _ console: Console
  ) throws(CommandError) {
    let sheet = try contents("answers.lua", in: folder, of: lesson.name)
    let answers: [String: Double]
    do throws(ScriptError) {
      answers = try NumberSheet.numbers(in: sheet, named: "\(folder)/answers.lua")
    } catch {
      throw CommandError(error)
    }
    let asksForFile = lesson.files.contains { $0.name == "mine.lua" }
    let mine = asksForFile ? try contents("mine.lua", in: folder, of: lesson.name) : nil
    let verdicts: [(isRight: Bool, text: String)]
    do throws(CommandError) {
      verdicts = try lesson.verdicts(on: answers, mine: mine, in: folder)
    } catch {
      guard case .data(let message) = error else { throw error }
      throw .data(message.replacing("mine.lua:", with: "\(folder)/mine.lua:"))
    }
    for verdict in verdicts { try console.output.write("  \(verdict.text)\n") }
    guard verdicts.allSatisfy(\.isRight) else {
      throw .expectation("lesson: \(lesson.name) is not solved yet")
    }
    try console.output.write("\(lesson.name) is solved: well done\n")
  }

  /// Returns the bytes of a file that a lesson wrote.
  private static func contents(
    _ name: String, in folder: String, of lesson: String
  ) throws(CommandError) -> [UInt8] {
    let path = "\(folder)/\(name)"
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw .noInput(
        "\(shown(path)): there is no such file; 'dormouse lesson \(lesson)' writes it, and a "
          + "second word names another folder")
    }
    return Array(bytes)
  }
}
