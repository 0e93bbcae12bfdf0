import Simulation

/// One record of a trace, a line: when, what, which app's, and the fields of its kind.
public struct TraceRecord: Sendable, Equatable {
  public let instant: Instant
  public let kind: String
  /// The app's name; nil for what concerns the device as a whole.
  public let app: String?
  /// The fields in the order of the line, without `ns`, `kind` and `app`.
  public let fields: [JSONValue.Member]

  /// Reads a line, without its newline. O(bytes).
  public init(parsing line: [UInt8]) throws(TraceRecordError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: line) } catch { throw .noJSON(error) }
    guard case .object(let members) = value else { throw .noRecord("no object") }
    var instant: Instant?
    var kind: String?
    var app: String?
    var fields: [JSONValue.Member] = []
    for member in members {
      switch (member.key, member.value) {
      case ("ns", .integer(let nanoseconds)): instant = Instant(nanoseconds: Int64(nanoseconds))
      case ("kind", .string(let text)): kind = text
      case ("app", .string(let text)): app = text
      default: fields.append(member)
      }
    }
    guard let instant else { throw .noRecord("no integer \"ns\"") }
    guard let kind else { throw .noRecord("no text \"kind\"") }
    self.instant = instant
    self.kind = kind
    self.app = app
    self.fields = fields
  }

  /// The clock of a trace whose first record this is.
  public var clock: DayClock {
    guard kind == TraceKind.clock.rawValue, case .integer(let start)? = fields.first?.value else {
      return DayClock()
    }
    return DayClock(startsAt: TimeSpan(nanoseconds: Int64(start)))
  }

  /// The record for people: clock, app, kind and fields in columns, without a newline.
  ///
  /// - Parameters:
  ///   - painted: gives the kind its colour, and leaves its width as it is.
  package func line(
    _ clock: DayClock, painted: (String) -> String = { $0 }
  ) -> String {
    let columns =
      filled(clock.text(instant), to: 12) + "  " + filled(printable(app ?? "-"), to: 12) + "  "
      + painted(filled(printable(kind), to: 15))
    return fields.isEmpty ? withoutTrailingSpaces(columns) : columns + "  " + fieldText
  }

  /// The fields on one line, `name=value`; of what an app logs, its message alone.
  package var fieldText: String {
    if kind == TraceKind.appLog.rawValue, fields.count == 1,
      case .string(let message) = fields[0].value
    {
      return printable(message)
    }
    return fields.compactMap { member -> String? in
      if case .null = member.value { return nil }
      if member.key.hasSuffix("Ns"), case .integer(let nanoseconds) = member.value {
        let seconds = JSONValue.number(Double(nanoseconds) / 1e9).text
        return "\(printable(String(member.key.dropLast(2))))=\(seconds)s"
      }
      return "\(printable(member.key))=\(member.value.inLine)"
    }.joined(separator: " ")
  }
}

/// The reason why a line is not a record.
public enum TraceRecordError: Error, Equatable, CustomStringConvertible {
  case noJSON(JSONError)
  case noRecord(String)

  public var description: String {
    switch self {
    case .noJSON(let error): "not JSON: \(error.problem) (column \(error.column))"
    case .noRecord(let problem): "not a record of a trace: \(problem)"
    }
  }
}

extension JSONValue {
  /// The value on one line; strings without quotes where they are one plain word.
  package var inLine: String {
    switch self {
    case .string(let text):
      let isPlain = !text.isEmpty && !text.contains { $0 <= " " || "\",[]{}=".contains($0) }
      return printable(isPlain ? text : self.text)
    case .array(let values): return "[" + values.map(\.inLine).joined(separator: ",") + "]"
    case .object(let members):
      let pairs = members.map { "\(printable($0.key))=\($0.value.inLine)" }
      return "{" + pairs.joined(separator: ", ") + "}"
    default: return text
    }
  }
}
