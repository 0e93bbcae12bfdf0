/// The 128-bit XXH3 digest (seed 0) of a sequence of bytes: two runs with the same fingerprint did
/// the same.
@frozen
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  public let high: UInt64
  public let low: UInt64

  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// 32 hexadecimal digits, as `xxh128sum` prints them.
  public var description: String { hex(high) + hex(low) }

  private func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
