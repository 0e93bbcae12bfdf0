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
    let kinds = kinds(of: decision)
    for kind in kinds { write(kind) }
    endList()
    beginList()
    var last: TimelineDecision.Candidate?
    for candidate in decision.candidates {
      write(candidate, kinds, after: last)
      last = candidate
    }
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

  /// The kinds of figures by column, which are those of the first candidate that has one.
  private func kinds(of decision: TimelineDecision) -> [Int] {
    guard let first = decision.candidates.first else { return [] }
    return first.figures.indices.map { column in
      decision.candidates.lazy.map { $0.figures[column].pageKind }.first { $0 > 1 } ?? 1
    }
  }

  /// Writes a candidate: its words only where they differ from those of the one before it.
  private mutating func write(
    _ candidate: TimelineDecision.Candidate, _ kinds: [Int],
    after last: TimelineDecision.Candidate?
  ) {
    beginList()
    write(candidate.app)
    beginList()
    for (figure, kind) in zip(candidate.figures, kinds) { write(figure, as: kind) }
    endList()
    if candidate.isToldUnlike(last) {
      write(candidate.isChosen ? 1 : 0)
      write(candidate.verdict)
      write(candidate.outcome)
      for remedy in candidate.remedies {
        beginList()
        write(remedy.pattern)
        for quantity in remedy.quantities {
          let kind = quantity.pageKind
          write(kind)
          write(quantity, as: kind)
        }
        endList()
      }
    }
    endList()
  }

  /// Writes a figure of a kind, which the page puts into words; what has another kind or none is
  /// in words already.
  private mutating func write(_ quantity: Quantity, as kind: Int) {
    switch quantity {
    case .text(let text): write(text)
    case .count(let count) where kind == 2: write(count)
    case .measured(let value, let unit) where kind == quantity.pageKind && kind > 2:
      switch unit {
      case .number: write(Int((value * 1e4).rounded()))
      case .seconds: write(Int((value * 1e6).rounded()))
      // A moment is never shown before it is reached.
      case .moment: write(Int((value * 1e9).rounded()) / 1_000_000)
      }
    case .none, .count, .measured:
      separate()
      json.write(string: quantity.text(DayClock()))
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

extension Quantity {
  /// The kind of figure for a page: 1 for words, 2 for a whole number, 3 for one in
  /// ten-thousandths, 4 for a length of time in microseconds and 5 for a moment in milliseconds.
  fileprivate var pageKind: Int {
    switch self {
    case .none, .text: 1
    case .count: 2
    case .measured(let value, _) where !(value.magnitude < 9e9): 1
    case .measured(_, .number): 3
    case .measured(_, .seconds): 4
    case .measured(_, .moment): 5
    }
  }
}

extension TimelineDecision.Candidate {
  /// Whether its words are others than those of another one.
  fileprivate func isToldUnlike(_ other: Self?) -> Bool {
    guard let other else { return true }
    return isChosen != other.isChosen || verdict != other.verdict || outcome != other.outcome
      || remedies != other.remedies
  }
}
