/// The settings in braces behind a policy's name: `name=value,name=value`.
///
/// A name with a comma, a brace or a quote stands in double quotes, and a quote in it twice:
/// `"c,d}"=3`.
public enum SettingList {
  /// Which `=` ends a name that is not quoted.
  public enum Sign {
    /// The value stands behind the first sign: it may be any text.
    case first
    /// The value stands behind the last sign: it is a number, and a name may be `a=b`.
    case last
  }

  /// Reads a list of settings, whose names end at a sign; nil: it is none. A name may be set twice
  /// here. O(n).
  public static func read(_ list: String, endingNamesAt sign: Sign)
    -> [(name: String, value: String)]?
  {
    guard !list.isEmpty else { return [] }
    var settings: [(name: String, value: String)] = []
    for part in parts(of: list) {
      guard let setting = setting(trimmed(part), sign) else { return nil }
      settings.append(setting)
    }
    return settings
  }

  /// A name as it is written in such a list.
  public static func written(_ name: String) -> String {
    let needsQuotes =
      name.isEmpty || name != trimmed(name[...]) || name.contains { ",{}\"".contains($0) }
    return needsQuotes ? "\"\(name.replacing("\"", with: "\"\""))\"" : name
  }

  /// Between commas that are not quoted.
  private static func parts(of list: String) -> [Substring] {
    var parts: [Substring] = []
    var begin = list.startIndex
    var isQuoted = false
    for index in list.indices {
      switch list[index] {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        parts.append(list[begin..<index])
        begin = list.index(after: index)
      default: break
      }
    }
    return parts + [list[begin...]]
  }

  private static func setting(_ part: String, _ sign: Sign) -> (name: String, value: String)? {
    guard part.first == "\"" else {
      let end = sign == .first ? part.firstIndex(of: "=") : part.lastIndex(of: "=")
      return end.map { (trimmed(part[..<$0]), trimmed(part[part.index(after: $0)...])) }
    }
    var name = ""
    var rest = part.dropFirst()
    while let quote = rest.firstIndex(of: "\"") {
      name += rest[..<quote]
      rest = rest[rest.index(after: quote)...]
      guard rest.first == "\"" else {
        rest = rest.drop { $0 == " " }
        return rest.first == "=" ? (name, trimmed(rest.dropFirst())) : nil
      }
      name += "\""
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
