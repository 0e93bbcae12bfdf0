import Foundation
import Runs
import Scripting
import Simulation
import Workflows

/// The linter of Lua (luacheck), as it is installed on this machine.
struct Luacheck {
  private let program: OtherProgram

  /// Finds luacheck; nil: there is none on the PATH.
  init?(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let program = OtherProgram("luacheck", environment) else { return nil }
    self.program = program
  }

  /// A warning about a line.
  struct Warning: Equatable {
    let file: String
    let line: Int
    let column: Int
    /// The code, such as `W211`.
    let code: String
    let message: String
  }

  /// The reason why its output could not be read.
  struct Failure: Error, Equatable {
    /// The reason as `what (value)`.
    let description: String
  }

  /// Its version; nil: it does not print any.
  var version: String? {
    guard let run = try? run(["--version"]), run.status == 0,
      let line = run.output.split(separator: "\n").first(where: { $0.hasPrefix("Luacheck: ") })
    else { return nil }
    return line.dropFirst("Luacheck: ".count).trimmingCharacters(in: .whitespaces)
  }

  /// Returns its warnings about scripts, in their order and by line. It knows the globals of
  /// scripts, as `dormouse meta` writes them; the user's own settings are not read, so that it
  /// gives the same warnings for the same scripts.
  func warnings(in files: [String]) throws(Failure) -> [Warning] {
    let settings = FileManager.default.temporaryDirectory
      .appendingPathComponent("dormouse-\(UUID().uuidString).luacheckrc").path
    UnfinishedFiles.began(settings)
    defer {
      try? FileManager.default.removeItem(atPath: settings)
      UnfinishedFiles.finished(settings)
    }
    do {
      try Data(EditorFiles.luacheckSettings.utf8).write(to: URL(fileURLWithPath: settings))
    } catch {
      throw Failure(description: "its settings cannot be written (\(error.reason))")
    }
    let run = try run(
      [
        "--config", settings, "--no-default-config", "--formatter", "plain", "--codes",
        "--no-color",
      ]
        + ["--"] + files)
    let warnings = run.output.split(separator: "\n").map { Warning(String($0), in: files) }
    // Status 0: nothing; 1: warnings; 2: errors, which are printed like warnings.
    guard (0...2).contains(run.status), warnings.allSatisfy({ $0 != nil }),
      run.status == 0 || !warnings.isEmpty
    else {
      let words = (run.errors + "\n" + run.output).split(separator: "\n")
        .first { !$0.allSatisfy(\.isWhitespace) }
      throw Failure(
        description: "it ended with status \(run.status) "
          + "(\(shown(words.map(String.init) ?? "it printed nothing", 200)))")
    }
    return warnings.compactMap { $0 }
  }

  // MARK: Running it

  private struct Run {
    let status: Int32
    let output: String
    let errors: String
  }

  private func run(_ arguments: [String]) throws(Failure) -> Run {
    do throws(OtherProgram.Obstacle) {
      let outcome = try program.run(arguments)
      return Run(
        status: outcome.status, output: String(decoding: outcome.output, as: UTF8.self),
        errors: String(decoding: outcome.errors, as: UTF8.self))
    } catch {
      throw Failure(description: "it cannot be run (\(error.reason))")
    }
  }
}

extension Luacheck.Warning {
  /// Reads `file:line:column: (code) message`; nil: another line, or about none of these files.
  init?(_ text: String, in files: [String]) {
    // A name may have a colon, or begin as another does.
    let file = files.filter { text.hasPrefix("\($0):") }.max { $0.count < $1.count }
    guard let file,
      let match = text.dropFirst(file.count).wholeMatch(
        of: /:(\d{1,9}):(\d{1,9}): \(([A-Z]\d+)\) (.+)/),
      let line = Int(match.1), let column = Int(match.2)
    else { return nil }
    self.init(
      file: file, line: line, column: column, code: String(match.3), message: String(match.4))
  }
}
