/// Rows of fields as comma-separated values (RFC 4180, except that lines end with a newline alone).
struct CSVText {
  private(set) var text = ""

  /// Adds a row of as many fields as all other rows have.
  mutating func add(_ fields: [String]) {
    text += fields.map(CSVText.quoted).joined(separator: ",") + "\n"
  }

  /// Returns a field in quotes where it has a comma, a quote or the end of a line in it.
  static func quoted(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains {
      $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r"
    }
    guard needsQuotes else { return field }
    // By scalars: a quote with an accent is one character, and would be missed.
    let parts = field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
  }

  /// Returns the shortest decimal that reads back as the same double; empty for nil.
  static func number(_ value: Double?) -> String {
    guard let value else { return "" }
    return Int64(exactly: value).map { String($0) } ?? value.description
  }
}
