import Foundation
import Scripting
import Simulation

/// Reports of phones that the command explains.
extension ExplainCommand {
  /// Returns whether words are names of files: one that looks like it, or several of which one is
  /// there and the others look like it.
  func areFiles(_ words: [String]) -> Bool {
    func isThere(_ word: String) -> Bool {
      word == "-" || FileManager.default.fileExists(atPath: word)
    }
    let others = words.filter { !isThere($0) }
    return others.allSatisfy { word in
      !word.contains(" ") && (word.contains("/") || word.contains("."))
    } && (words.count == 1 || others.count < words.count)
  }

  /// Shows what each report says, then what all of that means; and then what cannot be read.
  func read(_ paths: [String]) throws(CommandError) {
    var answers = Answers()
    var problems: [CommandError] = []
    for path in paths {
      do throws(CommandError) { show(try report(at: path), &answers) } catch {
        problems.append(error)
      }
    }
    let meant = (answers.meant.isEmpty ? [] : [text(of: answers.meant)]) + answers.others.map(text)
    try console.output.write((answers.heads + meant).joined(separator: "\n"))
    guard problems.isEmpty else { throw CommandError(joining: problems) }
  }

  /// What reports say, and what they are about, each once.
  private struct Answers {
    var heads: [String] = []
    var meant: [Explanation] = []
    var others: [UnmodelledExit] = []
  }

  private func report(
    at path: String
  ) throws(CommandError) -> (name: String, report: PhoneReport) {
    let isInput = path == "-"
    if !isInput { try InputFile.require(path) }
    let name = isInput ? "standard input" : shown(path)
    do {
      let handle =
        isInput ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      var data = Data()
      // What has no end, as a device, is read no further than what is refused.
      while data.count <= PhoneReport.sizeLimit,
        let part = try handle.read(upToCount: 1 << 20), !part.isEmpty
      {
        data += part
      }
      return (name, try PhoneReport(parsing: Array(data)))
    } catch let problem as PhoneReport.Problem {
      throw .data("\(name): \(shown(problem.description, 400))")
    } catch {
      throw .noInput("\(name): it cannot be read (\(error.reason)); name a readable file")
    }
  }

  private func show(_ read: (name: String, report: PhoneReport), _ answers: inout Answers) {
    let report = read.report
    let app = report.app.map { " of \(cut($0, to: 100))" } ?? ""
    let system = report.system.map { " on \(cut($0, to: 60))" } ?? ""
    var lines = wrapped(printable("\(read.name): \(report.kind)\(app)\(system)"), to: width)
    var isKnown = false
    for sign in report.signs {
      lines += wrapped(printable(sign.words), to: width, after: "  ", indent: 4)
      let meant = Explanation.about(text: sign.text, version: report.version)
      let other = meant.isEmpty ? UnmodelledExit.about(text: sign.text) : nil
      isKnown = isKnown || !meant.isEmpty || other != nil
      for one in meant where !answers.meant.contains(where: { $0.name == one.name }) {
        answers.meant.append(one)
      }
      if let other, !answers.others.contains(where: { $0.code == other.code }) {
        answers.others.append(other)
      }
    }
    if !isKnown { lines += [""] + wrapped(nothing(of: report), to: width) }
    answers.heads.append(lines.map { $0 + "\n" }.joined())
  }

  /// A sentence on a report of nothing that is known.
  private func nothing(of report: PhoneReport) -> String {
    if report.signs.isEmpty { return "It tells of no end of the app." }
    guard report.isKilled else {
      return "That is none of the ends that have to do with background execution: look at the "
        + "thread that crashed, and at the line of the app nearest to its top."
    }
    let part =
      report.isPart
      ? " This text has no threads, so it is cut short or a part: the whole file may have a "
        + "Termination Reason." : ""
    return "The system ended the app, and no reason that dormouse knows is given.\(part) Look for "
      + "a line with RBSTerminateContext in the device's log, for a JetsamEvent of that minute in "
      + "Settings, Privacy & Security, Analytics Data, and at MetricKit's counts of exits: "
      + "'dormouse explain' reads each of them."
  }
}
