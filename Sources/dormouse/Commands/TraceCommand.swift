import Device
import Reports
import Simulation

/// The command `dormouse trace`: prints a trace as readable text, or the part of it that was asked
/// for.
enum TraceCommand {
  static let command = Command(
    name: "trace", summary: "print or filter a trace", usage: "FILE [options]",
    operands: 1...1,
    options: [
      .init(name: "app", value: "A,B", summary: "only records of these apps"),
      .init(
        name: "kind", value: "K,L",
        summary: "only these kinds; 'task' means task.begin, task.end and so on"),
      .init(
        name: "from", value: "TIME",
        summary: "only from this time on: 08:30, 'day 2 08:30:15', or since the start: 6h"),
      .init(name: "to", value: "TIME", summary: "only up to this time"),
      .init(name: "limit", value: "N", summary: "at most so many records"),
      .init(name: "json", summary: "print the records as they stand, one JSON object a line"),
      .init(
        name: "fingerprint", summary: "print the fingerprint of the run that the whole trace is of"),
      .init(name: "html", value: "PAGE", summary: "write the whole trace as a page"),
      .init(name: "perfetto", value: "FILE", summary: "and as a trace for ui.perfetto.dev"),
    ],
    notes: """
      FILE is what 'dormouse run --trace FILE' wrote; '-' is the standard input. Clock times are the
      device's; without a day they are of day 1, the first.
      """
  ) { (arguments, console) throws(CommandError) in
    if arguments.has("html") || arguments.has("perfetto") {
      try TraceConversion(arguments).run()
      return
    }
    let parts = ["app", "kind", "from", "to", "limit", "json"]
    if arguments.has("fingerprint"), let part = parts.first(where: arguments.has) {
      throw .usage("--\(part): the fingerprint is that of the whole trace; leave it out")
    }
    var filter = try TraceFilter(arguments)
    let limit = try arguments.count("limit") ?? .max
    let style = TextStyle(width: console.width, isColored: console.isColored(console.output))
    let path = arguments.operands[0]
    let name = path == "-" ? "standard input" : shown(path)
    if path != "-" { try InputFile.require(path, in: [.trace]) }
    var reader = try LineReader(path: path)
    if arguments.has("fingerprint") {
      try console.output.write("\(fingerprint(&reader, name))\n")
      return
    }
    var clock = DayClock()
    var number = 0
    var printed = 0
    while printed < limit {
      number += 1
      guard let (record, line) = try next(&reader, "\(name):\(number)") else { break }
      if number == 1 {
        clock = record.clock
        try filter.begin(clock, arguments)
      }
      // Records are in order of time, so nothing that is wanted follows.
      if record.at > filter.to { break }
      let isWanted = filter.wants(record)
      // Readers of the rest have to know the clock too.
      let isClock = record.kind == .clock && arguments.has("json")
      guard isWanted || isClock else { continue }
      if isWanted { printed += 1 }
      if arguments.has("json") {
        try console.output.write(line + [UInt8(ascii: "\n")])
      } else {
        try console.output.write(record.text(style, clock) + "\n")
      }
    }
    if printed == 0, limit > 0, let remark = filter.remark {
      try console.output.flush()
      console.complain("\(name): \(remark)")
    }
  }

  /// Returns the fingerprint of a trace, which is that of its run: it is made of the records alone.
  private static func fingerprint(
    _ reader: inout LineReader, _ name: String
  ) throws(CommandError) -> Fingerprint {
    let trace = Trace()
    var number = 1
    while let (entry, _) = try next(&reader, "\(name):\(number)") {
      // A comment on what happened is no part of it.
      if !entry.kind.isComment { trace.record(entry.record, of: entry.app, at: entry.at) }
      number += 1
    }
    return trace.fingerprint
  }

  /// Returns the next record and its line; nil after the last.
  ///
  /// - Parameters:
  ///   - place: the file and number of the line, for messages.
  static func next(_ reader: inout LineReader, _ place: String) throws(CommandError)
    -> (record: RecordEntry, line: [UInt8])?
  {
    let next: (line: [UInt8], isWhole: Bool)?
    do { next = try reader.next() } catch { throw .data("\(place): \(error)") }
    guard let (line, isWhole) = next else { return nil }
    do { return (try RecordEntry(parsing: line), line) } catch {
      throw .data(
        isWhole
          ? "\(place): \(error); name a file that 'dormouse run --trace' wrote"
          : "\(place): the line is incomplete (\(error)); the lines before it are complete")
    }
  }
}
