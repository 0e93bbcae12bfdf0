import Device
import Simulation
import Testing

@testable import Device
@testable import Reports

/// The timeline of lines of a trace, each `seconds kind app fields`, the fields in JSON.
func timeline(_ lines: [String], end: Double? = nil) throws -> Timeline {
  var builder = TimelineBuilder()
  for line in lines { builder.read(try record(line)) }
  return builder.finished(at: end.map { .start + .seconds($0) })
}

/// `12.5 app.state chat "to":"active"`; the app `-` is none. What the kind has beside is blank.
func record(_ line: String) throws -> RecordEntry {
  let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
  let seconds = try #require(Double(parts[0]))
  let app = parts.count > 2 && parts[2] != "-" ? #","app":"\#(parts[2])""# : ""
  let fields = parts.count > 3 ? "," + parts[3] : ""
  return try record(
    json: #"{"ns":\#(Int64(seconds * 1e9)),"kind":"\#(parts[1])"\#(app)\#(fields)}"#)
}

/// A line of a trace, with blanks for what its kind has and the line lacks.
func record(json line: String) throws -> RecordEntry {
  guard case .object(var members) = try JSONValue(parsing: Array(line.utf8)) else {
    throw RecordError.noRecord("no object")
  }
  func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
  let kind = try #require(member("kind").flatMap { TraceKind(json: $0) }, "\(line)")
  let isAboutPolicy = [.policyDecision, .explanation].contains(kind)
  if isAboutPolicy, member("call") == nil { members.append(.init("call", .string("fetches"))) }
  let blank = try #require(
    Record.blank(kind, call: member("call"), isOfApp: member("app") != nil), "\(line)")
  for field in RecordEntry(at: .start, app: nil, blank).fields where member(field.key) == nil {
    members.append(field)
  }
  return try RecordEntry(parsing: Array(JSONValue.object(members).text.utf8))
}

extension TraceKind {
  fileprivate init?(json: JSONValue) {
    guard case .string(let name) = json else { return nil }
    self.init(rawValue: name)
  }
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
      "\($0.at.whole) \($0.kind) \(words[$0.words])"
    }
  }
}

extension Instant {
  fileprivate var whole: Int64 { nanoseconds / 1_000_000_000 }
}
