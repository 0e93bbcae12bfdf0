import Device
import Lua
import Simulation

/// An app's script as a scenario refers to it.
public struct AppScriptReference: Sendable {
  /// Where `ScriptFiles` finds it.
  public var path: String
  /// The name that findings, messages and tracebacks show.
  public var displayName: String
  /// The value that the script gets as `...`.
  public var options: LuaValue
  /// The process ends when its scripts hold more Lua memory than this.
  public var memoryCapBytes: Int
  /// CPU time of 1,000 instructions; below `AppScriptReference.leastNanosecondsPerTick` that is
  /// taken, so that an endless loop meets its limit soon.
  public var cpuNanosecondsPerTick: Int

  public static let leastNanosecondsPerTick = 1_000

  public init(
    path: String, displayName: String? = nil, options: LuaValue = .table([]),
    memoryCapBytes: Int = 64 << 20, cpuNanosecondsPerTick: Int = 50_000
  ) {
    self.path = path
    self.displayName = displayName ?? path
    self.options = options
    self.memoryCapBytes = memoryCapBytes
    self.cpuNanosecondsPerTick = cpuNanosecondsPerTick
  }
}

/// The text of a script, read and compiled once and shared by all apps that run it.
public final class AppScript: Sendable {
  public let displayName: String
  let source: [UInt8]
  /// The compiled script; nil where it does not compile.
  private let chunk: LuaChunk?
  /// Whether it reads `Intent.ACTION_BOOT_COMPLETED`.
  let awaitsBoot: Bool
  /// Set where the watchdog has ended the compiler.
  private let stall: LuaFailure?

  public init(source: [UInt8], displayName: String) {
    self.source = source
    self.displayName = displayName
    let boot = "ACTION_BOOT_COMPLETED"
    awaitsBoot =
      LuaToken.mayContain(boot, source)
      && LuaToken.tokens(of: source).contains { $0.kind == .name(boot) }
    do throws(LuaFailure) {
      chunk = try LuaChunk(source, name: displayName)
      stall = nil
    } catch {
      chunk = nil
      stall = error.kind == .stalled ? error : nil
    }
  }

  /// Reads a script.
  public convenience init(
    _ path: String, displayName: String, files: any ScriptFiles
  ) throws(ScriptError) {
    let place = SourceLocation(file: displayName, line: 0)
    let bytes: [UInt8]?
    do {
      bytes = try files.script(at: path)
    } catch {
      throw ScriptError(at: place, error.description)
    }
    guard let bytes else {
      throw ScriptError(at: place, "no such script (\(path)); name a .lua file that is there")
    }
    self.init(source: bytes, displayName: displayName)
  }

  /// The script as a function of a state.
  func load(in state: LuaState) throws(LuaFailure) -> LuaReference {
    if let chunk { return try state.load(chunk) }
    if let stall { throw stall }
    return try state.load(source, name: displayName)
  }

  /// Throws the script's first syntax error with its line; nothing is run.
  public func check() throws(ScriptError) {
    guard chunk == nil else { return }
    let place = SourceLocation(file: displayName, line: 0)
    do throws(LuaFailure) {
      let state = try LuaState(
        seed: LuaSeed(1, 2, 3, 4), library: LuaLibrary<AppScript> { _ in }, host: self)
      _ = try load(in: state)
    } catch {
      throw ScriptError(
        at: error.line.map { SourceLocation(file: displayName, line: $0) } ?? place,
        withoutPlace(error), cause: error.breaksRun)
    }
  }

  /// The first line that has a word, 0 if none: where a script that is not to be asked says it.
  func line(of word: String) -> Int {
    var line = 1
    let word = Array(word.utf8)
    for (index, byte) in source.enumerated() {
      if byte == word.first, source[index...].starts(with: word) { return line }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    return 0
  }

  /// The last line that is not blank.
  var lastLine: Int {
    let text = source.lastIndex { $0 > UInt8(ascii: " ") } ?? 0
    return 1 + source.prefix(text).count { $0 == UInt8(ascii: "\n") }
  }
}

/// The message without the "file:line: " that Lua puts in front, once for each coroutine that the
/// error went through, and no longer than a person reads.
func withoutPlace(_ failure: LuaFailure) -> String {
  var message = failure.message.utf8[...]
  if let file = failure.file, let line = failure.line {
    let place = "\(file):\(line): ".utf8
    while message.starts(with: place) { message = message.dropFirst(place.count) }
  }
  return capped(Substring(message))
}

/// At most ten lines of at most 500 characters.
private func capped(_ text: Substring) -> String {
  let (mostLines, mostCharacters) = (10, 500)
  // As nearly all messages are: characters are sought only where they are to be counted.
  if text.utf8.count <= mostCharacters, !text.utf8.contains(UInt8(ascii: "\n")) {
    return String(text)
  }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  var shown = lines.prefix(mostLines).map { line in
    let more = line.count - mostCharacters
    return more > 0
      ? "\(line.prefix(mostCharacters)) ... (\(grouped(more)) more characters)" : String(line)
  }
  let more = lines.count - mostLines
  if more > 0 { shown.append("... (\(grouped(more)) more line\(more == 1 ? "" : "s"))") }
  return shown.joined(separator: "\n")
}
