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
