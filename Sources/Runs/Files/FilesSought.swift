import Scripting
import Simulation

/// Hands files on, and keeps the paths that were asked for, also of what is not there.
final class FilesSought: ScriptFiles {
  private let files: any ScriptFiles
  private let sought = Locked<Set<String>>([])

  init(_ files: any ScriptFiles) {
    self.files = files
  }

  func place(of path: String) -> String { files.place(of: path) }

  func contents(of path: String) throws(ScriptFileError) -> [UInt8]? {
    sought.withLock { _ = $0.insert(path) }
    return try files.contents(of: path)
  }

  func contents(of path: String, below folder: String) throws(ScriptFileError) -> [UInt8]? {
    sought.withLock { _ = $0.insert(path) }
    return try files.contents(of: path, below: folder)
  }

  var paths: Set<String> { sought.withLock { $0 } }
}
