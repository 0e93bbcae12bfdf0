import Foundation

/// Where a command's words go, and what is known of the terminal.
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

  /// Whether to colour what goes to a stream; NO_COLOR switches colours off (no-color.org).
  func isColored(_ stream: OutputStream) -> Bool {
    let isTerminal = stream === output ? isOutputTerminal : isErrorTerminal
    return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Columns of reports: those that there are, at most 100.
  var width: Int { min(Self.usualWidth, columns) }

  /// Columns of what may be as wide as the terminal, 80 to 200.
  var wideWidth: Int { min(200, max(80, columns)) }

  private static let usualWidth = 100

  /// What COLUMNS says; else what the terminal does, for shells keep COLUMNS to themselves; a file is
  /// as wide as usual.
  private var columns: Int {
    if let told = environment["COLUMNS"].flatMap({ Int($0) }) { return told }
    return isOutputTerminal ? Screen.size.columns : Self.usualWidth
  }

  /// Whether the environment says that characters beyond ASCII are shown.
  var showsUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return locale?.uppercased().replacing("-", with: "").contains("UTF8") ?? false
  }

  /// Says something in passing, at once. Nothing can be done if that fails.
  func remark(_ text: String) {
    try? errors.write(text)
    try? errors.flush()
  }

  /// Says what is wrong.
  func complain(_ message: String) {
    remark(message + "\n")
  }
}
