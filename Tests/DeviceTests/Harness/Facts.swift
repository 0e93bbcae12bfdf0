import Foundation
import Simulation
import Testing

@testable import Device

/// A value that a test of AOSP's expects, from a file of Tests/AOSP.
struct Fact: CustomStringConvertible {
  let kind: String
  let test: String
  let steps: [Step]
  let expected: [String]
  let line: String

  var description: String { line }

  /// One step, its words apart; a repeated one is there as often as it is made.
  struct Step {
    let words: [String]
    /// The number of its repetition, from 0.
    let round: Int

    var name: String { words[0] }

    /// The word after another one; nil: that one is not there.
    func word(after name: String) -> String? {
      words.firstIndex(of: name).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }

    func has(_ word: String) -> Bool { words.contains(word) }
  }

  /// Reads the facts of a file, and the number of values that are left out.
  static func read(_ file: String) throws -> (facts: [Fact], leftOut: Int) {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let text = try String(
      contentsOf: folder.appendingPathComponent("AOSP/\(file)"), encoding: .utf8)
    var facts: [Fact] = []
    var leftOut = 0
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 4 else {
        Issue.record("\(file): a fact has four parts: \(line)")
        continue
      }
      if parts[0] == "not" {
        leftOut += number(parts[3])
      } else {
        facts.append(
          Fact(
            kind: parts[0], test: parts[1], steps: steps(parts[2]),
            expected: parts[3].split(separator: " ").map(String.init), line: String(line)))
      }
    }
    return (facts, leftOut)
  }

  private static func steps(_ text: String) -> [Step] {
    text.split(separator: ";").flatMap { part -> [Step] in
      let step = part.trimmingCharacters(in: .whitespaces)
      guard let star = step.firstIndex(of: "*"), let times = Int(step[..<star]) else {
        return step.isEmpty ? [] : [Step(words: words(step), round: 0)]
      }
      let inside = step[step.index(star, offsetBy: 2)...].dropLast().split(separator: ",")
      return (0..<times).flatMap { round in
        inside.map { Step(words: words(String($0)), round: round) }
      }
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  /// A sum of milliseconds, `#`, and spans such as `1h`, `2d`, `never`.
  static func span(_ text: String, round: Int = 0) -> TimeSpan {
    var sum = TimeSpan.zero
    var sign = 1
    var term = ""
    func value() -> TimeSpan {
      switch term.last {
      case nil: .zero
      case "#": .milliseconds(round)
      case "s": .seconds(number(term.dropLast()))
      case "m": .minutes(number(term.dropLast()))
      case "h": .hours(number(term.dropLast()))
      case "d": .days(number(term.dropLast()))
      case "r" where term == "never": .days(365)
      default: .milliseconds(number(term))
      }
    }
    for letter in text + "+" {
      guard letter == "+" || letter == "-" else {
        term.append(letter)
        continue
      }
      sum = sum + value() * sign
      sign = letter == "-" ? -1 : 1
      term = ""
    }
    return sum
  }

  /// A word that is a whole number.
  static func number(_ text: some StringProtocol) -> Int {
    guard let number = Int(text) else {
      Issue.record("no number: \(text)")
      return 0
    }
    return number
  }

  /// A word that stands for one of these; what else it is, is a mistake in the file.
  static func word<Value>(_ text: String, _ values: [String: Value], else value: Value) -> Value {
    guard let known = values[text] else {
      Issue.record("unknown word: \(text)")
      return value
    }
    return known
  }

  static func isOn(_ text: String) -> Bool { word(text, ["on": true, "off": false], else: false) }

  static func bucket(_ text: String) -> AppBucket {
    word(
      text, Dictionary(uniqueKeysWithValues: AppBucket.allCases.map { ($0.rawValue, $0) }),
      else: .never)
  }

  static func moment(_ text: String, round: Int = 0) -> Instant {
    .start + span(text, round: round)
  }

  /// Whether a moment is the expected one: `none`, a moment, or one from `A..B`.
  static func isMet(_ expected: String, by moment: Instant?) -> Bool {
    guard expected != "none" else { return moment == nil }
    guard let moment else { return false }
    guard let dots = expected.range(of: "..") else { return moment == Fact.moment(expected) }
    let bounds =
      Fact.moment(
        String(expected[..<dots.lowerBound]))...Fact.moment(
        String(expected[dots.upperBound...]))
    return bounds.contains(moment)
  }
}
