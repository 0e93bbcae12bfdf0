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
  public var description: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    for word in [high, low] {
      for shift in stride(from: UInt64(60), through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: word >> shift & 15)
        digits.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
