import Foundation
import Scripting

/// Scripts as they lie on the disk.
public struct DiskScripts: ScriptFiles, Sendable {
  /// The largest file that is read, in bytes: the largest usage recording that we know, LSApp's,
  /// has 179 MB.
  private static let sizeLimit = 512 << 20

  public init() {}

  public func contents(of path: String, below folder: String) throws(ScriptFileError) -> [UInt8]? {
    func parts(_ path: String) -> [String] {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().pathComponents
    }
    guard parts(path).starts(with: parts(folder)) else {
      throw ScriptFileError(
        "it is a link out of its folder ('\(path)'); put the module there, or name its folder with "
          + "--lua-path")
    }
    return try contents(of: path)
  }

  /// Returns the name by which a store distinguishes files, so that a run made from a store is the
  /// same.
  public func place(of path: String) -> String { SourcePath.place(of: path) }

  public func contents(of path: String) throws(ScriptFileError) -> [UInt8]? {
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      var bytes: [UInt8] = []
      // A large file is not held twice; a pipe does not report its size.
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      bytes.reserveCapacity(
        min(DiskScripts.sizeLimit, attributes?[.size] as? Int ?? 0) + 1)
      while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
        bytes += part
        guard bytes.count <= DiskScripts.sizeLimit else {
          throw ScriptFileError("it is larger than 512 MB; name a script or a usage file")
        }
      }
      return bytes
    } catch let error as ScriptFileError {
      throw error
    } catch {
      if error.posixCode == ENOENT { return nil }
      throw ScriptFileError("it cannot be read (\(error.reason)); name a readable file")
    }
  }
}
