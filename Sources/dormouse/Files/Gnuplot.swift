import Foundation
import Workflows

/// The program that draws figures (gnuplot.info), as it is installed on this machine.
struct Gnuplot {
  private let program: OtherProgram

  /// Finds gnuplot, so that its absence is reported before the work.
  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(CommandError) {
    guard let program = OtherProgram("gnuplot", environment) else {
      throw .noInput(
        "plot: there is no gnuplot on the PATH, which draws figures; install it (apt-get install "
          + "gnuplot-nox, or brew install gnuplot), or take its script: -o FIGURE.gp")
    }
    self.program = program
  }

  /// Returns the picture that a script draws.
  func draw(_ script: String) throws(CommandError) -> [UInt8] {
    let outcome: OtherProgram.Outcome
    do throws(OtherProgram.Obstacle) {
      // The user's own settings must not affect the figure.
      outcome = try program.run(
        ["-d", "-"], input: Data(script.utf8),
        environment: ProcessInfo.processInfo.environment.merging(
          ["LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "0"]) { $1 })
    } catch {
      throw .noInput(
        "\(shown(program.path)): it cannot be run (\(error.reason)); reinstall it")
    }
    let words = String(decoding: outcome.errors, as: UTF8.self)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .first { !$0.isEmpty && $0 != "^" }
    guard outcome.status == 0, !outcome.output.isEmpty else {
      throw failure(words ?? "it printed nothing")
    }
    return Array(outcome.output)
  }

  private func failure(_ words: String) -> CommandError {
    .fault(
      "plot: gnuplot could not draw it (\(shown(words, 300))); it needs version 5.4 or later; "
        + "-o FIGURE.gp writes its script")
  }
}
