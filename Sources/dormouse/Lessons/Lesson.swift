import Device
import Foundation
import Runs
import Scripting
import Simulation

/// An exercise: a case of the museum whose bug is to be found and fixed.
struct Lesson {
  let name: String
  /// From 1, easy, to 3, hard.
  let level: Int

  /// All, the easiest first: what one line shows, what comes of a path that is missing, and what
  /// needs two things to happen at once.
  static let all =
    [
      "no-handler", "upload-without-task", "registered-twice", "network-on-main",
      "completion-never-called", "completion-called-twice", "submit-errors-ignored",
      "timers-assumed-to-run", "register-too-late", "job-never-finished", "job-on-main",
      "job-says-it-is-done", "download-without-job", "idle-with-backoff",
      "service-started-to-stop", "service-from-job",
    ].map { Lesson(name: $0, level: 1) }
    + [
      "double-end", "begun-at-launch", "identifier-overwritten", "cleanup-without-task",
      "cleanup-only-on-leaving", "chain-broken", "no-handler-on-relaunch", "expiry-completes-twice",
      "task-an-event", "call-executed-twice", "job-awaits-connection", "job-without-extras",
      "job-before-its-screen", "countdown-frozen", "work-replaced-at-launch",
      "six-hours-of-sync",
    ].map { Lesson(name: $0, level: 2) }
    + [
      "begun-in-handler", "end-dispatched", "refused-begin-ignored", "wiped-when-locked",
      "lock-at-suspension", "handler-waits-for-lock", "semaphore-on-main",
    ].map { Lesson(name: $0, level: 3) }

  /// The lesson of a name; nil: there is none.
  static func named(_ name: String) -> Lesson? { all.first { $0.name == name } }

  fileprivate let museum = Museum.builtIn

  private init(name: String, level: Int) {
    self.name = name
    self.level = level
  }

  /// Where the bug was seen, as `mixpanel-swift, issue 335`.
  func origin() throws(CommandError) -> String {
    let lines = CommentedScript(try museum.text(name, "app.lua")).comment
    return lines.dropFirst().first?.replacing("Seen in ", with: "") ?? ""
  }

  // MARK: The task

  /// The files of the task, without its solution.
  func files() throws(CommandError) -> [(name: String, text: String)] {
    [("app.lua", try app()), ("test.lua", try test()), ("task.md", try task())]
  }

  /// The app with its mistake, whose lines keep their numbers; what its head says is left out.
  private func app() throws(CommandError) -> String {
    let text = try museum.text(name, "app.lua")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let head = lines.prefix { $0.hasPrefix("--") }.count
    for index in lines.indices.prefix(head) { lines[index] = "--" }
    lines[0] = "-- Seen in \(try origin()). What is wrong with it? task.md says more."
    return lines.joined(separator: "\n")
  }

  /// The test that is green once the app is fixed.
  private func test() throws(CommandError) -> String {
    var isLeftOut = false
    var lines: [Substring] = []
    let text = try museum.text(name, "test.lua")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
      if line.hasPrefix("test(\"the bug") { isLeftOut = true }
      if !isLeftOut { lines.append(line) }
      if line == "end)" { isLeftOut = false }
    }
    return "-- Green once the app is fixed.\n"
      + lines.joined(separator: "\n").replacing("fixed.lua", with: "app.lua")
      .replacing("the fixed twin is clean", with: Lesson.testName)
      .replacing("\n\n\n", with: "\n\n")
  }

  private static let testName = "the app is clean"

  private func task() throws(CommandError) -> String {
    """
    # \(name)

    Level \(level) of 3. Seen in \(try origin()).

    The app in `app.lua` has one mistake. Its test is red:

        dormouse test test.lua --fail-on notes

    Find out what happens, and fix `app.lua` so that the test is green and the app still does its
    work. These help:

        dormouse check app.lua --fail-on notes       what goes wrong under which condition
        dormouse explore app.lua --fail-on notes     the shortest way to it
        dormouse lesson \(name) --hint 1
                                                     what the phone says; 2: where; 3: what to do

    When you think that it is right, run this in the folder above:

        dormouse lesson \(name) --check

    """
  }

  // MARK: Hints

  static let hints = 3

  /// A hint: 1 what the phone finds, 2 where, 3 what to do.
  func hint(_ number: Int) throws(CommandError) -> String {
    let (rule, line) = try finding()
    return switch number {
    case 1: "The phone says \(rule.rawValue): \(rule.summary)."
    case 2:
      line.map { "Look at line \($0) of app.lua." }
        ?? "No line of app.lua is to blame alone: look at what it leaves out."
    default: "\(rule.advice.prefix(1).uppercased())\(rule.advice.dropFirst())."
    }
  }

  /// What the case's test finds in the app, and its line.
  private func finding() throws(CommandError) -> (FindingRule, line: Int?) {
    let text = try museum.text(name, "test.lua")
    guard let call = text.split(separator: "toHaveFinding(").dropFirst().first else {
      throw .fault("lesson: the test of \(name) expects no finding")
    }
    let arguments = call.prefix { $0 != ")" }.split(separator: ",")
    let rule = arguments.first?.trimmingCharacters(in: ["\""]) ?? ""
    guard let rule = FindingRule(rawValue: rule) else {
      throw .fault("lesson: the test of \(name) expects a finding that is none (\(rule))")
    }
    let line = arguments.dropFirst().first.flatMap { Int($0.trimmingCharacters(in: [" "])) }
    return (rule, line)
  }

  // MARK: Judging

  /// How far an app has come.
  struct Judgement {
    /// What is still missing; empty: it is solved.
    var faults: [String] = []
    /// How many risks `check` sees in an app whose tests are green.
    var risks = 0
  }

  /// Judges an app. O(what the app does).
  ///
  /// - Throws: why the script cannot be used.
  func judgement(on app: [UInt8]) throws(CommandError) -> Judgement {
    let folder = LessonFiles(app: app, test: Array(try test().utf8))
    var judgement = Judgement()
    var runner = TestRunner(files: ["test.lua"])
    // Some of the mistakes are risks, or notes.
    runner.standard.failsOn = .note
    runner.run(scripts: folder, jobs: 1) { outcome in
      switch outcome.tests {
      case .failure(let error): judgement.faults.append("\(error)")
      case .success(let tests):
        for failure in tests.flatMap({ $0 }).flatMap(\.failures) {
          let place = failure.location.map { "\($0): " } ?? ""
          judgement.faults.append("\(place)\(failure.message)")
        }
      }
    }
    guard judgement.faults.isEmpty else { return judgement }
    do throws(ScriptError) {
      let trial = try DryRun(app: "app.lua", files: folder)
      let sights = try trial.sights()
      judgement.risks = sights.count { $0.kind == .risk }
      for sight in sights where sight.kind == .fault {
        if case .finding(let rule, let place, let message) = sight.what {
          judgement.faults.append(
            "\(place.map { "\($0): " } ?? "")\(message), \(sight.phrase) (\(rule.rawValue))")
        } else if case .exit(let reason) = sight.what {
          judgement.faults.append("the app is killed by \(reason.rawValue), \(sight.phrase)")
        }
      }
    } catch {
      throw CommandError(error)
    }
    judgement.faults += try missingWork(folder)
    return judgement
  }
}

extension Lesson {
  /// What the case's app does, and its solution too, and an app does no longer. Where their traces
  /// show no work, as of an app that only registers something, it is the methods that they name.
  private func missingWork(_ files: LessonFiles) throws(CommandError) -> [String] {
    let paths = ["app.lua", "fixed.lua"].map { museum.path(name, $0) }
    do throws(ScriptError) {
      let before = try DryRun(app: paths[0], files: museum.scripts).work()
      let solution = try DryRun(app: paths[1], files: museum.scripts).work()
      let wanted = before.filter { solution.contains($0) }
      let works = try DryRun(app: "app.lua", files: files).work()
      guard wanted.isEmpty else {
        return wanted.filter { !works.contains($0) }.map {
          "the app does its work no longer: "
            + ($0 == .lockAcquire
              ? "it holds no file lock for any time" : "there is no \($0.rawValue) in its trace")
        }
      }
    } catch {
      throw CommandError(error)
    }
    let named = DryRun.methods(in: files.app)
    var wanted = DryRun.methods(in: Array(try museum.text(name, "app.lua").utf8))
    wanted.formIntersection(DryRun.methods(in: Array(try museum.text(name, "fixed.lua").utf8)))
    return wanted.subtracting(named).sorted().map {
      "the app does its work no longer: it names no \($0)"
    }
  }
}

/// The two files of an exercise as they are judged.
private struct LessonFiles: ScriptFiles {
  let app: [UInt8]
  let test: [UInt8]

  func contents(of path: String) -> [UInt8]? {
    switch path {
    case "app.lua": app
    case "test.lua": test
    default: nil
    }
  }
}
