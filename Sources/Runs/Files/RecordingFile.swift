import Foundation
import Scripting
import Simulation
import Users

/// A recording on the disk that is read a piece at a time, so that its size is not limited by the
/// memory.
public final class RecordingFile: RecordingBytes {
  /// The most bytes that are read at once, which also limits a recording without users.
  private static let pieceLimit = 512 << 20

  public let count: Int
  private let path: String
  private let handle: Locked<FileHandle>

  /// Opens a file that can be read from any place. Nil where there is none, as for a pipe: that is
  /// not opened, since whoever writes to it would take us for its reader.
  public init?(_ path: String) {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
      attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int,
      let handle = try? FileHandle(forReadingFrom: file)
    else { return nil }
    self.path = path
    self.handle = Locked(handle)
    count = size
  }

  public func bytes(in range: Range<Int>) throws(UserModelError) -> [UInt8] {
    guard range.count <= RecordingFile.pieceLimit else {
      throw UserModelError("\(path): it is larger than 512 MB; give a usage recording")
    }
    do {
      let bytes = try handle.withLock { handle in Result { try Self.bytes(in: range, of: handle) } }
        .get()
      guard bytes.count == range.count else {
        throw UserModelError(
          "\(path): it became shorter while it was read (\(count) bytes before); give it again")
      }
      return bytes
    } catch let error as UserModelError {
      throw error
    } catch {
      throw UserModelError("\(path): it cannot be read (\(error.reason)); give a file that can")
    }
  }

  /// Reads as many bytes of a range as there are.
  private static func bytes(in range: Range<Int>, of handle: FileHandle) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    try handle.seek(toOffset: UInt64(range.lowerBound))
    while bytes.count < range.count,
      let part = try handle.read(upToCount: range.count - bytes.count), !part.isEmpty
    {
      bytes += part
    }
    return bytes
  }
}
