/// A buffer that is filled with JSON piece by piece, emptied and filled again.
///
/// The storage is an array of full length and a mark of how much of it is used: a loop that keeps
/// the mark in a register and writes through one `MutableSpan` is several times faster than
/// appending byte by byte.
struct JSONBuffer {
  private var storage: [UInt8]
  private(set) var count = 0

  init(capacity: Int) { storage = [UInt8](repeating: 0, count: capacity) }

  /// What has been written since the last `clear`. O(n).
  var bytes: [UInt8] { Array(storage[..<count]) }

  mutating func clear() { count = 0 }

  /// Writes a byte of JSON's own: a bracket, a comma.
  mutating func write(_ byte: Unicode.Scalar) {
    makeRoom(1)
    storage[count] = UInt8(ascii: byte)
    count += 1
  }

  /// Writes what is JSON already, such as a number. O(length).
  mutating func write(json text: String) {
    let text = text.utf8.span
    makeRoom(text.count)
    var end = count
    var output = storage.mutableSpan
    for index in text.indices {
      output[end] = text[index]
      end &+= 1
    }
    count = end
  }

  /// Writes a text as a JSON string. O(length).
  mutating func write(string text: String) {
    let text = text.utf8.span
    makeRoom(quotedRoom(text))
    let start = count
    var output = storage.mutableSpan
    count = writeQuoted(text, to: &output, at: start)
  }

  /// Writes the name of an object's member that is not its first: `,"name":`. O(length).
  mutating func write(key name: String) {
    let name = name.utf8.span
    makeRoom(quotedRoom(name) + 2)
    let start = count
    var output = storage.mutableSpan
    output[start] = UInt8(ascii: ",")
    let end = writeQuoted(name, to: &output, at: start &+ 1)
    output[end] = UInt8(ascii: ":")
    count = end &+ 1
  }

  /// Writes an integer in decimal digits.
  mutating func write(_ value: Int64) {
    let sign = value < 0 ? 1 : 0
    let longestNumber = 20
    makeRoom(longestNumber)
    var rest = value.magnitude
    let start = count + sign
    let end = start + decimalDigits(rest)
    var index = end
    var output = storage.mutableSpan
    if value < 0 { output[start - 1] = UInt8(ascii: "-") }
    while index > start {
      index &-= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      output[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    count = end
  }

  @inline(__always)
  private mutating func makeRoom(_ length: Int) {
    if storage.count - count < length { grow(by: length) }
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    storage += [UInt8](repeating: 0, count: max(length, storage.count))
  }
}

/// The most bytes that a text takes up as a JSON string: the quotes, and six for a control
/// character.
@inline(__always)
private func quotedRoom(_ text: Span<UInt8>) -> Int { 6 * text.count + 2 }

/// Writes a JSON string, escaping only what JSON demands (RFC 8259, section 7), and returns where
/// it ends.
@inline(__always)
private func writeQuoted(
  _ text: Span<UInt8>, to output: inout MutableSpan<UInt8>, at start: Int
) -> Int {
  output[start] = UInt8(ascii: "\"")
  var end = start &+ 1
  var index = 0
  while index < text.count {
    let byte = text[index]
    if needsEscape(byte) {
      end = writeEscaped(text.extracting(index...), to: &output, at: end)
      break
    }
    output[end] = byte
    end &+= 1
    index &+= 1
  }
  output[end] = UInt8(ascii: "\"")
  return end &+ 1
}

/// Small letters, of which most texts consist, are told by the first comparison.
@inline(__always)
private func needsEscape(_ byte: UInt8) -> Bool {
  byte <= UInt8(ascii: "\\")
    && (byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") || byte < 0x20)
}

/// Writes the rest of a text from its first byte that needs an escape. Out of line, to leave the
/// registers to the loop over plain bytes.
@inline(never)
private func writeEscaped(
  _ text: Span<UInt8>, to output: inout MutableSpan<UInt8>, at start: Int
) -> Int {
  var end = start
  for index in text.indices {
    let byte = text[index]
    if needsEscape(byte) {
      end = writeEscape(of: byte, to: &output, at: end)
    } else {
      output[end] = byte
      end += 1
    }
  }
  return end
}

/// Writes one escaped byte and returns where it ends.
private func writeEscape(of byte: UInt8, to output: inout MutableSpan<UInt8>, at start: Int) -> Int
{
  output[start] = UInt8(ascii: "\\")
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"): output[start + 1] = byte
  case 0x08: output[start + 1] = UInt8(ascii: "b")
  case 0x09: output[start + 1] = UInt8(ascii: "t")
  case 0x0a: output[start + 1] = UInt8(ascii: "n")
  case 0x0c: output[start + 1] = UInt8(ascii: "f")
  case 0x0d: output[start + 1] = UInt8(ascii: "r")
  default:
    let last = byte & 15
    output[start + 1] = UInt8(ascii: "u")
    output[start + 2] = UInt8(ascii: "0")
    output[start + 3] = UInt8(ascii: "0")
    output[start + 4] = UInt8(ascii: "0") + byte >> 4
    output[start + 5] = last < 10 ? UInt8(ascii: "0") + last : UInt8(ascii: "a") + last - 10
    return start + 6
  }
  return start + 2
}

/// The number of decimal digits; 1 for zero.
private func decimalDigits(_ value: UInt64) -> Int {
  var digits = 1
  var rest = value
  while rest >= 10000 {
    rest /= 10000
    digits += 4
  }
  return digits + (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
}
