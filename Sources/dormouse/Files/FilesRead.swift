import Scripting
import Simulation
import Synchronization

/// Hands files on, and knows which they were.
final class FilesRead: ScriptFiles {
  private let files: any ScriptFiles
  private let digests = Mutex<[String: Fingerprint]>([:])

  init(_ files: any ScriptFiles) {
    self.files = files
  }

  func contents(of path: String) throws(ScriptFileError) -> [UInt8]? {
    let bytes = try files.contents(of: path)
    if let bytes {
      let digest = Fingerprint(of: bytes)
      digests.withLock { $0[path] = digest }
    }
    return bytes
  }

  /// Digests of what was read, by path.
  var inputs: [(path: String, digest: Fingerprint)] {
    digests.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
