internal import CLuaShims

/// How often each line of scripts has run, in all states that were told to count into it. It
/// belongs to one thread at a time.
@safe
public final class LineCoverage {
  let coverage: OpaquePointer

  public init() {
    guard let coverage = unsafe dm_make_coverage() else {
      fatalError("LineCoverage: the machine has no memory left")
    }
    unsafe self.coverage = coverage
  }

  deinit { unsafe dm_free_coverage(coverage) }

  /// The counts of lines of each source that has run, by the name that it was loaded under; the
  /// lines are counted from 0, which there is none of. In the order in which they first ran.
  /// O(lines).
  public var files: [(name: String, counts: [Int])] {
    let count = unsafe dm_covered_files(coverage)
    return (0..<count).map { file in
      let name = unsafe dm_covered_name(coverage, file).map { unsafe String(cString: $0) } ?? ""
      let lines = unsafe dm_covered_lines(coverage, file)
      return (name, (0..<lines).map { Int(unsafe dm_covered_count(coverage, file, $0)) })
    }
  }
}

extension LuaChunk {
  /// The lines at which something is to be done, in the source and all its functions, sorted: those
  /// that a `LineCoverage` can count. O(n).
  public var activeLines: [Int] {
    var length = 0
    guard let bytes = unsafe dm_bytes_of_chunk(chunk, &length) else { return [] }
    let copy = unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: length) { start in
      unsafe Array(UnsafeBufferPointer(start: start, count: length))
    }
    var reader = DumpedLines(bytes: copy)
    return reader.lines()
  }
}

/// Reads the lines out of what `lua_dump` of Lua 5.4 writes.
private struct DumpedLines {
  let bytes: [UInt8]
  private var position = 0
  private var found: Set<Int> = []

  /// Signature, version, format, a check of conversions, three sizes, an integer, a number, and the
  /// number of upvalues.
  private static let headerBytes = 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1
  private static let instructionBytes = 4
  /// Stands in the place of a difference that a byte cannot hold.
  private static let absolute: Int8 = -128

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func lines() -> [Int] {
    position = DumpedLines.headerBytes
    function()
    return found.sorted()
  }

  private mutating func byte() -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0x80
  }

  /// Seven bits a byte, the highest first; the last byte has its high bit set.
  private mutating func size() -> Int {
    var value = 0
    while true {
      let next = byte()
      value = value << 7 | Int(next & 0x7F)
      if next & 0x80 != 0 { return value }
    }
  }

  private mutating func string() { position += max(0, size() - 1) }

  private mutating func function() {
    string()  // where it is from
    let first = size()
    _ = size()
    _ = byte()
    let isVararg = byte() != 0
    _ = byte()
    position += size() * DumpedLines.instructionBytes
    for _ in 0..<size() { constant() }
    position += size() * 3  // upvalues
    for _ in 0..<size() { function() }
    collect(from: first, isVararg: isVararg)
    for _ in 0..<size() {  // local variables
      string()
      _ = size()
      _ = size()
    }
    for _ in 0..<size() { string() }  // names of upvalues
  }

  private mutating func constant() {
    switch byte() {
    case 0x03, 0x13: position += 8
    case 0x04, 0x14: string()
    default: break
    }
  }

  private mutating func collect(from first: Int, isVararg: Bool) {
    let differences = (0..<size()).map { _ in Int8(bitPattern: byte()) }
    let places = (0..<size()).map { _ in (at: size(), line: size()) }
    var line = first
    for (index, difference) in differences.enumerated() {
      if difference == DumpedLines.absolute {
        line = places.first { $0.at == index }?.line ?? line
      } else {
        line += Int(difference)
      }
      // What prepares the arguments of such a function is no step of its own.
      if index > 0 || !isVararg { found.insert(line) }
    }
  }
}
