import Device

/// The estimated size of runs in a store, to within 15 % of the file. docs/scale.md has the
/// measurements that the constants are fitted to.
public enum StoredSize {
  /// The bytes of all that is not in runs: the plan, names, pages that are not full.
  public static let ofTheRest = 210_000.0
  private static let ofRun = 375.0
  private static let ofApp = 18.0
  private static let ofFinding = 130.0
  private static let ofExit = 50.0

  /// Returns the bytes of a run. O(apps · metrics).
  public static func of(_ result: RunResult) -> Double {
    var bytes = ofRun + ofFinding * Double(result.findings.count)
    for metric in Metrics.all { bytes += of(metric.value(result)) }
    for app in result.apps {
      bytes += ofApp
      for figure in Metrics.ofApps { bytes += of(figure.value(app)) }
      bytes += ofExit * Double(app.exitsByReason.count)
    }
    return bytes
  }

  /// Returns the bytes of a value: a byte says of what kind it is, and SQLite writes whole numbers
  /// in as few bytes as they need. Most metrics that have no value have no column either.
  private static func of(_ value: Double?) -> Double {
    guard let value else { return 0.15 }
    if value == 0 { return 1 }
    return value == value.rounded() ? 2.5 : 9
  }
}
