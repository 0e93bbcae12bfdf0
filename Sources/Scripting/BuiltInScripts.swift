import CScripts

// This file is the only one of this module that reads what the compiler put into the program.

/// The scripts that come with the program: the examples of findings and exits, the lessons, the
/// museum and the templates of `dormouse new`.
///
/// Paths are those below the repository's scripts/, such as "museum/no-handler/app.lua".
public struct BuiltInScripts: ScriptFiles {
  private static let texts = Dictionary(
    uniqueKeysWithValues: (0..<dm_script_count()).map { index in
      unsafe (
        String(cString: dm_script_path(index)), String(cString: dm_script_text(index))
      )
    })

  public init() {}

  public func contents(of path: String) -> [UInt8]? {
    BuiltInScripts.texts[path].map { Array($0.utf8) }
  }

  /// All paths, sorted.
  public var paths: [String] { BuiltInScripts.texts.keys.sorted() }

  /// Returns the text of a script that the program relies on.
  public func text(of path: String) -> String {
    guard let text = BuiltInScripts.texts[path] else {
      fatalError("BuiltInScripts: \(path) is not in the program; add it to CScripts/scripts.c")
    }
    return text
  }

  /// Returns the names of the folders that lie in a folder, sorted.
  public func folders(in folder: String) -> [String] {
    let names = paths.compactMap { path -> Substring? in
      guard path.hasPrefix("\(folder)/") else { return nil }
      let parts = path.dropFirst(folder.count + 1).split(separator: "/")
      return parts.count > 1 ? parts[0] : nil
    }
    return Set(names).sorted().map(String.init)
  }
}

/// A script's text, taken apart after the comment that it begins with.
public struct CommentedScript: Sendable {
  /// The lines of the comment, without their dashes.
  public let comment: [String]
  /// The code after the comment, without the empty lines between.
  public let code: String

  public init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = lines.prefix { $0.hasPrefix("--") }
    comment = head.map { String($0.dropFirst(2).drop { $0 == " " }) }
    code = lines[head.endIndex...].drop(while: \.isEmpty).joined(separator: "\n")
  }
}
