import Device
import Foundation
import Scripting

/// A recording that lies on the disk and is read a piece at a time, so that its size is not that of
/// the memory.
public final class RecordingFile: RecordingBytes {
  /// What is read at once is no larger; a recording without users is.
  private static let pieceLimit = 512 << 20

  public let count: Int
  private let path: String
  private let descriptor: CInt

  /// Nil where there is no such file that can be read from any place, as a pipe cannot.
  public init?(_ path: String) {
    var status = stat()
    // A pipe must not be opened to be looked at: whoever writes to it would take us for its reader.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.path = path
    self.descriptor = descriptor
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  public func bytes(in range: Range<Int>) throws(UserModelError) -> [UInt8] {
    guard range.count <= RecordingFile.pieceLimit else {
      throw UserModelError("\(path): it is larger than 512 MB; give a usage recording")
    }
    var bytes = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < range.count {
      let (rest, position) = (range.count - filled, off_t(range.lowerBound + filled))
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress?.advanced(by: filled), rest, position)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else {
        let reason = read == 0 ? "it became shorter meanwhile" : Self.reason
        throw UserModelError("\(path): it cannot be read (\(reason)); give a file that can")
      }
      filled += read
    }
    return bytes
  }

  private static var reason: String { unsafe String(cString: strerror(errno)).lowercased() }
}
