import Foundation

/// A rule for the names of files that do not depend on the folder a command is given in, so that a
/// store means the same files wherever it is used from.
package struct SourcePath {
  private let folder: [Substring]

  /// Creates the names relative to a file.
  ///
  /// - Parameters:
  ///   - file: the experiment's; names are relative to its folder.
  package init(besides file: String) {
    folder = SourcePath.parts(file).dropLast()
  }

  /// Returns the name of a file: relative, unless the two have only the root in common.
  package func name(of path: String) -> String {
    let parts = SourcePath.parts(path)
    let common = zip(folder, parts).prefix { $0 == $1 }.count
    guard common > 0 || folder.isEmpty else { return "/" + parts.joined(separator: "/") }
    let up = Array(repeating: "..", count: folder.count - common)
    return (up + parts.dropFirst(common).map(String.init)).joined(separator: "/")
  }

  /// Returns the file of a name.
  package func file(of name: String) -> String {
    let base = "/" + folder.joined(separator: "/")
    return name.hasPrefix("/")
      ? name : "/" + SourcePath.parts("\(base)/\(name)").joined(separator: "/")
  }

  /// Returns the path from the root. A relative path starts from where the program runs.
  package static func place(of path: String) -> String { "/" + parts(path).joined(separator: "/") }

  /// Returns the parts of a path from the root, without `.` and `..`. Foundation leaves `..` out
  /// where a relative path begins with it.
  private static func parts(_ path: String) -> [Substring] {
    let here = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
    return (here + path).split(separator: "/").reduce(into: []) { parts, part in
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
  }
}
