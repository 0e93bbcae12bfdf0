import Simulation

/// An estimate of how soon the user opens an app again, from earlier pauses.
///
/// Pauses between opens are counted by length, each class twice as long as the one before, and
/// taken as even within a class: the answer is the part of the pauses that lasted so long and were
/// over soon after.
struct OpenGaps {
  /// The seconds at which the second class begins; the last is open, from 23 hours on.
  private static let first = 5.0
  private static let classes = 16

  private var counts = FadingCounts(memory: 2_000)

  /// Counts a pause.
  ///
  /// - Parameters:
  ///   - pause: the time from one open to the next.
  mutating func add(_ pause: TimeSpan) {
    var place = 0
    while place < Self.classes - 1, pause.seconds >= Self.end(of: place) { place += 1 }
    counts.add(at: place)
  }

  /// Returns the chance that a pause which has lasted for some time is over within some more. One
  /// pause that is never over is counted too, so that the chance is small while few are known.
  /// O(1).
  func chance(within more: TimeSpan, after elapsed: TimeSpan) -> Double {
    let lasting = longer(than: elapsed.seconds)
    return (lasting - longer(than: elapsed.seconds + more.seconds)) / (lasting + 1)
  }

  private static func end(of place: Int) -> Double { first * Double(1 << place) }

  /// Returns how many pauses were longer.
  private func longer(than seconds: Double) -> Double {
    var sum = 0.0
    for place in (0..<Self.classes).reversed() {
      let begin = place == 0 ? 0 : Self.end(of: place - 1)
      if seconds <= begin || place == Self.classes - 1 {
        sum += counts[place]
        continue
      }
      let end = Self.end(of: place)
      return seconds < end ? sum + counts[place] * (end - seconds) / (end - begin) : sum
    }
    return sum
  }
}
