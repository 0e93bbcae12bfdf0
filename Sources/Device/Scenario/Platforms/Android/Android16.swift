extension AndroidRules {
  /// Android 16, of 2025: what differs from Android 15.
  public static let android16 = AndroidRules(version: 16)
}
