import Simulation

/// Some decisions in a row as JSON that stands alone, so that a page unpacks only those that are
/// looked at: an array of arrays without keys, and last the table of their strings.
///
/// Decisions are most of what a page holds. So they are written as bytes at once, without a
/// `JSONValue`; page/decisions.js reads them.
struct DecisionBlock {
  /// The number of decisions of a block.
  static let size = 128

  private let texts = TextTable()
  private var bytes = Array("[".utf8)

  /// Returns the blocks of some decisions. O(their strings).
  static func blocks(of decisions: [TimelineDecision]) -> [[UInt8]] {
    stride(from: 0, to: decisions.count, by: size).map { first in
      var block = DecisionBlock()
      for decision in decisions[first..<min(first + size, decisions.count)] { block.add(decision) }
      return block.finished()
    }
  }

  private mutating func add(_ decision: TimelineDecision) {
    list { block in
      block.add(Int(decision.at.nanoseconds / 1000))
      block.add(decision.title)
      block.add(decision.facts.flatMap { [$0.name, $0.value] })
      block.add(decision.order)
      block.add(decision.columns)
      block.add(decision.others)
      block.list { block in for candidate in decision.candidates { block.add(candidate) } }
      block.list { block in
        for group in decision.bystanders { block.add([group.reason] + group.apps) }
      }
    }
  }

  private mutating func add(_ candidate: TimelineDecision.Candidate) {
    list { block in
      block.add(candidate.app)
      block.add(candidate.isChosen ? 1 : 0)
      block.add(candidate.verdict)
      block.add(candidate.cells)
      block.add(candidate.remedies)
    }
  }

  private mutating func add(_ text: String?) { add(texts.number(text)) }

  private mutating func add(_ texts: [String]) {
    list { block in for text in texts { block.add(text) } }
  }

  private mutating func add(_ number: Int) {
    separate()
    bytes += String(number).utf8
  }

  private mutating func list(_ write: (inout Self) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "["))
    write(&self)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func separate() {
    if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
  }

  private consuming func finished() -> [UInt8] {
    separate()
    bytes += texts.texts.json.compactText.utf8
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }
}
