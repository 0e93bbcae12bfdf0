extension AndroidRules {
  /// Android 13, of 2022: what differs from Android 15.
  public static let android13 = {
    var rules = AndroidRules(version: 13)
    rules.processes.freezeDelay = .minutes(10)
    return rules
  }()
}
