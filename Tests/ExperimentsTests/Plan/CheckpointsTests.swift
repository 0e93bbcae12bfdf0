import Simulation
import Testing

@testable import Experiments

@Suite("Checkpoints of a run")
struct CheckpointsTests {
  private func checkpoints(_ words: [String]) -> Checkpoints {
    var made = Checkpoints()
    for word in words { made.add(Fingerprint(of: Array(word.utf8))) }
    return made
  }

  private let words = (1...Checkpoints.count).map { "event \($0)" }

  @Test("they come back from their text, and other texts are none")
  func text() throws {
    let made = checkpoints(words)
    let text = made.description
    #expect(text.count == 8 * Checkpoints.count)
    #expect(try #require(Checkpoints(text)) == made)
    for other in ["", String(text.dropLast()), text + "0", "x" + text.dropFirst(), "é" + text] {
      #expect(Checkpoints(other) == nil, "\(other)")
    }
  }

  @Test("two runs differ first in the first part in which they differ")
  func difference() {
    let made = checkpoints(words)
    #expect(made.firstDifference(from: made) == nil)
    for part in [1, 2, 17, Checkpoints.count] {
      var others = words
      for place in part - 1..<words.count { others[place] += " and more" }
      #expect(made.firstDifference(from: checkpoints(others)) == part)
    }
  }

  @Test("parts are of equal length, to a nanosecond, and the last ends with the run")
  func ends() {
    let day = TimeSpan.hours(24)
    #expect(
      (0...24).map { Checkpoints.end(of: $0, in: day) } == (0...24).map { .start + .hours($0) })
    let odd = TimeSpan(nanoseconds: 1_000_000_007)
    let ends = (0...24).map { Checkpoints.end(of: $0, in: odd).nanoseconds }
    #expect(ends[0] == 0 && ends[24] == odd.nanoseconds)
    for (first, second) in zip(ends, ends.dropFirst()) {
      #expect((41_666_666...41_666_667).contains(second - first))
    }
    let long = TimeSpan(nanoseconds: .max)
    #expect(Checkpoints.end(of: 24, in: long).nanoseconds == .max)
  }
}
