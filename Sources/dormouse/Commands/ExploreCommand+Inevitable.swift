import Scripting
import Simulation

/// From when on what was found went wrong whatever happened after.
extension ExploreCommand {
  /// The time that is given to it for each find, in seconds.
  static let inevitableSeconds = 5

  /// Finds it, where it is asked for.
  ///
  /// - Parameters:
  ///   - find: gets the question whether it may go on, which may be asked on several threads.
  func inevitability(
    _ find: (@escaping @Sendable () -> Bool) throws(ScriptError) -> Inevitability
  ) throws(CommandError) -> Inevitability? {
    guard arguments.has("inevitable") else { return nil }
    let end = ContinuousClock.now + .seconds(Self.inevitableSeconds)
    return try attempt { () throws(ScriptError) in
      try find { ContinuousClock.now < end && Interruption.shared.signal == nil }
    }
  }

  /// The lines that tell it, on the clock of its phone.
  static func lines(_ found: Inevitability, on clock: DayClock) -> String {
    let draws = Inevitability.draws
    func words(_ point: Inevitability.Point) -> String {
      clock.text(point.at) + (point.act.map { ", after \(printable($0))" } ?? "")
    }
    var lines: [String] = []
    if let point = found.point {
      lines.append(
        "inevitable from \(words(point)): \(draws) of \(draws) drawn futures went the same way")
      lines.append("(over \(Int(100 * Inevitability.share)) % do, with 95 % confidence)")
    } else if !found.isCut {
      lines.append("it could be avoided until it came")
    }
    if let before = found.before {
      lines.append("from \(words(before)): \(before.wrong) of \(draws)")
    }
    if found.isCut {
      let why =
        Interruption.shared.signal == nil
        ? "after \(inevitableSeconds) s" : "by the interruption"
      lines.append(
        "this was cut short \(why): "
          + (found.point == nil
            ? "it is not known whether it could be avoided until it came"
            : "it may have been inevitable earlier"))
    }
    lines.append("it came at \(clock.text(found.failure))")
    return lines.map { "  \($0)\n" }.joined()
  }

  /// Returns a message of several lines so that the later ones stand below it, indented.
  static func indented(_ message: String) -> String {
    message.split(separator: "\n").map { printable(String($0)) }.joined(separator: "\n    ")
  }

  /// Does something with scripts.
  func attempt<Result>(
    _ body: () throws(ScriptError) -> Result
  ) throws(CommandError) -> Result {
    do throws(ScriptError) { return try body() } catch { throw CommandError(error) }
  }
}
