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
  private var block = DecisionBlock()
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
    block.add(decision)
    count += 1
    if count == Self.size { close() }
  }

  /// Returns all blocks.
  func finished() -> [[UInt8]] {
    if count > 0 { close() }
    return blocks
  }

  private func close() {
    blocks.append(pack(block.finished()))
    count = 0
  }
}

/// Writes the JSON of a block of decisions.
private struct DecisionBlock: ~Copyable {
  private var texts = TextTable()
  private var json = JSONBuffer(capacity: 1 << 16)
  /// Whether what comes next is the first of its list.
  private var isFirst = true

  init() { open() }

  mutating func add(_ decision: TimelineDecision) {
    beginList()
    write(Int(decision.at.nanoseconds / 1000))
    write(decision.title)
    beginList()
    for fact in decision.facts {
      write(fact.name)
      write(fact.value)
    }
    endList()
    write(decision.order)
    beginList()
    for column in decision.columns { write(column) }
    endList()
    write(decision.others)
    beginList()
    for candidate in decision.candidates { write(candidate) }
    endList()
    endList()
  }

  /// Returns the block and begins the next.
  mutating func finished() -> [UInt8] {
    beginList()
    for text in texts.texts {
      separate()
      json.write(string: text)
    }
    endList()
    endList()
    var bytes: [UInt8] = []
    json.append(to: &bytes)
    json.clear()
    texts = TextTable()
    open()
    return bytes
  }

  private mutating func write(_ candidate: TimelineDecision.Candidate) {
    beginList()
    write(candidate.app)
    write(candidate.isChosen ? 1 : 0)
    write(candidate.verdict)
    write(candidate.outcome)
    beginList()
    for figure in candidate.figures { write(figure) }
    endList()
    for remedy in candidate.remedies {
      beginList()
      write(remedy.pattern)
      for quantity in remedy.quantities { write(quantity) }
      endList()
    }
    endList()
  }

  /// Writes a figure as its kind and its value: the page puts it into words.
  private mutating func write(_ quantity: Quantity) {
    switch quantity {
    case .none: write(0)
    case .text(let text):
      write(1)
      write(text)
    case .count(let count):
      write(2)
      write(count)
    case .measured(let value, let unit):
      let (kind, scale) =
        switch unit {
        case .number: (3, 1e4)
        case .seconds: (4, 1e6)
        case .moment: (5, 1e6)
        }
      let scaled = (value * scale).rounded()
      guard scaled.magnitude < 1e15 else { return write(.text(unit.text(value, DayClock()))) }
      write(kind)
      write(Int(scaled))
    }
  }

  /// Writes a string where it is used if it is short, as figures are: to look it up would take
  /// longer.
  private mutating func write(_ text: String?) {
    guard let text, text.utf8.count <= 12 else { return write(texts.number(text)) }
    separate()
    json.write(string: text)
  }

  private mutating func write(_ number: Int) {
    separate()
    json.write(Int64(number))
  }

  private mutating func beginList() {
    separate()
    open()
  }

  private mutating func endList() {
    json.write("]")
    isFirst = false
  }

  private mutating func open() {
    json.write("[")
    isFirst = true
  }

  private mutating func separate() {
    if !isFirst { json.write(",") }
    isFirst = false
  }
}
