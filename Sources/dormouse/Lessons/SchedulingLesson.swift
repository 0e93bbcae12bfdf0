import Scripting
import Simulation

/// A lesson on scheduling: a text, files to run, and three questions whose answers are computed by
/// running the files.
struct SchedulingLesson: Sendable {
  let name: String
  let summary: String
  /// Three, asked in lesson.md and named a, b and c in answers.lua.
  let questions: [Question]

  /// A question, without its words, which lesson.md has.
  struct Question: Sendable {
    /// What brings a student nearer to the answer, in whole sentences.
    let hint: String
    /// What answers are measured in; may be empty.
    let unit: String
    /// The greatest difference from the answer that is still right.
    let within: Double
    /// What mine.lua has to do beside; nil: it does. Only of a question that asks for mine.lua.
    var demand: (@Sendable (LessonRuns) throws(CommandError) -> String?)?
    let answer: @Sendable (LessonRuns) throws(CommandError) -> Double
  }

  /// The lesson of a name; nil: there is none.
  static func named(_ name: String) -> SchedulingLesson? { all.first { $0.name == name } }

  static let names = ["a", "b", "c"]

  // MARK: Files

  /// What the student does not get.
  private static let kept = ["teacher.md", "solution.lua"]

  /// The files of the task, by name, the text last.
  var files: [(name: String, text: String)] {
    let scripts = BuiltInScripts()
    let folder = "lessons/\(name)/"
    let names = scripts.paths.filter { $0.hasPrefix(folder) }.map {
      String($0.dropFirst(folder.count))
    }
    let others = names.filter { $0 != "lesson.md" && !Self.kept.contains($0) }
    return (others + ["lesson.md"]).map { ($0, scripts.text(of: folder + $0)) }
  }

  /// The page for teachers, with the answers. O(what happens in the runs).
  func teacherPage() throws(CommandError) -> String {
    var text = BuiltInScripts().text(of: "lessons/\(name)/teacher.md") + "\n## Answers\n\n"
    let runs = LessonRuns(lesson: name)
    for (name, question) in zip(Self.names, questions) {
      let value = number(try question.answer(runs), within: question.within)
      let within = question.within == 0 ? "exactly" : "within \(plainNumber(question.within))"
      let unit = question.unit.isEmpty ? "" : " \(question.unit)"
      text += "- \(name): \(value)\(unit), \(within)\n"
    }
    return text
  }

  // MARK: Judging

  /// What is wrong with answers, a line each, and the right ones too. O(what happens in the runs).
  ///
  /// - Parameters:
  ///   - answers: by the questions' names.
  ///   - mine: what the student wrote in mine.lua; nil: the lesson has none.
  ///   - folder: the folder of both, for messages.
  func verdicts(
    on answers: [String: Double], mine: [UInt8]?, in folder: String
  ) throws(CommandError) -> [(isRight: Bool, text: String)] {
    let runs = LessonRuns(lesson: name, mine: mine)
    var verdicts = answers.keys.filter { !Self.names.contains($0) }.sorted().map {
      (isRight: false, text: "there is no question \(printable($0))")
    }
    for (name, question) in zip(Self.names, questions) {
      guard let answer = answers[name] else {
        verdicts.append((false, "\(name) has no answer yet"))
        continue
      }
      guard answer.isFinite else {
        verdicts.append((false, "\(name) is no number (\(answer))"))
        continue
      }
      if let lack = try question.demand?(runs) {
        // A policy that fails does nothing, and that is all that figures show.
        let fault = try runs.run(policy: "mine.lua").device.firstPolicyFault
        let mistake = fault.map { "; it fails: \(printable($0))" } ?? ""
        verdicts.append(
          (false, "\(name): \(lack)\(mistake)".replacing("mine.lua:", with: "\(folder)/mine.lua:")))
        continue
      }
      let right = try question.answer(runs)
      if abs(answer - right) <= question.within * (1 + 1e-9) {
        verdicts.append((true, "\(name) is right"))
      } else {
        verdicts.append((false, "\(name) is too \(answer > right ? "high" : "low")"))
      }
    }
    return verdicts
  }

  /// A number with one digit more than its tolerance leaves.
  private func number(_ value: Double, within: Double) -> String {
    var steps = within == 0 ? 1.0 : 10.0
    while within > 0, steps * within < 10 { steps *= 10 }
    return plainNumber((value * steps).rounded() / steps)
  }
}
