extension AndroidRules {
  /// Android 16, of 2025: what differs from Android 15.
  public static let android16 = {
    var rules = AndroidRules(version: 16)
    rules.jobs.quota = .latest
    return rules
  }()
}
