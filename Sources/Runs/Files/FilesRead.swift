import Scripting
import Simulation

/// Script files that remember which of them were read.
package final class FilesRead: ScriptFiles {
  private let files: any ScriptFiles
  private let digests = Locked<[String: Fingerprint]>([:])

  package init(_ files: any ScriptFiles) {
    self.files = files
  }

  package func place(of path: String) -> String { files.place(of: path) }

  package func contents(of path: String) throws(ScriptFileError) -> [UInt8]? {
    note(try files.contents(of: path), path)
  }

  package func contents(of path: String, below folder: String) throws(ScriptFileError) -> [UInt8]? {
    note(try files.contents(of: path, below: folder), path)
  }

  private func note(_ bytes: [UInt8]?, _ path: String) -> [UInt8]? {
    if let bytes {
      let digest = Fingerprint(of: bytes)
      digests.withLock { $0[path] = digest }
    }
    return bytes
  }

  /// The digests of what was read, by path.
  package var inputs: [(path: String, digest: Fingerprint)] {
    digests.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
