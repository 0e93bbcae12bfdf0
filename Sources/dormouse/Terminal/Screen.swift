import CTerminal
import Foundation
import Reports

/// The terminal, taken for a screen of the command's own until `body` is over.
enum Screen {
  /// The rows and columns of a terminal that does not report them.
  private static let usual = (rows: 24, columns: 80)

  /// Takes the terminal while `body` runs, and restores it whatever `body` does; a signal or a
  /// fault does so too.
  ///
  /// - Throws: that there is no terminal, and what `body` throws.
  static func taken(_ body: () throws(CommandError) -> Void) throws(CommandError) {
    Progress.shared.end()
    guard dm_screen_begin() == 0 else {
      throw .usage(
        "--watch: input and output have to be a terminal, which they are not; "
          + "--timeline draws the run where there is none")
    }
    defer { dm_screen_end() }
    try body()
  }

  /// The size of the terminal now; a user may change it at any time.
  static var size: (rows: Int, columns: Int) {
    let size = Int(dm_screen_size())
    guard size > 0xFFFF, size & 0xFFFF > 0 else { return usual }
    return (size >> 16, size & 0xFFFF)
  }

  /// Returns the bytes of the keys pressed within some time; nil: no more can come.
  static func bytes(within milliseconds: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var wait = milliseconds
    while bytes.count < 64 {
      let next = dm_screen_byte(wait)
      if next == -2 { return bytes.isEmpty ? nil : bytes }
      guard next >= 0 else { break }
      bytes.append(UInt8(next))
      wait = 0
    }
    return bytes
  }

  /// Shows lines from the first row on; the rest of the screen is empty.
  static func show(_ lines: [String], _ output: OutputStream) throws(CommandError) {
    let wiped = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    try output.write("\u{1B}[H" + wiped + "\u{1B}[J")
    try output.flush()
  }
}
