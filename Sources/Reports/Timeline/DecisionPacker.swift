import Simulation

/// Packs decisions for a page as they come, so that few are in memory as they are.
///
/// Some decisions in a row are a block that a page unpacks when one of them is looked at: JSON
/// without keys, an array a decision, and last the table of the block's longer strings. Decisions
/// are most of what a page holds, so they are written as bytes at once; page/decisions.js reads
/// them.
final class DecisionPacker {
  /// The number of decisions of a block.
  static let size = 128

  private var blocks: [[UInt8]] = []
  private var count = 0
  private var texts = TextTable()
  private var json = JSONBuffer(capacity: 1 << 16)
  /// Whether what comes next is the first of its list.
  private var isFirst = true
  private let pack: ([UInt8]) -> [UInt8]

  /// - Parameters:
  ///   - pack: packs the JSON of a block.
  init(pack: @escaping ([UInt8]) -> [UInt8] = packed) { self.pack = pack }

  /// Returns the blocks of some decisions. O(their strings).
  static func blocks(
    of decisions: [TimelineDecision], pack: @escaping ([UInt8]) -> [UInt8] = packed
  ) -> [[UInt8]] {
    let packer = DecisionPacker(pack: pack)
    for decision in decisions { packer.add(decision) }
    return packer.finished()
  }

  /// Adds the next decision. O(its strings).
  func add(_ decision: TimelineDecision) {
    if count == 0 { open() }
    list {
      write(Int(decision.at.nanoseconds / 1000))
      write(decision.title)
      list {
        for fact in decision.facts {
          write(fact.name)
          write(fact.value)
        }
      }
      write(decision.order)
      write(decision.columns)
      write(decision.others)
      list { for candidate in decision.candidates { write(candidate) } }
      list { for group in decision.bystanders { write([group.reason] + group.apps) } }
    }
    count += 1
    if count == Self.size { close() }
  }

  /// Returns all blocks.
  func finished() -> [[UInt8]] {
    if count > 0 { close() }
    return blocks
  }

  private func write(_ candidate: TimelineDecision.Candidate) {
    list {
      write(candidate.app)
      write(candidate.isChosen ? 1 : 0)
      write(candidate.verdict)
      write(candidate.cells)
      write(candidate.remedies)
    }
  }

  /// Writes a string where it is used if it is short, as figures are: to look it up would take
  /// longer.
  private func write(_ text: String?) {
    guard let text, text.utf8.count <= 12 else { return write(texts.number(text)) }
    separate()
    json.write(string: text)
  }

  private func write(_ texts: [String]) { list { for text in texts { write(text) } } }

  private func write(_ number: Int) {
    separate()
    json.write(Int64(number))
  }

  private func list(_ write: () -> Void) {
    separate()
    open()
    write()
    json.write("]")
    isFirst = false
  }

  private func open() {
    json.write("[")
    isFirst = true
  }

  private func separate() {
    if !isFirst { json.write(",") }
    isFirst = false
  }

  private func close() {
    separate()
    open()
    for text in texts.texts {
      separate()
      json.write(string: text)
    }
    json.write("]")
    json.write("]")
    var bytes: [UInt8] = []
    json.append(to: &bytes)
    blocks.append(pack(bytes))
    json.clear()
    texts = TextTable()
    count = 0
  }
}
