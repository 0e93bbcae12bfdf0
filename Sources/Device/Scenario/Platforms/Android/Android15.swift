extension AndroidRules {
  /// Android 15, of 2024: the rules as they stand in each service's values.
  public static let android15 = AndroidRules(version: 15)
}
