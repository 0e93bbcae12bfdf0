import Scripting

/// `--stall-after`: how much processor time one call of a script may take.
enum StallOption {
  static let option = Command.Option(
    name: "stall-after", value: "SECONDS",
    summary: "end a run of which one call takes more processor time (else: 5; 0: never)")

  /// More is as good as never.
  private static let most = 86_400

  static func apply(_ arguments: Arguments) throws(CommandError) {
    guard let text = arguments.value(option.name) else { return }
    guard let seconds = Double(text), seconds == 0 || (0.1...Double(most)).contains(seconds) else {
      throw .usage(
        "--\(option.name): no time in seconds (\(shown(text))); write one from 0.1 to \(most), "
          + "or 0 for never")
    }
    StallLimit.seconds = seconds
  }
}
