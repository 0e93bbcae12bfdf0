import Simulation

/// Files as they were when they were first read: each is read once, so that all runs of an
/// experiment see the same, and what was read can be told.
public final class InputFiles: ScriptFiles {
  private let files: any ScriptFiles
  /// The contents by path; nil for a file that is not there.
  private let contents = Locked<[String: [UInt8]?]>([:])
  /// Paths with folders that they were found to lie below.
  private let placed = Locked<Set<[String]>>([])

  /// - Parameters:
  ///   - files: where they are read from.
  public init(_ files: any ScriptFiles) {
    self.files = files
  }

  /// The same files, read without a note here that they were.
  var unnoted: InputFiles { InputFiles(files) }

  /// A file that was read.
  public struct Input: Hashable, Sendable {
    /// The path as a script or a command line named it, relative names resolved.
    public let path: String
    public let bytes: [UInt8]
    /// The digest of its bytes.
    public let digest: Fingerprint
  }

  public func place(of path: String) -> String { files.place(of: path) }

  /// The bytes of a file; nil where there is none. May be called from several threads at once.
  public func contents(of path: String) throws(ScriptFileError) -> [UInt8]? {
    if let known = contents.withLock({ $0[path] }) { return known }
    return keep(try files.contents(of: path), of: path)
  }

  /// Asks once of each path whether it lies below a folder.
  public func contents(of path: String, below folder: String) throws(ScriptFileError) -> [UInt8]? {
    if placed.withLock({ $0.contains([path, folder]) }) { return try contents(of: path) }
    let bytes = try files.contents(of: path, below: folder)
    placed.withLock { _ = $0.insert([path, folder]) }
    return keep(bytes, of: path)
  }

  private func keep(_ bytes: [UInt8]?, of path: String) -> [UInt8]? {
    contents.withLock { contents in
      // Who came first is right: another thread may have read it meanwhile.
      if let known = contents[path] { return known }
      contents[path] = .some(bytes)
      return bytes
    }
  }

  /// The files that were read so far, by path. O(bytes).
  public var inputs: [Input] {
    contents.withLock { $0 }
      .compactMap { path, bytes in
        bytes.map { Input(path: path, bytes: $0, digest: Fingerprint(of: $0)) }
      }
      .sorted { $0.path < $1.path }
  }
}
