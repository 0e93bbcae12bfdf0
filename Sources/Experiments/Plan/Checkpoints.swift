import Device
import Simulation

/// The fingerprints of a run at some moments, each of what had happened by then, so that the part
/// in which two runs differ is known though neither trace was kept.
public struct Checkpoints: Equatable, Sendable, CustomStringConvertible {
  /// The number of parts of a run, of equal length; in a run of a day each is an hour.
  public static let count = 24

  /// The last 32 bits of the fingerprint of what happened up to the end of each part.
  private var marks: [UInt32] = []

  public init() {}

  /// Reads the form that a store keeps; nil for a string of another form.
  init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 8 * Checkpoints.count else { return nil }
    for start in stride(from: 0, to: digits.count, by: 8) {
      let word = String(decoding: digits[start..<start + 8], as: UTF8.self)
      guard let mark = UInt32(word, radix: 16) else { return nil }
      marks.append(mark)
    }
  }

  /// The checkpoints as a store keeps them: eight hexadecimal digits each.
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

  /// Returns when a part of a run of this length ends. Parts count from 1.
  public static func end(of part: Int, in duration: TimeSpan) -> Instant {
    let (whole, rest) = duration.nanoseconds.quotientAndRemainder(dividingBy: Int64(count))
    return .start + TimeSpan(nanoseconds: whole * Int64(part) + rest * Int64(part) / Int64(count))
  }

  /// Returns the first part, from 1, in which two runs differ; nil when they are equal in all.
  public func firstDifference(from other: Checkpoints) -> Int? {
    zip(marks, other.marks).enumerated().first { $0.element.0 != $0.element.1 }
      .map { $0.offset + 1 }
  }
}
