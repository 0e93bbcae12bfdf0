/// One thing that dormouse does: what it takes, what help says of it, and what it runs.
struct Command: Sendable {
  let name: String
  /// One line, for the list of commands.
  let summary: String
  /// What follows the name, as help shows it: `FILE [options]`.
  let usage: String
  /// How many arguments that are no options it takes.
  let operands: ClosedRange<Int>
  var options: [Option] = []
  /// Where there are such, the words that its arguments may be; shells complete them.
  var words: [String] = []
  /// Paragraphs below the options.
  var notes: String = ""
  /// More help that depends on the arguments.
  var help: (@Sendable (Arguments, Console) throws(CommandError) -> Void)?
  let run: @Sendable (Arguments, Console) throws(CommandError) -> Void

  /// An argument that begins with two hyphens.
  struct Option: Sendable {
    /// Without the hyphens.
    let name: String
    /// Its other name, which takes one hyphen.
    var short: Character?
    /// What its value is called; nil: it takes none.
    var value: String?
    /// It may be given more than once.
    var repeats = false
    /// Where there are such, the words that its value may be; shells complete them.
    var words: [String] = []
    let summary: String
  }

  func checkOperands(_ given: [String]) throws(CommandError) {
    if given.count < operands.lowerBound {
      throw .usage("dormouse \(name): something is missing; usage: dormouse \(name) \(usage)")
    }
    if given.count > operands.upperBound {
      throw .usage(
        "dormouse \(name): too many arguments (\(shown(given[operands.upperBound]))); "
          + "usage: dormouse \(name) \(usage)")
    }
  }
}
