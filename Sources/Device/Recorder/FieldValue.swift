import Simulation

/// A type of a record's fields.
protocol FieldValue {
  /// The value as a trace has it.
  var json: JSONValue { get }
  /// Reads a value; nil: it is of another type, or none that can be.
  init?(json: JSONValue)
  /// Adds all that the value says to the fingerprint.
  func add(to digest: inout RecordDigest)
}

extension Int: FieldValue {
  init?(json: JSONValue) {
    guard case .integer(let value) = json else { return nil }
    self = value
  }
  func add(to digest: inout RecordDigest) { digest.add(Int64(self)) }
}

extension Double: FieldValue {
  init?(json: JSONValue) {
    switch json {
    case .integer(let value): self = Double(value)
    case .number(let value): self = value
    default: return nil
    }
  }
  func add(to digest: inout RecordDigest) { digest.add(self) }
}

extension Bool: FieldValue {
  init?(json: JSONValue) {
    guard case .bool(let value) = json else { return nil }
    self = value
  }
  func add(to digest: inout RecordDigest) { digest.add(self) }
}

extension String: FieldValue {
  init?(json: JSONValue) {
    guard case .string(let value) = json else { return nil }
    self = value
  }
  func add(to digest: inout RecordDigest) { digest.add(self) }
}

/// A value that is `null` where there is none: a kind always has the same fields.
extension Optional: FieldValue where Wrapped: FieldValue {
  var json: JSONValue { self?.json ?? .null }
  init?(json: JSONValue) {
    if case .null = json {
      self = .none
    } else if let value = Wrapped(json: json) {
      self = .some(value)
    } else {
      return nil
    }
  }
  func add(to digest: inout RecordDigest) {
    digest.add(self != nil)
    self?.add(to: &digest)
  }
}

extension [String]: FieldValue {
  init?(json: JSONValue) {
    guard case .array(let values) = json else { return nil }
    self = values.compactMap { String(json: $0) }
    if count < values.count { return nil }
  }
  func add(to digest: inout RecordDigest) {
    digest.add(Int64(count))
    for text in self { digest.add(text) }
  }
}

/// A length of time, in whole nanoseconds: none is below zero or above a century.
extension TimeSpan: FieldValue {
  var json: JSONValue { .integer(Int(nanoseconds)) }
  init?(json: JSONValue) {
    guard let value = Int(json: json), (0...36_525 * 86_400_000_000_000).contains(value) else {
      return nil
    }
    self.init(nanoseconds: Int64(value))
  }
  func add(to digest: inout RecordDigest) { digest.add(nanoseconds) }
}

/// A moment, in whole nanoseconds since the start.
extension Instant: FieldValue {
  var json: JSONValue { .integer(Int(nanoseconds)) }
  init?(json: JSONValue) {
    guard let value = Int(json: json) else { return nil }
    self.init(nanoseconds: Int64(value))
  }
  func add(to digest: inout RecordDigest) { digest.add(nanoseconds) }
}

extension FieldValue where Self: RawRepresentable<String> {
  var json: JSONValue { .string(rawValue) }
  init?(json: JSONValue) {
    guard case .string(let text) = json else { return nil }
    self.init(rawValue: text)
  }
  func add(to digest: inout RecordDigest) { digest.add(rawValue) }
}

extension NetworkKind: FieldValue {}
extension ThermalState: FieldValue {}
extension ApplicationState: FieldValue {}
extension ExitReason: FieldValue {}
extension WorkKind: FieldValue {}
extension DeviceIdle: FieldValue {}
extension AppBucket: FieldValue {}
extension WorkEnding: FieldValue {}
extension WorkResult: FieldValue {}
extension FindingRule: FieldValue {}
extension PolicyCall: FieldValue {}
extension BackgroundTimeRequest.Occasion: FieldValue {}
extension Measure.Unit: FieldValue {}

/// Values by name, in order, such as the reasons of a decision by app.
public struct NamedValues<Value: Sendable & Equatable>: Sendable, Equatable {
  public struct Pair: Sendable, Equatable {
    public let name: String
    public let value: Value
  }

  public let pairs: [Pair]

  public init(_ pairs: [(String, Value)] = []) {
    self.pairs = pairs.map { Pair(name: $0, value: $1) }
  }

  init(pairs: [Pair]) { self.pairs = pairs }

  /// The first value of a name; nil: there is none. O(pairs).
  public subscript(name: String) -> Value? { pairs.first { $0.name == name }?.value }
}

extension NamedValues: FieldValue where Value: FieldValue {
  var json: JSONValue { .object(pairs.map { .init($0.name, $0.value.json) }) }
  init?(json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    self.init(members.compactMap { member in Value(json: member.value).map { (member.key, $0) } })
    if pairs.count < members.count { return nil }
  }
  func add(to digest: inout RecordDigest) {
    digest.add(Int64(pairs.count))
    for pair in pairs {
      digest.add(pair.name)
      pair.value.add(to: &digest)
    }
  }
}
