import Simulation

// Values of Swift as fields.
extension TraceFields {
  mutating func add(_ name: StaticString, _ value: JSONValue) {
    if isHashed { digest.add(value.compactText) }
    if isWritten { write(name, value) }
  }
  mutating func add(_ name: StaticString, _ value: Int) { add(name, .integer(value)) }
  mutating func add(_ name: StaticString, _ value: Int64) { add(name, .integer(Int(value))) }
  mutating func add(_ name: StaticString, _ value: Bool) { add(name, .bool(value)) }
  mutating func add(_ name: StaticString, _ value: Double) { add(name, .number(value)) }
  mutating func add(_ name: StaticString, _ value: String) { add(name, .string(value)) }
  mutating func add(_ name: StaticString, _ value: String?) {
    add(name, value.map { .string($0) } ?? .null)
  }
  mutating func add(_ name: StaticString, _ values: [String]) {
    add(name, .array(values.map { .string($0) }))
  }
  mutating func add(_ name: StaticString, _ members: [(String, String)]) {
    add(name, .object(members.map { .init($0, .string($1)) }))
  }
  mutating func add(_ name: StaticString, _ members: [(String, Double)]) {
    add(name, .object(members.map { .init($0, .number($1)) }))
  }
}
