import Device
import Simulation

/// How a run came to its fingerprint: that of what had happened by each of some moments, so that it
/// is known where two runs part though neither trace was kept.
public struct Checkpoints: Equatable, Sendable, CustomStringConvertible {
  /// Parts of a run, of equal length; of a day each is an hour.
  public static let count = 24

  /// Of what happened up to the end of each part, the last 32 bits of the fingerprint.
  private var marks: [UInt32] = []

  public init() {}

  /// As a store has them; nil for a text of another form.
  init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 8 * Checkpoints.count else { return nil }
    for start in stride(from: 0, to: digits.count, by: 8) {
      let word = String(decoding: digits[start..<start + 8], as: UTF8.self)
      guard let mark = UInt32(word, radix: 16) else { return nil }
      marks.append(mark)
    }
  }

  /// Eight hexadecimal digits each.
  public var description: String {
    marks.map { mark in
      let digits = String(mark, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Notes what has happened by the end of the next part.
  mutating func add(_ fingerprint: Fingerprint) {
    marks.append(UInt32(truncatingIfNeeded: fingerprint.low))
  }

  /// When a part of a run of this length ends. Parts count from 1.
  public static func end(of part: Int, in duration: TimeSpan) -> Instant {
    let (whole, rest) = duration.nanoseconds.quotientAndRemainder(dividingBy: Int64(count))
    return .start + TimeSpan(nanoseconds: whole * Int64(part) + rest * Int64(part) / Int64(count))
  }

  /// The first part, from 1, in which two runs differ; nil when they are equal in all.
  public func firstDifference(from other: Checkpoints) -> Int? {
    zip(marks, other.marks).enumerated().first { $0.element.0 != $0.element.1 }
      .map { $0.offset + 1 }
  }
}
