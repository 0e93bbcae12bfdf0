/// Why a file cannot be read, with the code that Foundation has for it.
public enum FileError: Int, Error, Sendable {
  /// `NSFileReadNoSuchFileError`.
  case noSuchFile = 260
  /// `NSFileReadNoPermissionError`: its class does not allow it now.
  case noPermission = 257

  /// One line for people.
  public var localizedDescription: String {
    switch self {
    case .noSuchFile: "there is no such file"
    case .noPermission: "the file is protected, and the device is locked"
    }
  }
}

/// The files of an app, which outlive its processes.
struct StoredFiles {
  struct File {
    var contents: [UInt8]
    var protection: FileProtection
  }

  /// The files by path; looked up only.
  private var files: [String: File] = [:]
  /// Bytes of all contents and paths, and some for each file.
  private(set) var bytes = 0

  subscript(path: String) -> File? {
    get { files[path] }
    set {
      bytes -= size(of: path)
      files[path] = newValue
      bytes += size(of: path)
    }
  }

  func size(of path: String) -> Int {
    files[path].map { $0.contents.count + path.utf8.count + Limits.bytesAStoredItem } ?? 0
  }
}
