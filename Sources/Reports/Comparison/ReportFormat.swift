/// A format of a comparison.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Text for people, at a terminal.
  case text
  /// Comma-separated values: one row for each setting, policy and metric.
  case csv
  /// JSON with all figures, in full precision.
  case json
  /// Markdown for people, in a document.
  case markdown
  /// LaTeX tables for a paper.
  case latex
}
