import Scripting

/// What luacheck says of the scripts that `dormouse check` has found nothing wrong with.
struct LuacheckTally {
  /// What the options say of it.
  enum Wish {
    /// It is asked where it is installed, and changes no status.
    case ifThere
    /// It has to be there, and a warning is a failure.
    case strict
    case never
  }

  private let wish: Wish
  private var scripts: [String] = []

  init(_ arguments: Arguments) throws(CommandError) {
    switch (arguments.has("strict"), arguments.has("no-luacheck")) {
    case (true, true):
      throw .usage("--strict: it is about what luacheck says; leave --no-luacheck out")
    case (true, false): wish = .strict
    case (false, true): wish = .never
    case (false, false): wish = .ifThere
    }
  }

  /// A script that luacheck is to look at; each once.
  mutating func add(_ script: String) {
    if !scripts.contains(script) { scripts.append(script) }
  }

  /// Asks luacheck, and tells what it says.
  ///
  /// - Returns: what the command fails of.
  func conclude(_ console: Console) throws(CommandError) -> CommandError? {
    guard wish != .never, !scripts.isEmpty else { return nil }
    guard let luacheck = Luacheck() else {
      return without(
        "there is no luacheck on the PATH: what it would warn of is not told",
        "install it (apt-get install lua-check, or brew install luacheck)", console)
    }
    let warnings: [Luacheck.Warning]
    do throws(Luacheck.Failure) { warnings = try luacheck.warnings(in: scripts) } catch {
      try Interruption.shared.heed("check: interrupted; what luacheck would warn of is not told")
      return without(
        "luacheck told nothing: \(error.description)", "see what 'luacheck --version' says", console
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
    if wish == .strict { return .expectation("\(name): \(count)") }
    try console.output.write("\(name): \(count)\n")
    return nil
  }

  /// Where it was to be asked and was not, that is a failure; else it is said in passing.
  private func without(_ what: String, _ remedy: String, _ console: Console) -> CommandError? {
    if wish == .strict { return .noInput("--strict: \(what); \(remedy), or leave --strict out") }
    console.complain("check: \(what); \(remedy), or give --no-luacheck")
    return nil
  }
}
