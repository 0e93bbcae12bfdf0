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

  public mutating func add(_ name: StaticString, _ value: Int64) {
    json.write(key: name)
    json.write(value)
  }

  public mutating func add(_ name: StaticString, _ value: Int) { add(name, Int64(value)) }

  public mutating func add(_ name: StaticString, _ value: Bool) {
    json.write(key: name)
    if value {
      json.write(json: "true" as StaticString)
    } else {
      json.write(json: "false" as StaticString)
    }
  }

  /// The shortest decimal that reads back as the same double; `null` if it is not finite, for which
  /// JSON has no number.
  public mutating func add(_ name: StaticString, _ value: Double) {
    json.write(key: name)
    write(value)
  }

  public mutating func add(_ name: StaticString, _ value: String) {
    json.write(key: name)
    json.write(string: value)
  }

  /// A text, or `null` where there is none: a kind always has the same fields.
  public mutating func add(_ name: StaticString, _ value: String?) {
    json.write(key: name)
    if let value { json.write(string: value) } else { json.write(json: "null" as StaticString) }
  }

  /// An array.
  public mutating func add(_ name: StaticString, _ values: [String]) {
    json.write(key: name)
    json.write("[")
    for (index, value) in values.enumerated() {
      if index > 0 { json.write(",") }
      json.write(string: value)
    }
    json.write("]")
  }

  /// An object, its members in the order given.
  public mutating func add(_ name: StaticString, _ members: [(String, String)]) {
    json.write(key: name)
    json.write("{")
    for (index, member) in members.enumerated() {
      if index > 0 { json.write(",") }
      json.write(string: member.0)
      json.write(":")
      json.write(string: member.1)
    }
    json.write("}")
  }

  /// An object of numbers, its members in the order given.
  public mutating func add(_ name: StaticString, _ members: [(String, Double)]) {
    json.write(key: name)
    json.write("{")
    for (index, member) in members.enumerated() {
      if index > 0 { json.write(",") }
      json.write(string: member.0)
      json.write(":")
      write(member.1)
    }
    json.write("}")
  }

  /// Writes a whole line, `body` adding its fields.
  mutating func line(
    _ kind: String, at instant: Instant, app: String?, _ body: (inout TraceFields) -> Void
  ) {
    count += 1
    json.write(json: #"{"ns":"# as StaticString)
    json.write(instant.nanoseconds)
    add("kind", kind)
    if let app { add("app", app) }
    body(&self)
    json.write(json: "}\n" as StaticString)
  }

  private mutating func write(_ value: Double) {
    if value.isFinite {
      json.write(json: value.description)
    } else {
      json.write(json: "null" as StaticString)
    }
  }
}
