import Device
import Testing

@testable import Scripting

@Suite("Explanations of findings and exits")
struct ExplanationTests {
  @Test(
    "the wrong example of a finding has it, at a line where it has one; the right one has none",
    arguments: FindingRule.allCases)
  func findings(rule: FindingRule) {
    let seen = Explanation(rule).example.seen()
    #expect(seen.wrong.contains { $0.hasSuffix("(\(rule.rawValue))") }, "\(seen.wrong)")
    // Pushes have no line but a scenario's, and a mode that is not used has none at all.
    if rule != .pushesTooOften, rule != .modeUnused {
      #expect(
        seen.wrong.contains {
          $0.hasPrefix("  wrong.lua:") && $0.hasSuffix("(\(rule.rawValue))")
        }, "\(seen.wrong)")
    }
    #expect(isClean(seen.right), "\(seen.right)")
  }

  /// Where a wrong example has a second finding, it is of a second mistake.
  private static let besides: [FindingRule: [FindingRule]] = [
    // A processor is taken for over three minutes with a task open, which is too long for a task.
    .cpuLimit: [.taskHeldTooLong]
  ]

  @Test(
    "one mistake is one finding: the wrong example has no other", arguments: FindingRule.allCases)
  func oneFinding(rule: FindingRule) {
    let found = Explanation(rule).example.seen().wrong.flatMap { line in
      FindingRule.allCases.filter { line.hasSuffix("(\($0.rawValue))") }
    }
    let others = Set(found).subtracting([rule])
    #expect(others == Set(Self.besides[rule] ?? []))
    #expect(found.count { $0 == rule } == 1, "\(found)")
  }

  @Test(
    "one mistake that ends the app is one finding at most", arguments: ExitReason.allCases)
  func oneFinding(reason: ExitReason) {
    let found = Explanation(reason).example.seen().wrong.flatMap { line in
      FindingRule.allCases.filter { line.hasSuffix("(\($0.rawValue))") }
    }
    #expect(found.count <= (reason == .cpuLimit ? 2 : 1), "\(found)")
  }

  @Test("Android's names are known: a reason without its REASON_, an exception of a service")
  func androidNames() {
    #expect(Explanation.named("ANR").map(\.name) == Explanation.named("REASON_ANR").map(\.name))
    #expect(Explanation.named("anr").map(\.name) == ["watchdog"])
    for (text, name) in [
      ("ForegroundServiceDidNotStartInTimeException", "foregroundServiceNotStarted"),
      ("android.app.ForegroundServiceStartNotAllowedException", "foregroundServiceNotAllowed"),
      ("MissingForegroundServiceTypeException", "foregroundServiceTypeMissing"),
      ("ForegroundServiceDidNotStopInTimeException", "foregroundServiceTimedOut"),
    ] {
      #expect(Explanation.about(text: text).map(\.name) == [name])
    }
  }

  @Test("where the family of the phone is known, advice is for that")
  func families() {
    for rule in [FindingRule.workCutOff, .hang, .callbackTooLong] {
      #expect(!rule.advice(on: .iOS).contains("Android"))
      let android = rule.advice(on: .android)
      #expect(!android.contains("Dispatch") && !android.contains("beginBackgroundTask"))
      #expect(rule.advice(on: nil) == rule.advice)
    }
  }

  /// Nothing is found, and no process has ended by a fault.
  private func isClean(_ lines: [String]) -> Bool {
    let ends = lines[0].split(separator: ": ended by ").dropFirst().first ?? ""
    return lines[0].hasPrefix("app: ") && !lines[0].contains("killed by")
      && ends.split(separator: ", ").allSatisfy { ExitReason(rawValue: String($0))!.isOrderly }
      && lines.dropFirst().allSatisfy { $0.hasPrefix("  it prints: ") }
  }

  @Test(
    "the wrong example of an exit that is a fault ends so, and the right one runs on",
    arguments: ExitReason.allCases.filter { !$0.isOrderly })
  func faults(reason: ExitReason) {
    let seen = Explanation(reason).example.seen()
    #expect(seen.wrong.first == "app: killed by \(reason.rawValue)")
    #expect(isClean(seen.right), "\(seen.right)")
  }

  @Test(
    "of exits that are nobody's fault both examples end so, and the right one bears it",
    arguments: [
      (ExitReason.memoryPressure, "  it prints: shows half a letter"),
      (.forceQuit, "  it prints: shows half a letter"), (.normal, "  it prints: reminds"),
    ])
  func orderly(reason: ExitReason, kept: String) {
    let seen = Explanation(reason).example.seen()
    for side in [seen.wrong, seen.right] {
      #expect(side.first == "app: ended by \(reason.rawValue)")
      #expect(isClean(side), "\(side)")
    }
    #expect(seen.right.contains(kept) && !seen.wrong.contains(kept), "\(seen)")
  }

  @Test("an exit that shares the example of a finding says so")
  func shared() {
    let exit = Explanation(ExitReason.watchdog)
    #expect(exit.finding == .callbackTooLong)
    #expect(exit.example.wrong == Explanation(FindingRule.callbackTooLong).example.wrong)
    #expect(exit.meaning != Explanation(FindingRule.callbackTooLong).meaning)
    #expect(Explanation(ExitReason.forceQuit).finding == nil)
  }

  @Test("a name or code is short enough to be typed, and every meaning a sentence")
  func texts() {
    #expect(Explanation.all.count == FindingRule.allCases.count + ExitReason.allCases.count)
    for explanation in Explanation.all {
      #expect(explanation.meaning.hasSuffix("."), "\(explanation.name)")
      #expect(!explanation.meaning.contains("\n"), "\(explanation.name)")
      #expect(explanation.advice.count > 20, "\(explanation.name)")
      for side in [explanation.example.wrong, explanation.example.right] {
        #expect(side.split(separator: "\n").allSatisfy { $0.count <= 96 })
      }
    }
  }
}
