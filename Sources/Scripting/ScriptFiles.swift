/// Where scripts are read from; injected, so that scripting itself never touches a disk.
public protocol ScriptFiles: Sendable {
  /// The bytes of a file; nil where there is none.
  ///
  /// - Parameters:
  ///   - path: as a scenario or a command line names it, relative names already resolved.
  func contents(of path: String) throws(ScriptFileError) -> [UInt8]?

  /// The same of a file that must lie below a folder, also where links lead to; without links, as
  /// in memory, any that is named so does.
  func contents(of path: String, below folder: String) throws(ScriptFileError) -> [UInt8]?

  /// Which file a path names: those of one place are one file. O(path).
  ///
  /// Links are not followed: a link is a file of its own, for a store keeps it as one.
  func place(of path: String) -> String
}

extension ScriptFiles {
  public func place(of path: String) -> String { ScriptPath.resolve(path, in: "") }

  public func contents(of path: String, below folder: String) throws(ScriptFileError) -> [UInt8]? {
    try contents(of: path)
  }

  /// The Lua text of a file, as Lua itself loads one: without the mark of UTF-8 that some editors
  /// put first, and without a first line that begins with `#`, which is for a shell.
  func script(at path: String) throws(ScriptFileError) -> [UInt8]? {
    guard let bytes = try contents(of: path) else { return nil }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ScriptFileError(
        "text in UTF-16, and Lua's is UTF-8; convert it: `iconv -f UTF-16 -t UTF-8`")
    }
    return luaText(bytes)
  }
}

/// Lines keep their numbers.
private func luaText(_ bytes: [UInt8]) -> [UInt8] {
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
  guard text.first == UInt8(ascii: "#") else { return Array(text) }
  return Array(text.drop { $0 != UInt8(ascii: "\n") })
}

/// A file that is there but cannot be read.
public struct ScriptFileError: Error, Equatable, CustomStringConvertible {
  /// `what (value); what to do`, without the file, which whoever reports it knows.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// Scripts held in memory: for tests and for programs that embed a device.
public struct ScriptTexts: ScriptFiles {
  private let texts: [String: String]

  /// - Parameters:
  ///   - texts: by path.
  public init(_ texts: [String: String]) {
    self.texts = texts
  }

  public func contents(of path: String) -> [UInt8]? {
    texts[path].map { Array($0.utf8) }
  }
}

/// Finds the modules that scripts `require`: `a.b` is `a/b.lua` or `a/b/init.lua` below one of the
/// folders, the first that has it.
///
/// Every dot becomes a slash, and names have no others, so that none leads out of the folders and
/// each module has one name.
public struct ModuleSearch: Sendable {
  private let files: any ScriptFiles
  let folders: [String]

  /// - Parameters:
  ///   - folders: in order of search: the scenario's own, then those of `--lua-path`.
  public init(files: any ScriptFiles, folders: [String]) {
    self.files = files
    self.folders = folders
  }

  /// Where a module of a name that `find` has given may lie.
  func places(of name: String) -> [String] { folders.map { $0 == "." ? name : "\($0)/\(name)" } }

  /// The path of a module by the name and the file that `find` has given.
  func path(of name: String, in file: String) -> String {
    places(of: name).first { files.place(of: $0) == file } ?? file
  }

  /// The outcome of a search.
  public enum Found: Sendable {
    /// The source, and the name that errors show: the path below its folder, so that it does not
    /// depend on where the folder lies. The file is its place among the files, the same for all
    /// names that lead to it through folders within each other.
    case module(source: [UInt8], name: String, file: String)
    /// Where it was sought, a line each, as `require` reports it.
    case missing(String)
  }

  /// O(folders) reads.
  public func find(_ module: String) -> Found {
    let parts = module.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.contains(""), !module.utf8.contains(0) else {
      return .missing("\n\tno module of that name")
    }
    guard !module.contains("/") else {
      let name = module.replacing("/", with: ".")
      return .missing("\n\tno module has a slash in its name; write require \"\(name)\"")
    }
    let path = parts.joined(separator: "/")
    var sought = ""
    for folder in folders {
      for name in ["\(path).lua", "\(path)/init.lua"] {
        do {
          if let source = try files.contents(of: "\(folder)/\(name)", below: folder) {
            return .module(
              source: luaText(source), name: name,
              file: files.place(of: "\(folder)/\(name)"))
          }
          sought += "\n\tno file '\(name)' below a folder of scripts"
        } catch {
          sought += "\n\t\(error.description)"
        }
      }
    }
    return .missing(sought)
  }
}
