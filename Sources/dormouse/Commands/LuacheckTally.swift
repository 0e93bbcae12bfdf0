import Scripting

/// The warnings of luacheck on the scripts in which `dormouse check` has found no error.
struct LuacheckTally {
  /// The mode that the options express.
  enum Mode {
    /// Luacheck runs where it is installed, and changes no status.
    case ifInstalled
    /// Luacheck has to be installed, and a warning is a failure.
    case strict
    case never
  }

  private let mode: Mode
  private var scripts: [String] = []

  init(_ arguments: Arguments) throws(CommandError) {
    switch (arguments.has("strict"), arguments.has("no-luacheck")) {
    case (true, true):
      throw .usage("--strict: it needs luacheck; leave --no-luacheck out")
    case (true, false): mode = .strict
    case (false, true): mode = .never
    case (false, false): mode = .ifInstalled
    }
  }

  /// Adds a script for luacheck to look at; each once.
  mutating func add(_ script: String) {
    if !scripts.contains(script) { scripts.append(script) }
  }

  /// Runs luacheck and prints its warnings.
  ///
  /// - Returns: the error with which the command ends.
  func conclude(_ console: Console) throws(CommandError) -> CommandError? {
    guard mode != .never, !scripts.isEmpty else { return nil }
    guard let luacheck = Luacheck() else {
      return without(
        "luacheck is not on the PATH, so its warnings are missing",
        "install it (apt-get install lua-check, or brew install luacheck)", console)
    }
    let warnings: [Luacheck.Warning]
    do throws(Luacheck.Failure) { warnings = try luacheck.warnings(in: scripts) } catch {
      try Interruption.shared.heed("check: interrupted before luacheck had ended")
      return without(
        "luacheck failed: \(error.description)", "see what 'luacheck --version' says", console
      )
    }
    guard !warnings.isEmpty else { return nil }
    for warning in warnings {
      let place = "\(warning.file):\(warning.line):\(warning.column)"
      try console.output.write(
        shown("\(place): \(warning.message) (luacheck \(warning.code))", 400) + "\n")
    }
    let name = luacheck.version.map { "luacheck \(shown($0, 20))" } ?? "luacheck"
    let count = counted(warnings.count, "warning")
    if mode == .strict { return .expectation("\(name): \(count)") }
    try console.output.write("\(name): \(count)\n")
    return nil
  }

  /// Returns the error where luacheck was required and did not run; else prints a remark.
  private func without(_ what: String, _ remedy: String, _ console: Console) -> CommandError? {
    if mode == .strict { return .noInput("--strict: \(what); \(remedy), or leave --strict out") }
    console.complain("check: \(what); \(remedy), or give --no-luacheck")
    return nil
  }
}
