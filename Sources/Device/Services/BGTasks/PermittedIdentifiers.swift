// What an Info.plist permits: identifiers, in which a build setting may stand, as in
// `$(PRODUCT_BUNDLE_IDENTIFIER).refresh`.
extension [String] {
  /// Returns whether one of the permitted identifiers is this one.
  func permit(_ identifier: String) -> Bool {
    contains { PermittedIdentifier.isSame($0, identifier) }
  }
}

public enum PermittedIdentifier {
  /// Returns the build settings in a permitted identifier, as they are written.
  public static func settings(in permitted: String) -> [String] {
    permitted.matches(of: setting).map { String($0.output) }
  }

  /// Returns whether a permitted identifier is another: any text may stand for a build setting.
  static func isSame(_ permitted: String, _ identifier: String) -> Bool {
    if permitted == identifier { return true }
    guard permitted.contains("$") else { return false }
    let parts = permitted.split(separator: setting, omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1,
      identifier.hasPrefix(first)
    else { return false }
    var rest = identifier.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.dropFirst().firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return !rest.isEmpty && rest.dropFirst().hasSuffix(last)
  }

  private static var setting: Regex<Substring> { /\$\([\w:.-]+\)|\$\{[\w:.-]+\}/ }
}
