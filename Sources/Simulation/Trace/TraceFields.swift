/// Takes the fields of one trace record, each a name and a value, and writes them as JSON.
///
/// Names are written as they are, and so need no escape; they are not checked for being distinct, and
/// `ns`, `kind` and `app` are taken.
public struct TraceFields: ~Copyable {
  /// The lines written since the last batch left.
  var json = JSONBuffer(capacity: 2 * Trace.batch)

  /// The number of lines so far.
  var count = 0

  init() {}

  public mutating func add(_ name: StaticString, _ value: JSONValue) {
    json.write(key: name)
    write(value)
  }

  /// Writes a whole line, `body` adding its fields.
  mutating func line(
    _ kind: String, at instant: Instant, app: String?, _ body: (inout TraceFields) -> Void
  ) {
    count += 1
    json.write(json: #"{"ns":"# as StaticString)
    json.write(instant.nanoseconds)
    add("kind", .string(kind))
    if let app { add("app", .string(app)) }
    body(&self)
    json.write(json: "}\n" as StaticString)
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
