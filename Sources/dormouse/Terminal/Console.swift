import Foundation

/// The console of a command: its output, and what is known of the terminal.
struct Console {
  let output = OutputStream(.standardOutput)
  /// Reports go to the standard error when the trace takes the standard output.
  let errors = OutputStream(.standardError)
  let isOutputTerminal: Bool
  let isErrorTerminal: Bool
  private let environment: [String: String]

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    let isDumb = environment["TERM"] == "dumb"
    isOutputTerminal = isatty(STDOUT_FILENO) == 1 && !isDumb
    isErrorTerminal = isatty(STDERR_FILENO) == 1 && !isDumb
  }

  /// Returns whether to colour what goes to a stream; NO_COLOR switches colours off (no-color.org).
  func isColored(_ stream: OutputStream) -> Bool {
    let isTerminal = stream === output ? isOutputTerminal : isErrorTerminal
    return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The columns of reports: those of the terminal, 40 to 100.
  var width: Int { min(Self.usualWidth, max(Self.leastWidth, columns)) }

  /// The columns of what may be as wide as the terminal, 80 to 200.
  var wideWidth: Int { min(200, max(80, columns)) }

  private static let usualWidth = 100
  /// In fewer columns there is no room for what reports indent.
  private static let leastWidth = 40

  /// The columns by COLUMNS; else by the terminal, since shells do not export COLUMNS; a file has
  /// the usual width.
  private var columns: Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }) { return columns }
    return isOutputTerminal ? Screen.size.columns : Self.usualWidth
  }

  /// Whether the environment says that characters beyond ASCII are shown.
  var showsUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return locale?.uppercased().replacing("-", with: "").contains("UTF8") ?? false
  }

  /// Prints a remark at once. Nothing can be done if that fails.
  func remark(_ text: String) {
    Progress.shared.makeRoom(isWhole: text.hasSuffix("\n"))
    try? errors.write(text)
    try? errors.flush()
  }

  /// Prints an error message.
  func complain(_ message: String) {
    remark(message + "\n")
  }
}
