/// The style in which a report is set as text.
public struct TextStyle: Sendable {
  /// The columns that no line exceeds, at least 80.
  public var width: Int
  /// Whether there are ANSI colours: for terminals only.
  public var isColored: Bool
  /// The number of rows of a table, and of apps in a line, before the rest is summed up; nil: all.
  public var rows: Int?

  public init(width: Int = 100, isColored: Bool = false, rows: Int? = 20) {
    self.width = max(80, width)
    self.isColored = isColored
    self.rows = rows
  }

  func paint(_ text: String, _ ink: Ink) -> String {
    guard isColored, ink != .plain else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }
}

/// A colour of reports, by its ANSI number (ECMA-48, 8.3.117).
enum Ink: Int {
  case plain = 0
  case strong = 1
  case faint = 2
  case bad = 31
  case good = 32
  case doubtful = 33
}
