import Device

/// What runs take in a store, about: to within 15 % of the file. docs/scale.md has the measurements
/// that the constants are fitted to.
public enum StoredSize {
  /// Of all that is not in runs: the plan, names, pages that are begun. In bytes.
  public static let ofTheRest = 86_000.0
  private static let ofRun = 180.0
  private static let ofFinding = 160.0
  private static let ofExit = 50.0

  /// In bytes. O(apps x metrics).
  public static func of(_ result: RunResult) -> Double {
    var bytes = ofRun + ofFinding * Double(result.findings.count)
    for metric in Metrics.all { bytes += of(metric.value(result)) }
    for app in result.apps {
      for figure in Metrics.ofApps { bytes += of(figure.value(app)) }
      bytes += ofExit * Double(app.exitsByReason.count)
    }
    return bytes
  }

  /// SQLite writes whole numbers in as few bytes as they need.
  private static func of(_ value: Double?) -> Double {
    guard let value else { return 0 }
    return value == value.rounded() ? 13 : 21
  }
}
