import Device
import Reports
import Simulation

/// `dormouse trace`: prints a trace as readable text, or the part of it that was asked for.
enum TraceCommand {
  static let command = Command(
    name: "trace", summary: "print or filter a trace", usage: "FILE [options]",
    operands: 1...1,
    options: [
      .init(name: "app", value: "A,B", summary: "only records of these apps"),
      .init(
        name: "kind", value: "K,L",
        summary: "only these kinds; 'task' means task.begin, task.end and so on"),
      .init(name: "from", value: "TIME", summary: "only from this time on: 08:30:15 or 8h30m"),
      .init(name: "to", value: "TIME", summary: "only up to this time"),
      .init(name: "limit", value: "N", summary: "at most so many records"),
      .init(name: "json", summary: "print the records as they stand, one JSON object a line"),
    ],
    notes: """
      FILE is what 'dormouse run --trace FILE' wrote; '-' is the standard input. Times are since the
      start of the run, as in the printed trace.
      """
  ) { (arguments, console) throws(CommandError) in
    let filter = try TraceFilter(arguments)
    var left = try arguments.count("limit") ?? .max
    let style = TextStyle(width: console.width, isColored: console.isColored(console.output))
    let path = arguments.operands[0]
    let name = path == "-" ? "standard input" : path
    var reader = try LineReader(path: path)
    var number = 0
    while left > 0 {
      number += 1
      let place = "\(shown(name)):\(number)"
      guard let (line, isWhole) = try next(&reader, place) else { break }
      let record = try record(line, isWhole: isWhole, place)
      // Records are in order of time, so nothing that is wanted follows.
      if record.instant > filter.to { break }
      guard filter.wants(record) else { continue }
      left -= 1
      if arguments.has("json") {
        try console.output.write(line + [UInt8(ascii: "\n")])
      } else {
        try console.output.write(record.text(style) + "\n")
      }
    }
  }

  private static func next(_ reader: inout LineReader, _ place: String) throws(CommandError)
    -> (line: [UInt8], isWhole: Bool)?
  {
    do { return try reader.next() } catch { throw .data("\(place): \(error)") }
  }

  private static func record(_ line: [UInt8], isWhole: Bool, _ place: String)
    throws(CommandError) -> TraceRecord
  {
    do { return try TraceRecord(parsing: line) } catch {
      throw .data(
        isWhole
          ? "\(place): \(error); name a file that 'dormouse run --trace' wrote"
          : "\(place): the line is cut in the middle (\(error)); the lines before it are whole")
    }
  }
}

/// Which records of a trace are wanted.
struct TraceFilter {
  private let apps: [String]?
  private let kinds: [String]?
  private let from: Instant
  let to: Instant

  init(_ arguments: Arguments) throws(CommandError) {
    apps = arguments.value("app").map(TraceFilter.list)
    kinds = arguments.value("kind").map(TraceFilter.list)
    for kind in kinds ?? [] { try TraceFilter.check(kind) }
    from = try arguments.moment("from") ?? .start
    to = try arguments.moment("to") ?? .distantFuture
    guard from <= to else {
      throw .usage("--to: it is before --from (\(to.clockDescription)); give a later time")
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map(String.init)
  }

  private static func check(_ kind: String) throws(CommandError) {
    let families = TraceKinds.all.compactMap { $0.split(separator: ".").first.map(String.init) }
    let known = TraceKinds.all + families
    guard !known.contains(kind) else { return }
    throw .usage(
      "--kind: there is no such kind (\(shown(kind))); "
        + advice(
          for: kind, among: known,
          otherwise: "docs/scripting.md lists them, as 'task' or 'task.begin'"))
  }

  func wants(_ record: TraceRecord) -> Bool {
    guard record.instant >= from, record.instant <= to else { return false }
    if let apps {
      guard let app = record.app, apps.contains(app) else { return false }
    }
    guard let kinds else { return true }
    return kinds.contains { record.kind == $0 || record.kind.hasPrefix("\($0).") }
  }
}
