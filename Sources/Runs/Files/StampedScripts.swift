import Scripting
import Simulation

/// Script files that remember in which state each was before it was first asked for, so that one
/// written while it is read is seen to have changed.
public final class StampedScripts: ScriptFiles {
  private let files: any ScriptFiles
  /// The stamps by path; nil for files that were not there.
  private let stamps = Locked<[String: FileStamp?]>([:])

  /// Creates the files.
  ///
  /// - Parameters:
  ///   - files: the source, which has to be the disk.
  public init(_ files: any ScriptFiles = DiskScripts()) {
    self.files = files
  }

  public func place(of path: String) -> String { files.place(of: path) }

  public func contents(of path: String) throws(ScriptFileError) -> [UInt8]? {
    note(path)
    return try files.contents(of: path)
  }

  public func contents(of path: String, below folder: String) throws(ScriptFileError) -> [UInt8]? {
    note(path)
    return try files.contents(of: path, below: folder)
  }

  private func note(_ path: String) {
    if stamps.withLock({ $0[path] }) != nil { return }
    let stamp = FileStamp(of: path)
    stamps.withLock { if $0[path] == nil { $0[path] = .some(stamp) } }
  }

  /// Returns the state of a file that was asked for; nil: there was none.
  func stamp(of path: String) -> FileStamp? { stamps.withLock { $0[path] ?? nil } }
}
