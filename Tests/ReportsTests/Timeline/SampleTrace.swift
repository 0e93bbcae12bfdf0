import Device
import Simulation
import Testing

@testable import Reports

/// The timeline of lines of a trace, each `seconds kind app fields`, the fields in JSON.
func timeline(_ lines: [String], end: Double? = nil) throws -> Timeline {
  var builder = TimelineBuilder()
  for line in lines { builder.read(try record(line)) }
  return builder.finished(at: end.map { .start + .seconds($0) })
}

/// `12.5 app.state chat "to":"active"`; the app `-` is none.
func record(_ line: String) throws -> TraceRecord {
  let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
  let seconds = try #require(Double(parts[0]))
  let app = parts.count > 2 && parts[2] != "-" ? #","app":"\#(parts[2])""# : ""
  let fields = parts.count > 3 ? "," + parts[3] : ""
  let json = #"{"ns":\#(Int64(seconds * 1e9)),"kind":"\#(parts[1])"\#(app)\#(fields)}"#
  return try TraceRecord(parsing: Array(json.utf8))
}

extension Timeline {
  /// `from-to words (cause)` of each activity of an app, in seconds.
  func activities(of app: Int) -> [String] {
    apps[app].activities.map {
      "\($0.from.whole)-\($0.to.whole) \($0.activity)" + ($0.cause.isEmpty ? "" : " \($0.cause)")
    }
  }

  /// `kind row name from-to outcome` of each span of an app.
  func spans(of app: Int) -> [String] {
    apps[app].spans.map {
      "\($0.kind) \($0.row) \($0.name) \($0.from.whole)-\($0.to.whole) \($0.outcome ?? "open")"
    }
  }

  func marks(of app: Int, _ kinds: Set<MarkKind>) -> [String] {
    apps[app].marks.filter { kinds.contains($0.kind) }.map {
      "\($0.at.whole) \($0.kind) \($0.words)"
    }
  }
}

extension Instant {
  fileprivate var whole: Int64 { nanoseconds / 1_000_000_000 }
}
