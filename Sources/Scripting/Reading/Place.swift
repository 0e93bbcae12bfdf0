import Device
import Lua
import Simulation

/// Where in a script a value stands, and where problems with it are put down.
struct Place {
  /// The name that messages show: `app "news".modes`.
  private(set) var name: String
  /// The nearest enclosing constructor's call, from which `path` leads here.
  private let origin: ScriptTable.Origin?
  private var path: [SourceOutline.Step] = []
  private let problems: ProblemLog

  /// The table that a constructor was given.
  init(_ name: String, origin: ScriptTable.Origin?, problems: ProblemLog) {
    self.name = name
    self.origin = origin
    self.problems = problems
  }

  func key(_ key: String) -> Place {
    var place = self
    place.name += ".\(key)"
    place.path.append(.key(key))
    return place
  }

  /// From 1.
  func item(_ number: Int) -> Place {
    var place = self
    place.name += "[\(number)]"
    place.path.append(.item(number))
    return place
  }

  /// The same place under another name.
  func named(_ name: String) -> Place {
    var place = self
    place.name = name
    return place
  }

  /// The place of a table that a constructor of its own declared, or of a plain one, here.
  func table(_ table: ScriptTable, named name: String) -> Place {
    table.origin.map { Place(name, origin: $0, problems: problems) } ?? self
  }

  /// Puts down `what (value); what to do`.
  func report(_ text: String) {
    problems.report("\(name): \(text)", at: location)
  }

  /// Puts down that an entry of the table here has no name.
  func reportNameless(_ entry: ScriptTable.Entry, _ what: String) {
    var place = self
    if case .integer(let number) = entry.key { place = item(Int(number)).named(name) }
    place.report("\(what) without a name (\(entry.value.shown)); write name = value")
  }

  /// Puts down a message that names its place itself.
  func reportAsIs(_ message: String) {
    problems.report(message, at: location)
  }

  /// Problems put down so far, anywhere.
  var problemCount: Int { problems.count }

  var location: SourceLocation? { origin.map { problems.location(of: path, from: $0) } }
}

/// The problems found in a script so far.
final class ProblemLog {
  /// More are only counted.
  private static let most = 100

  private var problems: [ScriptError.Problem] = []
  private(set) var count = 0
  /// The sources of files, by the names that locations give them.
  private var sources: [String: [UInt8]] = [:]
  private var outlines: [String: SourceOutline] = [:]

  /// Makes a file's lines known.
  func add(source: [UInt8], named file: String) {
    sources[file] = source
    outlines[file] = nil
  }

  /// Ends a script after a problem that was put down already: to go on would only make more.
  static let stop = LuaFailure(.runtime, "stopped by a problem reported already")

  func report(
    _ message: String, at location: SourceLocation?, cause: RunBreakdown.Cause? = nil
  ) {
    report(ScriptError.Problem(at: location, message, cause: cause))
  }

  func report(_ problem: ScriptError.Problem) {
    if problems.contains(problem) { return }
    count += 1
    if count <= Self.most { problems.append(problem) }
  }

  func add(_ problems: [ScriptError.Problem]) {
    for problem in problems { report(problem) }
  }

  /// The line of what a path leads to.
  func location(
    of path: [SourceOutline.Step], from origin: ScriptTable.Origin
  ) -> SourceLocation {
    let start = origin.location
    guard let outline = outline(of: start.file) else { return start }
    let line = outline.line(of: path, in: origin.constructor, at: start.line)
    return SourceLocation(file: start.file, line: line)
  }

  /// Returns a line of a file that is known, without its indentation; else nil.
  func line(at place: SourceLocation) -> String? {
    guard let source = sources[place.file] else { return nil }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices ~= place.line - 1 else { return nil }
    return trimmed(String(decoding: lines[place.line - 1], as: UTF8.self))
  }

  /// Throws what was found, each file's problems by line.
  func throwIfAny() throws(ScriptError) {
    guard !problems.isEmpty else { return }
    let files = problems.map { $0.location?.file }
    let order = problems.indices.sorted { (left: Int, right: Int) in
      position(left, files) < position(right, files)
    }
    var found = order.map { problems[$0] }
    if count > Self.most {
      found.append(ScriptError.Problem(at: nil, "and \(count - Self.most) more; fix these first"))
    }
    throw ScriptError(found)
  }

  /// Returns the place of a problem in order: first those without a line, then by file in order of
  /// appearance, line and time of finding.
  private func position(_ index: Int, _ files: [String?]) -> (Int, Int, Int) {
    let location = problems[index].location
    guard let location else { return (-1, 0, index) }
    return (files.firstIndex(of: location.file) ?? 0, location.line, index)
  }

  private func outline(of file: String) -> SourceOutline? {
    if let outline = outlines[file] { return outline }
    guard let source = sources[file] else { return nil }
    let outline = SourceOutline(source)
    outlines[file] = outline
    return outline
  }
}
