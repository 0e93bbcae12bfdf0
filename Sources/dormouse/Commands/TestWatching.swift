import Foundation
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// The mode `dormouse test --watch`: runs tests again whenever something that they have read has
/// changed.
///
/// Files are looked at some times a second, not read. That works alike on every system and in
/// network folders, and costs little: tests read few files, and a folder that takes long to look
/// through is looked at less often.
struct TestWatching {
  /// The time between two looks, in seconds; a burst of saves is over when nothing changes for as
  /// long.
  private static let pause = 0.1
  /// The greatest share of the time that goes into looking.
  private static let share = 0.05
  /// The greatest number of reasons for a run that are shown.
  private static let mostReasons = 3

  private let command: TestCommand
  private var watched: WatchedTests
  /// The last results of all files.
  private var results = TestResults()
  private var console: Console { command.console }

  init(_ command: TestCommand, _ places: TestPlaces) {
    self.command = command
    watched = WatchedTests { places.files }
  }

  /// Goes on until a signal comes, and throws that one came.
  mutating func run() throws(CommandError) {
    Progress.shared.end()
    let look = watched.look()
    try run(look, watched.changes(in: look))
    while let (look, changes) = nextChanges() {
      try announce(changes)
      try run(look, changes)
    }
    try Interruption.shared.heed("test: interrupted while it waited; \(results.report.summary)")
  }

  private mutating func run(
    _ look: WatchedTests.Look, _ changes: WatchedTests.Changes
  ) throws(CommandError) {
    watched.forget(changes.gone)
    try command.run(changes.concerned) { outcome in
      watched.keep(outcome)
      results.keep(outcome)
    }
    results.keepOnly(look.files)
    try report(besides: changes.concerned)
  }

  // MARK: Looking

  /// Waits until something has changed and stays so; nil: a signal came first.
  private mutating func nextChanges() -> (look: WatchedTests.Look, changes: WatchedTests.Changes)? {
    while Interruption.shared.signal == nil {
      let began = ContinuousClock.now
      let look = watched.look()
      if let changes = watched.settled(look) { return (look, changes) }
      let cost = (ContinuousClock.now - began) / .seconds(1)
      wait(max(Self.pause, cost / Self.share))
    }
    return nil
  }

  /// Waits for so many seconds; a signal ends it early.
  private func wait(_ seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    while Interruption.shared.signal == nil, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: min(seconds, 0.05))
    }
  }

  // MARK: Telling

  /// Prints why tests run again; a terminal is cleared first.
  private func announce(_ changes: WatchedTests.Changes) throws(CommandError) {
    try console.output.write(console.isOutputTerminal ? "\u{1B}[H\u{1B}[2J" : "\n")
    // Two paths may have one name.
    let reasons = Set(changes.reasons.map(\.text)).sorted()
    for reason in reasons.prefix(Self.mostReasons) { try console.output.write("\(reason)\n") }
    let rest = reasons.count - Self.mostReasons
    if rest > 0 { try console.output.write("and \(rest) more\n") }
    try console.output.flush()
  }

  /// Prints the files that did not run again and have failed before, since the sum counts them.
  private func report(besides concerned: [String]) throws(CommandError) {
    for file in results.report.files where !concerned.contains(file.path) {
      guard let trouble = file.trouble else { continue }
      try console.output.write(
        "\(printable(file.path)): \(trouble); not run again: nothing that it reads has changed\n"
      )
    }
    if let obstacle = command.obstacle(in: results) {
      try console.output.write("\(obstacle.message ?? "")\n")
    } else {
      try command.report(results)
    }
    let count = watched.look().count
    try console.output.write(
      "waiting for a change in \(counted(count, "file")); Ctrl-C ends\n")
    try console.output.flush()
  }
}

extension TestReport.File {
  /// The trouble with a file in some words; nil: there is none.
  fileprivate var trouble: String? {
    if problem != nil { return "it cannot be used" }
    let failed = TestReport([self]).failureCount
    return failed == 0 ? nil : "\(failed) of \(counted(tests.count, "test")) failed"
  }
}

extension WatchedTests.Changes.Reason {
  fileprivate var text: String {
    switch self {
    case .changed(let path): "\(Self.name(path)) has changed"
    case .new(let path): "\(Self.name(path)) is new"
    case .gone(let path): "\(Self.name(path)) is gone"
    }
  }

  /// Returns a file's name, `lib.lua` also for `./lib.lua`, as `require` looks for it.
  private static func name(_ path: String) -> String {
    printable(ScriptPath.resolve(path, in: ""))
  }
}
