import Device
import Simulation

extension RecordEntry {
  /// The record for people: clock, app, kind and fields in columns, without a newline.
  ///
  /// The line may be wider than `style.width`: what apps log is shown in full.
  public func text(_ style: TextStyle, _ clock: DayClock = DayClock()) -> String {
    let columns =
      filled(clock.text(at), to: 12) + "  " + filled(printable(app ?? "-"), to: 12) + "  "
      + style.paint(filled(kind.rawValue, to: 15), ink)
    let fields = fieldText
    return fields.isEmpty ? trimmed(columns) : columns + "  " + fields
  }

  /// Kind and fields on one line.
  var words: String {
    let fields = fieldText
    return fields.isEmpty ? kind.rawValue : "\(kind.rawValue) \(fields)"
  }

  var fieldText: String {
    if case .logged(let message) = record { return printable(message) }
    return fields.compactMap { member -> String? in
      if case .null = member.value { return nil }
      if member.key.hasSuffix("Ns"), case .integer(let nanoseconds) = member.value {
        let seconds = JSONValue.number(Double(nanoseconds) / 1e9).text
        return "\(member.key.dropLast(2))=\(seconds)s"
      }
      return "\(member.key)=\(member.value.inLine)"
    }.joined(separator: " ")
  }

  private var ink: Ink {
    switch kind {
    case .finding, .policyFault: .doubtful
    case .appExit: .bad
    case .appLog: .plain
    default: .faint
    }
  }
}

extension JSONValue {
  /// The value on one line; texts without quotes where they are one plain word.
  var inLine: String {
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
