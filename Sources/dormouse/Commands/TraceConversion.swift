import Device
import Reports
import Simulation

/// A conversion of a whole trace into a page, a trace of Perfetto, or both.
struct TraceConversion {
  private let source: String
  private let page: OutputFile?
  private let perfetto: OutputFile?

  /// Opens the files, so that an error in opening them is reported before the work.
  init(_ arguments: Arguments) throws(CommandError) {
    for option in ["app", "kind", "from", "to", "limit", "json"] where arguments.has(option) {
      let what = arguments.has("html") ? "a page" : "a trace of Perfetto"
      throw .usage("--\(option): \(what) has the whole trace, and shows parts of it; leave it out")
    }
    source = arguments.operands[0]
    if source != "-" { try InputFile.require(source, in: [.trace]) }
    page = try OutputFile.named(by: "html", of: arguments)
    perfetto = try OutputFile.named(by: "perfetto", of: arguments, sparing: ["html"])
  }

  func run() throws(CommandError) {
    var timeline = page == nil ? nil : TimelineBuilder(isForPage: true)
    var writer = perfetto.map { PerfettoWriter($0) }
    try Self.read(source) { record in
      timeline?.read(record)
      writer?.read(record)
    }
    if let page, let timeline = timeline.take() {
      let title = source == "-" ? "A trace" : InputFile.name(of: source)
      page.write(TimelinePage(timeline.finished(), ofTrace: title).bytes)
    }
    writer.take()?.finish()
    try page?.commit()
    try perfetto?.commit()
  }

  /// Returns the timeline of a trace's file.
  static func timeline(of source: String) throws(CommandError) -> Timeline {
    var builder = TimelineBuilder()
    try read(source) { builder.read($0) }
    return builder.finished()
  }

  /// Hands over every record of a trace, in order of time.
  private static func read(
    _ source: String, _ take: (RecordEntry) -> Void
  ) throws(CommandError) {
    let name = source == "-" ? "standard input" : shown(source)
    var reader = try LineReader(path: source)
    var number = 1
    var last = Instant.start
    while let (record, _) = try TraceCommand.next(&reader, "\(name):\(number)") {
      guard record.at >= last else {
        throw .data(
          "\(name):\(number): it is earlier than the record before it; name a trace as it was written"
        )
      }
      last = record.at
      take(record)
      number += 1
    }
  }
}
