import Simulation

/// Takes the fields of a record one after the other: the description of a record, `Record.coded`, is
/// carried out by one that writes, by one that reads, and by one that gathers.
protocol RecordCoder: ~Copyable {
  associatedtype Failure: Error

  /// Writes a field and returns it, or returns what is read in its place.
  mutating func callAsFunction<Value: FieldValue>(
    _ name: StaticString, _ value: Value
  ) throws(Failure) -> Value

  /// Does the same for a field that a line lacks where there is no value.
  mutating func optional<Value: FieldValue>(_ name: StaticString, _ value: Value?) throws(Failure)
    -> Value?
}

extension RecordCoder where Self: ~Copyable {
  /// Codes a list that a line lacks where it is empty.
  mutating func list(_ name: StaticString, _ values: [String]) throws(Failure) -> [String] {
    try optional(name, values.isEmpty ? nil : values) ?? []
  }

  /// Does the same for values by name.
  mutating func list<Value: FieldValue>(
    _ name: StaticString, _ values: NamedValues<Value>
  ) throws(Failure) -> NamedValues<Value> {
    try optional(name, values.pairs.isEmpty ? nil : values) ?? NamedValues()
  }

  /// Codes the place of a finding, which has neither file nor line where it is not known.
  mutating func location(_ place: SourceLocation?) throws(Failure) -> SourceLocation? {
    let file = try self("file", place?.file)
    let line = try self("line", place?.line ?? 0)
    return file.map { SourceLocation(file: $0, line: line) }
  }
}

/// Hashes the fields of a record, and writes those of its line.
extension TraceFields: RecordCoder {
  mutating func callAsFunction<Value: FieldValue>(_ name: StaticString, _ value: Value) -> Value {
    if isHashed { value.add(to: &digest) }
    if isWritten { write(name, value.json) }
    return value
  }

  /// A field without a value is not hashed, so that a new one changes only those fingerprints of
  /// runs that have it.
  mutating func optional<Value: FieldValue>(_ name: StaticString, _ value: Value?) -> Value? {
    guard let value else { return nil }
    if isHashed {
      digest.add(name)
      value.add(to: &digest)
    }
    if isWritten { write(name, value.json) }
    return value
  }
}

/// Gathers the fields of a record as JSON, for those who show them.
struct FieldCollector: RecordCoder {
  var members: [JSONValue.Member] = []
  /// The moments among them, which are shown as a clock shows them.
  var moments: [(name: String, at: Instant)] = []

  mutating func callAsFunction<Value: FieldValue>(_ name: StaticString, _ value: Value) -> Value {
    if let moment = value as? Instant { moments.append((name.description, moment)) }
    members.append(JSONValue.Member(name.description, value.json))
    return value
  }

  mutating func optional<Value: FieldValue>(_ name: StaticString, _ value: Value?) -> Value? {
    value.map { self(name, $0) }
  }
}

/// Reads the fields of a line of a trace. A lookup is O(fields).
struct FieldReader: RecordCoder {
  let kind: TraceKind
  let members: [JSONValue.Member]

  func json(_ name: StaticString) -> JSONValue? {
    let name = name.description
    return members.first { $0.key == name }?.value
  }

  func callAsFunction<Value: FieldValue>(
    _ name: StaticString, _ value: Value
  ) throws(RecordError) -> Value {
    guard let read: Value = try optional(name, value) else {
      throw .noField(name.description, of: kind)
    }
    return read
  }

  func optional<Value: FieldValue>(_ name: StaticString, _ value: Value?) throws(RecordError)
    -> Value?
  {
    guard let json = json(name) else { return nil }
    guard let read = Value(json: json) else { throw .badField(name.description, of: kind, json) }
    return read
  }
}
