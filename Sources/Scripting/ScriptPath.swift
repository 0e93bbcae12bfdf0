/// Names of files as text, with `/` between folders; nothing here touches a disk.
package enum ScriptPath {
  /// A path that a script in a folder names: absolute ones stay, others lie below the folder.
  package static func resolve(_ path: String, in folder: String) -> String {
    normal(path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)")
  }

  /// The folder of a file; empty for a plain name.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// `weekday` of `scripts/weekday.lua`.
  package static func stem(of path: String) -> String {
    let name = file(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// `weekday.lua` of `scripts/weekday.lua`.
  package static func file(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Without `.`, empty parts, and `..` as far as there is a folder to leave.
  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/\(joined)" : joined
  }
}
