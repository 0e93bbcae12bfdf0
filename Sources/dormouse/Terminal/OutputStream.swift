import Foundation
import Runs
import Simulation
import Workflows

/// A buffered writer of text to a stream that is open already.
final class OutputStream {
  private static let batch = 64 * 1024

  private let handle: FileHandle
  private var buffer = Data()

  init(_ handle: FileHandle) {
    self.handle = handle
  }

  func write(_ text: String) throws(CommandError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= OutputStream.batch { try flush() }
  }

  func write(_ bytes: [UInt8]) throws(CommandError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= OutputStream.batch { try flush() }
  }

  func flush() throws(CommandError) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    Progress.shared.makeRoom(isWhole: buffer.last == UInt8(ascii: "\n"))
    do {
      try handle.write(contentsOf: buffer)
    } catch {
      if error.posixCode == EPIPE { throw .outputClosed }
      let remedy =
        error.posixCode == EBADF ? "open it, or write to a file" : "make room and try again"
      throw .inputOutput("output: it cannot be written (\(error.reason)); \(remedy)")
    }
  }
}
