import Foundation
import Runs
import Workflows

/// A reader of a file's lines, one after the other, in constant memory.
struct LineReader {
  private static let batch = 64 * 1024
  /// The longest line in bytes: no trace has a longer one, and without a limit a file without
  /// newlines would fill the memory.
  static let lengthLimit = 16 << 20

  private let handle: FileHandle
  private var bytes: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// Reads an open file from where it stands.
  init(_ handle: FileHandle) { self.handle = handle }

  /// Opens the file of a path; `-` is the standard input.
  init(path: String) throws(CommandError) {
    if path == "-" {
      handle = .standardInput
      return
    }
    do { handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) } catch {
      if error.posixCode == ENOENT {
        throw .noInput("\(shown(path)): there is no such file; check the name")
      }
      throw .noInput("\(shown(path)): it cannot be read (\(error.reason)); name a readable file")
    }
  }

  /// Returns the next line without its newline, and whether it had one; nil after the last.
  mutating func next() throws(LineError) -> (line: [UInt8], isWhole: Bool)? {
    var searched = position
    while true {
      if let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = newline + 1 }
        return (Array(bytes[position..<newline]), true)
      }
      searched = bytes.count
      if isAtEnd {
        guard position < bytes.count else { return nil }
        defer { position = bytes.count }
        return (Array(bytes[position...]), false)
      }
      guard bytes.count - position < LineReader.lengthLimit else { throw .tooLong }
      searched -= position
      bytes.removeSubrange(..<position)
      position = 0
      try fill()
    }
  }

  private mutating func fill() throws(LineError) {
    let data: Data?
    do { data = try handle.read(upToCount: LineReader.batch) } catch {
      throw .unreadable(error.reason)
    }
    if let data, !data.isEmpty { bytes += data } else { isAtEnd = true }
  }
}

/// The reason why there is no next line.
enum LineError: Error, CustomStringConvertible {
  case tooLong
  case unreadable(String)

  var description: String {
    switch self {
    case .tooLong: "the line is longer than 16 MB; is this a trace?"
    case .unreadable(let reason): "it cannot be read (\(reason)); name a readable file"
    }
  }
}
