/// Takes the fields of one trace record, each a name and a value, and writes them as JSON.
///
/// Names are not checked for being distinct; `ns`, `kind` and `app` are taken.
public struct TraceFields {
  /// The lines written since the last batch left.
  var bytes: [UInt8] = []

  public mutating func add(_ name: String, _ value: Int64) {
    key(name)
    bytes.appendDecimal(value)
  }

  public mutating func add(_ name: String, _ value: Int) { add(name, Int64(value)) }

  public mutating func add(_ name: String, _ value: Bool) {
    key(name)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// The shortest decimal that reads back as the same double; `null` if it is not finite, for which
  /// JSON has no number.
  public mutating func add(_ name: String, _ value: Double) {
    key(name)
    bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
  }

  public mutating func add(_ name: String, _ value: String) {
    key(name)
    bytes.appendJSON(value)
  }

  /// A text, or `null` where there is none: a kind always has the same fields.
  public mutating func add(_ name: String, _ value: String?) {
    key(name)
    if let value { bytes.appendJSON(value) } else { bytes.append(contentsOf: "null".utf8) }
  }

  public mutating func add(_ name: String, _ values: [String]) {
    key(name)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// An object, its members in the order given.
  public mutating func add(_ name: String, _ members: [(String, String)]) {
    key(name)
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(member.0)
      bytes.append(UInt8(ascii: ":"))
      bytes.appendJSON(member.1)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func begin(_ kind: String, at instant: Instant, app: String?) {
    bytes.append(contentsOf: "{\"ns\":".utf8)
    bytes.appendDecimal(instant.nanoseconds)
    add("kind", kind)
    if let app { add("app", app) }
  }

  mutating func end() { bytes.append(contentsOf: "}\n".utf8) }

  private mutating func key(_ name: String) {
    bytes.append(UInt8(ascii: ","))
    bytes.appendJSON(name)
    bytes.append(UInt8(ascii: ":"))
  }
}
