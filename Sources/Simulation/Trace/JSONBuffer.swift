// Touches unsafe memory: its own, and that of the texts that are written, for as long as it copies
// them.

/// A buffer that is filled with JSON piece by piece, emptied and filled again.
///
/// Every record of a run is written here, whether or not anybody reads it, so what it takes counts:
/// texts are copied eight bytes at a time, and what holds them knows no owner but this one.
@safe
package struct JSONBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0

  package init(capacity: Int) {
    unsafe start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { unsafe start.deallocate() }

  /// Hands over what has been written since the last `clear`.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe Span(_unsafeStart: start, count: count))
  }

  /// O(n).
  package func append(to bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
  }

  package mutating func clear() { count = 0 }

  /// Writes a byte of JSON's own: a bracket, a comma.
  package mutating func write(_ byte: Unicode.Scalar) {
    makeRoom(1)
    unsafe start[count] = UInt8(ascii: byte)
    count += 1
  }

  /// Writes what is JSON already. O(length).
  package mutating func write(json text: StaticString) {
    let length = text.utf8CodeUnitCount
    makeRoom(length)
    unsafe (start + count).update(from: text.utf8Start, count: length)
    count += length
  }

  /// Writes what is JSON already, such as a number. O(length).
  package mutating func write(json text: String) {
    let text = text.utf8.span
    makeRoom(text.count)
    unsafe text.withUnsafeBufferPointer {
      guard let bytes = $0.baseAddress else { return }
      unsafe (start + count).update(from: bytes, count: $0.count)
    }
    count += text.count
  }

  /// Writes a text as a JSON string. O(length).
  package mutating func write(string text: String) {
    let text = text.utf8.span
    let longestEscape = 6
    makeRoom(longestEscape * text.count + 2)
    let end = unsafe text.withUnsafeBufferPointer { unsafe writeQuoted($0, to: start + count) }
    count = unsafe end - start
  }

  /// Writes the name of an object's member that is not its first: `,"name":`. The name needs no
  /// escape. O(length).
  package mutating func write(key name: StaticString) {
    let length = name.utf8CodeUnitCount
    makeRoom(length + 4)
    var end = unsafe start + count
    unsafe end[0] = UInt8(ascii: ",")
    unsafe end[1] = UInt8(ascii: "\"")
    unsafe end += 2
    unsafe end.update(from: name.utf8Start, count: length)
    unsafe end += length
    unsafe end[0] = UInt8(ascii: "\"")
    unsafe end[1] = UInt8(ascii: ":")
    count += length + 4
  }

  /// Ends a list whose values each have a comma behind them: the bracket takes the last one's place.
  package mutating func endList() {
    if count > 0, unsafe start[count - 1] == UInt8(ascii: ",") { count -= 1 }
    write("]")
  }

  /// Writes an integer in decimal digits, and a byte of JSON's own behind it.
  package mutating func write(_ value: Int64, before byte: Unicode.Scalar) {
    let longestNumber = 20
    makeRoom(longestNumber + 1)
    // Most have one digit.
    if let digit = UInt8(exactly: value), digit < 10 {
      unsafe start[count] = UInt8(ascii: "0") + digit
      count += 1
    } else {
      write(value)
    }
    unsafe start[count] = UInt8(ascii: byte)
    count += 1
  }

  /// Writes an integer in decimal digits.
  package mutating func write(_ value: Int64) {
    let longestNumber = 20
    makeRoom(longestNumber)
    var rest = value.magnitude
    if value < 0 {
      unsafe start[count] = UInt8(ascii: "-")
      count += 1
    }
    count += decimalDigits(rest)
    var digit = unsafe start + count
    let pairs = unsafe digitPairs.utf8Start
    while rest >= 100 {
      let pair = Int(truncatingIfNeeded: rest % 100)
      rest /= 100
      unsafe digit -= 2
      unsafe digit[0] = pairs[2 &* pair]
      unsafe digit[1] = pairs[2 &* pair &+ 1]
    }
    let pair = Int(truncatingIfNeeded: rest)
    unsafe digit[-1] = pairs[2 &* pair &+ 1]
    if rest >= 10 { unsafe digit[-2] = pairs[2 &* pair] }
  }

  /// Writes the eight bytes of a number, the lowest first; they are no JSON.
  package mutating func write(word: UInt64) {
    makeRoom(8)
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count += 8
  }

  /// Writes a text behind the number of its bytes, which is no JSON. O(length).
  package mutating func write(counted text: String) {
    let text = text.utf8.span
    makeRoom(text.count + 8)
    let place = unsafe UnsafeMutableRawPointer(start + count)
    unsafe place.storeBytes(of: UInt64(text.count).littleEndian, as: UInt64.self)
    unsafe text.withUnsafeBytes {
      guard let bytes = $0.baseAddress else { return }
      unsafe (place + 8).copyMemory(from: bytes, byteCount: $0.count)
    }
    count += text.count + 8
  }

  @inline(__always)
  private mutating func makeRoom(_ length: Int) {
    if capacity &- count < length { grow(by: length) }
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    let larger = capacity + max(length, capacity)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe moved.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = moved
    capacity = larger
  }
}

/// Writes a JSON string, escaping only what JSON demands (RFC 8259, section 7), and returns where
/// it ends. There is room for six bytes for each of the text, and two.
private func writeQuoted(
  _ text: UnsafeBufferPointer<UInt8>, to start: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8> {
  unsafe start[0] = UInt8(ascii: "\"")
  var output = unsafe start + 1
  guard let input = unsafe UnsafeRawPointer(text.baseAddress) else {
    unsafe output[0] = UInt8(ascii: "\"")
    return unsafe output + 1
  }
  let count = text.count
  if unsafe copyPlain(input, count, to: UnsafeMutableRawPointer(output)) {
    unsafe output += count
  } else {
    for index in 0..<count {
      let byte = unsafe text[index]
      if needsEscape(byte) {
        unsafe output = writeEscape(of: byte, to: output)
      } else {
        unsafe output[0] = byte
        unsafe output += 1
      }
    }
  }
  unsafe output[0] = UInt8(ascii: "\"")
  return unsafe output + 1
}

/// Copies a text, up to the first eight bytes of which one needs an escape; false: there are such.
@inline(__always)
private func copyPlain(
  _ input: UnsafeRawPointer, _ count: Int, to output: UnsafeMutableRawPointer
) -> Bool {
  guard count >= 8 else {
    for index in 0..<count {
      let byte = unsafe input.load(fromByteOffset: index, as: UInt8.self)
      if needsEscape(byte) { return false }
      unsafe output.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    return true
  }
  var index = 0
  while true {
    let word = unsafe input.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    if needsEscape(word) { return false }
    unsafe output.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
    if index == count &- 8 { return true }
    // The last eight overlap with those before them.
    index = min(index &+ 8, count &- 8)
  }
}

@inline(__always)
private func needsEscape(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

/// Whether any of eight bytes does. A byte less than n, which is at most 128, borrows from its own
/// highest bit when n is taken from it (Warren, Hacker's Delight, section 6-1).
@inline(__always)
private func needsEscape(_ word: UInt64) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
  let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
  let found =
    ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes)
    | ((backslashes &- ones) & ~backslashes)
  return found & (ones &* 0x80) != 0
}

/// Writes one escaped byte and returns where it ends.
private func writeEscape(
  of byte: UInt8, to output: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8> {
  unsafe output[0] = UInt8(ascii: "\\")
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"): unsafe output[1] = byte
  case 0x08: unsafe output[1] = UInt8(ascii: "b")
  case 0x09: unsafe output[1] = UInt8(ascii: "t")
  case 0x0a: unsafe output[1] = UInt8(ascii: "n")
  case 0x0c: unsafe output[1] = UInt8(ascii: "f")
  case 0x0d: unsafe output[1] = UInt8(ascii: "r")
  default:
    let last = byte & 15
    unsafe output[1] = UInt8(ascii: "u")
    unsafe output[2] = UInt8(ascii: "0")
    unsafe output[3] = UInt8(ascii: "0")
    unsafe output[4] = UInt8(ascii: "0") + byte >> 4
    unsafe output[5] = last < 10 ? UInt8(ascii: "0") + last : UInt8(ascii: "a") + last - 10
    return unsafe output + 6
  }
  return unsafe output + 2
}

/// The numbers from 0 to 99, two digits each.
private let digitPairs: StaticString = """
  00010203040506070809101112131415161718192021222324252627282930313233343536373839\
  40414243444546474849505152535455565758596061626364656667686970717273747576777879\
  8081828384858687888990919293949596979899
  """

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
