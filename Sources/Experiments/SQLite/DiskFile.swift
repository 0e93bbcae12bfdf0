import Foundation

/// The operations on files that neither SQLite nor Foundation offers.
public enum DiskFile {
  enum Kind: Equatable {
    case absent
    /// A symbolic link to what is absent.
    case brokenLink
    case regular(byteCount: Int)
    case folder
    /// A pipe, a device or the like.
    case special
    /// The kind cannot be determined; the system's message says why.
    case unknown(String)
  }

  /// Returns what lies at a path, following symbolic links.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      guard errno == ENOENT else { return .unknown(reason) }
      return unsafe lstat(path, &status) == 0 ? .brokenLink : .absent
    }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .regular(byteCount: Int(status.st_size))
    case S_IFDIR: .folder
    default: .special
    }
  }

  /// Makes an empty file where there is none. Returns the system's message on failure; nil on
  /// success.
  static func make(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return reason }
    close(descriptor)
    return nil
  }

  /// Returns the system's message for why a file may not be written; nil when it may.
  static func reasonNotToWrite(_ path: String) -> String? {
    unsafe access(path, W_OK) == 0 ? nil : reason
  }

  /// Returns the path of the folder that a file is in.
  static func folder(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
  }

  /// Returns a name in the folder of a path for a file that is not complete yet.
  static func temporaryName(beside path: String) -> String {
    let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    return "\(path[..<nameStart]).\(path[nameStart...]).\(getpid()).partial"
  }

  /// Gives a file another name in its folder, which must be free: two processes cannot both
  /// succeed. Returns the system's message on failure; nil on success.
  static func publish(_ temporary: String, as path: String) -> String? {
    guard unsafe link(temporary, path) == 0 else { return reason }
    remove(temporary)
    return nil
  }

  /// Gives a file another name in its folder and replaces what is there in one step, so that one of
  /// the two is there at any moment. Returns the system's message on failure; nil on success.
  public static func replace(_ path: String, with temporary: String) -> String? {
    unsafe rename(temporary, path) == 0 ? nil : reason
  }

  /// Removes a file if it is there.
  static func remove(_ path: String) { unsafe unlink(path) }

  private static var reason: String { unsafe String(cString: strerror(errno)) }
}
