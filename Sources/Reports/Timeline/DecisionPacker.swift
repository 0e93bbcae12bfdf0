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
  /// What most decisions have as the one before: the order, the columns and the kinds of their
  /// figures, and the names of facts.
  private struct Shape: Equatable {
    let order: TimelineDecision.Order?
    let columns: [String]
    let kinds: [Int]
    let facts: [String]
  }

  private var texts = TextTable()
  /// The shape of the decision before, if there is one in the block.
  private var lastShape: Shape?
  /// Each value has a comma behind it.
  private var json = JSONBuffer(capacity: 1 << 16)

  init() { beginList() }

  /// Adds a decision: its time, its shape or 0 for that of the one before, title, facts, how many
  /// others there were, and its candidates.
  mutating func add(_ decision: TimelineDecision) {
    beginList()
    write(Int(decision.at.nanoseconds / 1000))
    let shape = Shape(
      order: decision.order, columns: decision.columns, kinds: kinds(of: decision),
      facts: decision.factNames)
    if shape == lastShape { write(0) } else { write(shape) }
    write(0, of: decision.phrases)
    beginList()
    for place in decision.factNames.indices { write(place + 1, of: decision.phrases) }
    endList()
    write(decision.others)
    writeCandidates(of: decision, shape.kinds)
    endList()
    lastShape = shape
  }

  private mutating func write(_ shape: Shape) {
    beginList()
    write(shape.order?.text)
    beginList()
    for column in shape.columns { write(column) }
    endList()
    beginList()
    for kind in shape.kinds { write(kind) }
    endList()
    beginList()
    for fact in shape.facts { write(fact) }
    endList()
    endList()
  }

  /// Returns the block and begins the next.
  mutating func finished() -> [UInt8] {
    beginList()
    for text in texts.texts { write(string: text) }
    endList()
    json.endList()
    var bytes: [UInt8] = []
    json.append(to: &bytes)
    json.clear()
    texts = TextTable()
    lastShape = nil
    beginList()
    return bytes
  }

  /// The kinds of figures by column, which are those of the first candidate that has one; where all
  /// lack it, that of the decision before, since any will do.
  private func kinds(of decision: TimelineDecision) -> [Int] {
    let width = decision.width
    let before = lastShape.map { $0.kinds.count == width ? $0.kinds : [] } ?? []
    return (0..<width).map { column in
      var isEmpty = true
      for place in stride(from: column, to: decision.figures.count, by: width) {
        let kind = decision.figures[place].pageKind
        if kind > 1 { return kind }
        if case .none = decision.figures[place] {} else { isEmpty = false }
      }
      return isEmpty && !before.isEmpty ? before[column] : 1
    }
  }

  /// Writes the candidates in one list: of each the app, its figures and, only where they differ from
  /// those of the one before, its words, which are a list: 0 for what came of one as of the one
  /// before, and the remedies.
  private mutating func writeCandidates(of decision: TimelineDecision, _ kinds: [Int]) {
    beginList()
    var figure = 0
    var last: TimelineDecision.Words = (-1, -1)
    for place in decision.apps.indices {
      write(decision.apps[place])
      for kind in kinds {
        write(decision.figures[figure], as: kind)
        figure += 1
      }
      let words = decision.words[place]
      guard words != last else { continue }
      beginList()
      if words.fate == last.fate {
        write(0)
      } else {
        write(decision.fates[words.fate], of: decision.phrases)
      }
      for remedy in decision.remedies[words.remedies] { write(remedy, of: decision.phrases) }
      endList()
      last = words
    }
    endList()
  }

  /// Writes what came of a candidate.
  private mutating func write(_ fate: TimelineDecision.Fate, of phrases: Phrases) {
    beginList()
    write(fate.isChosen ? 1 : 0)
    write(fate.verdict, of: phrases)
    write(fate.outcome, of: phrases)
    endList()
  }

  /// Writes a sentence: its pattern, and the kind and the number of each figure; -1: there is none.
  private mutating func write(_ place: Int?, of phrases: Phrases) {
    guard let place else { return write(-1) }
    beginList()
    write(phrases.patterns[place])
    for place in phrases.places(of: place) {
      let kind = phrases.quantities[place].pageKind
      write(kind)
      write(phrases.quantities[place], as: kind)
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
      case .seconds: write(length: value)
      // A moment is never shown before it is reached.
      case .moment: write(Int((value * 1e9).rounded()) / 1_000_000)
      }
    case .time(let span) where kind == 6: write(Int((span.seconds * 10).rounded()))
    case .none: json.write(json: "\"-\"," as StaticString)
    case .count, .measured, .time: write(string: quantity.text(DayClock()))
    }
  }

  /// Writes a length of time as it is shown, in tenths of the unit that suits: four times their
  /// number, and the unit's.
  private mutating func write(length seconds: Double) {
    guard seconds != 0 else { return write(string: shortSpan(seconds: seconds)) }
    let (tenths, unit) = spanTenths(seconds: seconds)
    write(4 * Int(tenths) + unit)
  }

  /// Writes a string where it is used if it is short, as figures are: to look it up would take
  /// longer.
  private mutating func write(_ text: String?) {
    guard let text, text.utf8.count <= 12 else { return write(texts.number(text)) }
    write(string: text)
  }

  private mutating func write(string text: String) {
    json.write(string: text)
    json.write(",")
  }

  private mutating func write(_ number: Int) { json.write(Int64(number), before: ",") }

  private mutating func beginList() { json.write("[") }

  private mutating func endList() {
    json.endList()
    json.write(",")
  }
}

extension Quantity {
  /// The kind of figure for a page: 1 for words, 2 for a whole number, 3 for one in
  /// ten-thousandths, 4 for a length of time, 5 for a moment in milliseconds and 6 for background time
  /// in tenths of a second.
  fileprivate var pageKind: Int {
    switch self {
    case .none, .text: 1
    case .count: 2
    case .measured(let value, _) where !(value.magnitude < 9e9): 1
    case .measured(_, .number): 3
    case .measured(_, .seconds): 4
    case .measured(_, .moment): 5
    case .time: 6
    }
  }
}
