/// The bytes of a message of Protocol Buffers, written field by field (protobuf.dev, Encoding).
struct ProtobufBuffer {
  private(set) var bytes: [UInt8] = []

  /// Adds a field whose value is a whole number of at least 0, or an enum's.
  mutating func add(_ field: Int, _ value: UInt64) {
    varint(UInt64(field) << 3)
    varint(value)
  }

  mutating func add(_ field: Int, _ value: Int) { add(field, UInt64(bitPattern: Int64(value))) }

  mutating func add(_ field: Int, _ value: String) {
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(value.utf8.count))
    bytes += value.utf8
  }

  mutating func add(_ field: Int, _ value: Double) { fixed(field, value.bitPattern) }

  /// Adds a field of the type fixed64.
  mutating func add(fixed field: Int, _ value: UInt64) { self.fixed(field, value) }

  /// Adds a field that is a message itself.
  mutating func add(_ field: Int, _ body: (inout ProtobufBuffer) -> Void) {
    varint(UInt64(field) << 3 | 2)
    let start = bytes.count
    // Most messages are shorter than 128 bytes, and their length is one byte then.
    bytes.append(0)
    body(&self)
    let length = bytes.count - start - 1
    if length < 0x80 {
      bytes[start] = UInt8(length)
    } else {
      var prefix = ProtobufBuffer()
      prefix.varint(UInt64(length))
      bytes.replaceSubrange(start...start, with: prefix.bytes)
    }
  }

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  private mutating func fixed(_ field: Int, _ bits: UInt64) {
    varint(UInt64(field) << 3 | 1)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
