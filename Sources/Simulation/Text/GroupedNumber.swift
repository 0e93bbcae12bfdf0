/// A whole number with its thousands apart.
public func grouped(_ value: some BinaryInteger) -> String {
  var digits = Digits()
  digits.put(UInt64(value.magnitude), isGrouped: true)
  if value < 0 { digits.put("-") }
  return digits.text
}

/// The text of a number, written from its last digit to its first.
///
/// Pages and reports are numbers for the most part, so what one takes counts: it is written into
/// memory of the value itself.
package struct Digits {
  private static let room = 48
  private var bytes = InlineArray<48, UInt8>(repeating: 0)
  private var start = Self.room

  package init() {}

  /// Writes a character of ASCII before what is there.
  package mutating func put(_ character: Unicode.Scalar) {
    start -= 1
    bytes[start] = UInt8(ascii: character)
  }

  /// Writes a number before what is there.
  ///
  /// - Parameters:
  ///   - width: so many digits at least, with zeros in front.
  ///   - isGrouped: puts a comma between thousands.
  package mutating func put(_ value: UInt64, width: Int = 1, isGrouped: Bool = false) {
    var rest = value
    var count = 0
    repeat {
      if isGrouped, count > 0, count.isMultiple(of: 3) { put(",") }
      start -= 1
      bytes[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      count += 1
    } while rest > 0 || count < width
  }

  /// What was written.
  package var text: String {
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(start..<Self.room)))
    } catch {
      fatalError("Digits: ASCII is no UTF-8: \(error)")
    }
  }
}
