import Foundation
import Scripting
import Simulation
import Users

/// A recording that lies on the disk and is read a piece at a time, so that its size is not that of
/// the memory.
public final class RecordingFile: RecordingBytes {
  /// What is read at once is no larger; a recording without users is.
  private static let pieceLimit = 512 << 20

  public let count: Int
  private let path: String
  private let handle: Locked<FileHandle>

  /// Nil where there is no such file that can be read from any place, as a pipe cannot: it is not
  /// opened, since whoever writes to it would take us for its reader.
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

  /// As many of a range as there are.
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
