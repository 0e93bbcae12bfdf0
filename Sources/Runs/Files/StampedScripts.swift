import Scripting
import Simulation

/// Script files that remember in which state each was before it was first asked for, so that one
/// written while it is read is seen to have changed.
final class StampedScripts: ScriptFiles {
  private let files: any ScriptFiles
  private let noted = Locked<[String: FileStamp?]>([:])

  /// Creates the files.
  ///
  /// - Parameters:
  ///   - files: the source, which has to be the disk.
  init(_ files: any ScriptFiles) {
    self.files = files
  }

  func place(of path: String) -> String { files.place(of: path) }

  func contents(of path: String) throws(ScriptFileError) -> [UInt8]? {
    note(path)
    return try files.contents(of: path)
  }

  func contents(of path: String, below folder: String) throws(ScriptFileError) -> [UInt8]? {
    note(path)
    return try files.contents(of: path, below: folder)
  }

  private func note(_ path: String) {
    noted.withLock { if $0[path] == nil { $0[path] = .some(FileStamp(of: path)) } }
  }

  /// The stamps of the files that were asked for, by path; nil for files that were not there.
  var stamps: [String: FileStamp?] { noted.withLock { $0 } }
}
