import Simulation

/// The end of a trace, to be shown where a test fails.
final class TraceTail: TraceSink {
  /// More bytes than a failure shows.
  private static let kept = 64 << 10

  private var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) {
    self.bytes = self.bytes.count + bytes.count > TraceTail.kept * 2 ? bytes : self.bytes + bytes
  }

  /// The last lines, without those of some kinds.
  func last(_ count: Int, but kinds: [String]) -> [[UInt8]] {
    let marks = kinds.map { Array("\"kind\":\"\($0)\"".utf8) }
    var lines: [[UInt8]] = []
    for line in bytes.suffix(TraceTail.kept).split(separator: UInt8(ascii: "\n")).reversed() {
      guard line.starts(with: Array(#"{"ns":"#.utf8)) else { continue }
      let head = line.prefix(80)
      if marks.contains(where: { head.firstRange(of: $0) != nil }) { continue }
      lines.append(Array(line))
      if lines.count == count { break }
    }
    return lines.reversed()
  }
}
