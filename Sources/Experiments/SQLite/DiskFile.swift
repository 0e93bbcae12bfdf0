import Foundation

/// What neither SQLite nor Foundation does with files.
public enum DiskFile {
  enum Kind: Equatable {
    case absent
    /// A symbolic link to what is absent.
    case brokenLink
    case regular(byteCount: Int)
    case folder
    /// A pipe, a device and the like.
    case special
    /// The system's words for why that cannot be told.
    case unknown(String)
  }

  /// What lies at a path, symbolic links followed.
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

  /// What tells a file from all others, whatever its name.
  struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  /// Of the file at a path, symbolic links followed; nil when there is none.
  static func identity(of path: String) -> Identity? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Makes an empty file where nothing is. Returns the system's words for why not; nil when it is
  /// done.
  static func make(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return reason }
    close(descriptor)
    return nil
  }

  /// The system's words for why a file may not be written; nil when it may.
  static func reasonNotToWrite(_ path: String) -> String? {
    unsafe access(path, W_OK) == 0 ? nil : reason
  }

  /// A name in the folder of a path for what shall be there once it is whole.
  static func temporaryName(beside path: String) -> String {
    let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    return "\(path[..<nameStart]).\(path[nameStart...]).\(getpid()).partial"
  }

  /// Gives a file another name in its folder, at which there must be nothing: two processes cannot
  /// both succeed. Returns the system's words for why not; nil when it is done.
  static func publish(_ temporary: String, as path: String) -> String? {
    guard unsafe link(temporary, path) == 0 else { return reason }
    remove(temporary)
    return nil
  }

  /// Gives a file another name in its folder; what is there is replaced in one step, so that at any
  /// moment one of the two is there. Returns the system's words for why not; nil when it is done.
  public static func replace(_ path: String, with temporary: String) -> String? {
    unsafe rename(temporary, path) == 0 ? nil : reason
  }

  /// Removes a file if it is there.
  static func remove(_ path: String) { unsafe unlink(path) }

  private static var reason: String { unsafe String(cString: strerror(errno)) }
}
