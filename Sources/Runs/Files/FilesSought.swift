import Scripting
import Simulation

/// Script files that remember the paths that were asked for, also those at which there is nothing.
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
