import Simulation

/// Keeps what it is given.
final class PerfettoBytes: TraceSink {
  var bytes: [UInt8] = []
  var batches = 0
  var largest = 0

  func write(_ bytes: [UInt8]) {
    self.bytes += bytes
    batches += 1
    largest = max(largest, bytes.count)
  }
}

/// A message of Protocol Buffers, read by its encoding alone.
struct Message {
  struct Malformed: Error {}
  private var numbers: [(field: Int, value: UInt64)] = []
  private var blocks: [(field: Int, bytes: [UInt8])] = []

  init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    func varint() throws -> UInt64 {
      var value: UInt64 = 0
      for shift in stride(from: 0, to: 64, by: 7) {
        guard let byte = rest.popFirst() else { throw Malformed() }
        value |= UInt64(byte & 0x7F) << UInt64(shift)
        if byte < 0x80 { return value }
      }
      throw Malformed()
    }
    while !rest.isEmpty {
      let tag = try varint()
      let field = Int(tag >> 3)
      switch tag & 7 {
      case 0: numbers.append((field, try varint()))
      case 1:
        guard rest.count >= 8 else { throw Malformed() }
        numbers.append((field, rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }))
        rest = rest.dropFirst(8)
      case 2:
        let length = Int(try varint())
        guard rest.count >= length else { throw Malformed() }
        blocks.append((field, Array(rest.prefix(length))))
        rest = rest.dropFirst(length)
      default: throw Malformed()
      }
    }
  }

  func all(_ field: Int) -> [[UInt8]] { blocks.filter { $0.field == field }.map(\.bytes) }
  func number(_ field: Int) -> UInt64? { numbers.first { $0.field == field }?.value }
  func allNumbers(_ field: Int) -> [UInt64] { numbers.filter { $0.field == field }.map(\.value) }
  func text(_ field: Int) -> String? {
    all(field).first.map { String(decoding: $0, as: UTF8.self) }
  }
  func message(_ field: Int) throws -> Message? { try all(field).first.map { try Message($0) } }
}
