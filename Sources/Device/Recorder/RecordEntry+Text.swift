import Simulation

extension RecordEntry {
  /// Returns the record for people: clock, app, kind and fields in columns, without a newline. The
  /// line may be of any width: what apps log is shown in full.
  ///
  /// - Parameters:
  ///   - nameWidth: the width that a longer name of an app is shortened to; nil: it is shown in full.
  ///   - painted: gives the kind its colour, and leaves its width as it is.
  package func line(
    _ clock: DayClock, nameWidth: Int? = nil, painted: (String) -> String = { $0 }
  ) -> String {
    let whole = printable(app ?? "-")
    let name = nameWidth.map { shortened(whole, to: $0) } ?? whole
    let columns =
      filled(clock.text(at), to: 12) + "  " + filled(name, to: nameWidth ?? 12) + "  "
      + painted(filled(kind.rawValue, to: 15))
    let fields = fieldText(clock)
    return fields.isEmpty ? withoutTrailingSpaces(columns) : columns + "  " + fields
  }

  /// The kind and the fields on one line.
  package var words: String {
    let fields = fieldText(nil)
    return fields.isEmpty ? kind.rawValue : "\(kind.rawValue) \(fields)"
  }

  /// Returns the fields on one line, `name=value`; of what an app logs, its message alone.
  ///
  /// - Parameters:
  ///   - clock: shows moments; nil: they are seconds since the start.
  private func fieldText(_ clock: DayClock?) -> String {
    if case .logged(let message) = record { return printable(message) }
    let collected = collected
    return collected.members.compactMap { member -> String? in
      if case .null = member.value { return nil }
      if member.key.hasSuffix("Ns"), case .integer(let nanoseconds) = member.value {
        let name = member.key.dropLast(2)
        if let clock, let moment = collected.moments.first(where: { $0.name == member.key }) {
          return "\(name)=\(clock.text(moment.at))"
        }
        return "\(name)=\(TimeSpan(nanoseconds: Int64(nanoseconds)).secondsText)s"
      }
      return "\(member.key)=\(member.value.inLine)"
    }.joined(separator: " ")
  }
}

/// The characters that have a meaning in a line of fields.
private let marks = Array("\",[]{}=".utf8)

extension JSONValue {
  /// The value on one line; strings without quotes where they are one plain word.
  package var inLine: String {
    switch self {
    case .string(let text):
      let isPlain = !text.isEmpty && !text.utf8.contains { $0 <= 0x20 || marks.contains($0) }
      return printable(isPlain ? text : self.text)
    case .array(let values): return "[" + values.map(\.inLine).joined(separator: ",") + "]"
    case .object(let members):
      let pairs = members.map { "\(printable($0.key))=\($0.value.inLine)" }
      return "{" + pairs.joined(separator: ", ") + "}"
    default: return text
    }
  }
}
