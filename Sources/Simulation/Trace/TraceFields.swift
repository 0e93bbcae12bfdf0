/// Takes the fields of one trace record, each a name and a value: hashes them, and writes them as
/// JSON where somebody reads the trace.
///
/// Names are written as they are, and so need no escape; they are not checked for being distinct, and
/// `ns`, `kind` and `app` are taken.
public struct TraceFields: ~Copyable {
  /// The lines written since the last batch left.
  var json: JSONBuffer

  /// The number of records so far.
  var count = 0

  /// What the fields say, where it `isHashed`: each adds its value. Names are part of it only where
  /// a field may be absent; of the others a kind always has the same.
  package var digest = RecordDigest()
  /// Whether what is taken is part of the fingerprint.
  package private(set) var isHashed = true
  /// Whether anybody reads the lines.
  package let isWritten: Bool

  /// - Parameters:
  ///   - isWritten: whether anybody reads the lines.
  init(isWritten: Bool) {
    self.isWritten = isWritten
    json = JSONBuffer(capacity: isWritten ? 2 * Trace.batch : 1)
  }

  /// Takes a whole record, `body` adding its fields.
  mutating func record(
    _ kind: String, at instant: Instant, app: String?, _ body: (inout TraceFields) -> Void
  ) {
    count += 1
    digest.add(instant.nanoseconds)
    digest.add(kind)
    digest.add(app != nil)
    if let app { digest.add(app) }
    line(kind, at: instant, app: app, body)
    digest.settle()
  }

  /// Takes what is read and not hashed.
  mutating func annotation(
    _ kind: String, at instant: Instant, app: String?, _ body: (inout TraceFields) -> Void
  ) {
    isHashed = false
    line(kind, at: instant, app: app, body)
    isHashed = true
  }

  private mutating func line(
    _ kind: String, at instant: Instant, app: String?, _ body: (inout TraceFields) -> Void
  ) {
    guard isWritten else { return body(&self) }
    json.write(json: #"{"ns":"# as StaticString)
    json.write(instant.nanoseconds)
    write("kind", .string(kind))
    if let app { write("app", .string(app)) }
    body(&self)
    json.write(json: "}\n" as StaticString)
  }

  /// Writes a field of the line.
  package mutating func write(_ name: StaticString, _ value: JSONValue) {
    json.write(key: name)
    write(value)
  }

  /// Writes a number as the shortest decimal that reads back as the same double.
  private mutating func write(_ value: JSONValue) {
    switch value {
    case .string(let text): json.write(string: text)
    case .integer(let integer): json.write(Int64(integer))
    case .bool(let flag): json.write(json: flag ? "true" : "false" as StaticString)
    case .number(let number) where number.isFinite: json.write(json: number.description)
    case .unsigned(let integer): json.write(json: integer.description)
    case .null, .number: json.write(json: "null" as StaticString)
    case .array(let values):
      json.write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { json.write(",") }
        write(value)
      }
      json.write("]")
    case .integers(let values): write(values.json)
    case .object(let members):
      json.write("{")
      for (index, member) in members.enumerated() {
        if index > 0 { json.write(",") }
        json.write(string: member.key)
        json.write(":")
        write(member.value)
      }
      json.write("}")
    }
  }
}
