/// The forms in which a comparison can be had.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// For people, at a terminal.
  case text
  /// One row for each setting, policy and metric.
  case csv
  /// All of it, in full precision.
  case json
  /// For people, in a document.
  case markdown
  /// Tables for a paper.
  case latex
}
