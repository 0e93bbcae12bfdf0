/// Where scripts are read from; injected, so that scripting itself never touches a disk.
public protocol ScriptFiles: Sendable {
  /// The bytes of a file; nil where there is none.
  ///
  /// - Parameters:
  ///   - path: as a scenario or a command line names it, relative names already resolved.
  func contents(of path: String) throws(ScriptFileError) -> [UInt8]?
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
/// Every dot becomes a slash, so that no name leads out of the folders.
public struct ModuleSearch: Sendable {
  private let files: any ScriptFiles
  private let folders: [String]

  /// - Parameters:
  ///   - folders: in order of search: the scenario's own, then those of `--lua-path`.
  public init(files: any ScriptFiles, folders: [String]) {
    self.files = files
    self.folders = folders
  }

  /// What a search came to.
  public enum Found: Sendable {
    /// The source, and the name that errors show: the path below its folder, so that it does not
    /// depend on where the folder lies.
    case module(source: [UInt8], name: String)
    /// Where it was sought, a line each, as `require` reports it.
    case missing(String)
  }

  /// O(folders) reads.
  public func find(_ module: String) -> Found {
    let path = String(module.map { $0 == "." ? "/" : $0 })
    guard !path.isEmpty, !path.utf8.contains(0) else {
      return .missing("\n\tno module of that name")
    }
    var sought = ""
    for folder in folders {
      for name in ["\(path).lua", "\(path)/init.lua"] {
        do {
          if let source = try files.contents(of: "\(folder)/\(name)") {
            return .module(source: source, name: name)
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
