/// A command of dormouse: its arguments, its help, and its work.
struct Command: Sendable {
  let name: String
  /// The summary for the list of commands, one line.
  let summary: String
  /// The arguments, as help shows them behind the name: `FILE [options]`.
  let usage: String
  /// The number of operands that the command takes.
  let operands: ClosedRange<Int>
  var options: [Option] = []
  /// The words that its operands may be, if they are limited; shells complete them.
  var words: [String] = []
  /// The paragraphs below the options.
  var notes: String = ""
  /// Prints more help that depends on the arguments; nil: there is none.
  var help: (@Sendable (Arguments, Console) throws(CommandError) -> Void)?
  let run: @Sendable (Arguments, Console) throws(CommandError) -> Void

  /// An argument that begins with two hyphens.
  struct Option: Sendable {
    /// The name without the hyphens.
    let name: String
    /// The short name, which takes one hyphen.
    var short: Character?
    /// The name of the value; nil: the option takes none.
    var value: String?
    /// Whether the option may be given more than once.
    var repeats = false
    /// The words that its value may be, if they are limited; shells complete them.
    var words: [String] = []
    let summary: String
  }

  func checkOperands(_ given: [String]) throws(CommandError) {
    if given.count < operands.lowerBound {
      throw .usage("dormouse \(name): an argument is missing; usage: dormouse \(name) \(usage)")
    }
    if given.count > operands.upperBound {
      throw .usage(
        "dormouse \(name): too many arguments (\(shown(given[operands.upperBound]))); "
          + "usage: dormouse \(name) \(usage)")
    }
  }
}
