import Device
import Simulation

/// A figure of an explanation, not yet in words.
///
/// A page has many thousands of them, of which somebody looks at few: they are put into words
/// there (page/decisions.js), as here for the terminal.
enum Quantity: Sendable, Equatable {
  case none
  case text(String)
  case count(Int)
  case measured(Double, Measure.Unit)
  /// Background time, which is shown to a tenth of a second.
  case time(TimeSpan)

  /// Returns the figure for people.
  func text(_ clock: DayClock) -> String {
    switch self {
    case .none: "-"
    case .text(let text): text
    case .count(let count): String(count)
    case .measured(let value, let unit): unit.text(value, clock)
    case .time(let span): seconds(span)
    }
  }
}

/// A sentence with figures that are not yet in words.
struct Phrase: Sendable, Equatable {
  /// The words, in which `@` stands for each figure.
  let pattern: String
  let quantities: [Quantity]

  init(_ pattern: String, _ quantities: Quantity...) {
    self.pattern = pattern
    self.quantities = quantities
  }

  init(_ pattern: String, _ quantities: [Quantity]) {
    self.pattern = pattern
    self.quantities = quantities
  }

  /// Creates a sentence that is in words already.
  init(words: String) {
    pattern = "@"
    quantities = [.text(words)]
  }

  /// Returns the sentence for people.
  func text(_ clock: DayClock) -> String {
    var text = ""
    var rest = quantities[...]
    for part in pattern.split(separator: "@", omittingEmptySubsequences: false) {
      text += part
      if let next = rest.popFirst() { text += next.text(clock) }
    }
    return text
  }
}

/// Sentences one after the other, which lie in few arrays: a page has several for each of its
/// candidates.
struct Phrases: Sendable, Equatable, RandomAccessCollection {
  private(set) var patterns: [String] = []
  private(set) var quantities: [Quantity] = []
  /// Where the quantities of each sentence end.
  private var ends: [Int] = []

  var startIndex: Int { 0 }
  var endIndex: Int { patterns.count }

  subscript(position: Int) -> Phrase {
    Phrase(patterns[position], Array(quantities[places(of: position)]))
  }

  /// The places of a sentence's quantities.
  func places(of position: Int) -> Range<Int> {
    (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }

  /// Appends a sentence as `Phrase` has it, without an array of its own.
  @inline(__always)
  mutating func append(_ pattern: String, _ quantities: Quantity...) {
    patterns.append(pattern)
    for quantity in quantities { self.quantities.append(quantity) }
    ends.append(self.quantities.count)
  }

  /// Appends a sentence that is in words already.
  mutating func append(words: String) { append("@", .text(words)) }

  mutating func append(_ phrase: Phrase) {
    patterns.append(phrase.pattern)
    for quantity in phrase.quantities { quantities.append(quantity) }
    ends.append(quantities.count)
  }

  /// Makes room for so many sentences, of so many quantities in all.
  mutating func reserveCapacity(_ count: Int, quantities: Int) {
    patterns.reserveCapacity(count)
    ends.reserveCapacity(count)
    self.quantities.reserveCapacity(quantities)
  }

  mutating func removeLast(_ count: Int) {
    patterns.removeLast(count)
    ends.removeLast(count)
    quantities.removeLast(quantities.count - (ends.last ?? 0))
  }

  /// Whether some sentences are the same as others. O(their quantities).
  func areSame(_ some: Range<Int>, as others: Range<Int>) -> Bool {
    guard some.count == others.count else { return false }
    for offset in 0..<some.count {
      let (one, other) = (some.lowerBound + offset, others.lowerBound + offset)
      let (places, otherPlaces) = (places(of: one), places(of: other))
      guard patterns[one] == patterns[other], places.count == otherPlaces.count else {
        return false
      }
      // What differs is a score as a rule, which comes late.
      for offset in (0..<places.count).reversed()
      where quantities[places.lowerBound + offset]
        != quantities[otherPlaces.lowerBound + offset]
      {
        return false
      }
    }
    return true
  }
}
