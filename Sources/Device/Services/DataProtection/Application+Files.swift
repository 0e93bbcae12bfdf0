import Simulation

/// The files of an app, as `FileManager` and `FileHandle` have them. Each is of one class, which it
/// gets when it is made.
extension Application {
  private var lock: DeviceLock { device.world.lock }

  private func name(_ path: String) -> String { "the file \"\(path)\"" }

  /// `FileManager.createFile`: makes a file, or puts another in its place; false where its class
  /// does not allow that now.
  public func createFile(
    _ path: String, _ contents: [UInt8], _ protection: FileProtection, at location: SourceLocation
  ) -> Bool {
    // A new file of completeUnlessOpen needs no key of the user's.
    guard lock.allows(protection, isOpen: true, at: now) else { return false }
    self.protection.reportIfUnread(name(path), "replaced", of: process, at: location)
    self.protection.apps[process].files[path] = .init(contents: contents, protection: protection)
    hasStored()
    return true
  }

  /// `Data(contentsOf:)`.
  ///
  /// - Parameters:
  ///   - isOpen: it is read by a handle.
  public func contents(ofFile path: String, isOpen: Bool = false) throws(FileError) -> [UInt8] {
    guard let file = protection.apps[process].files[path] else { throw .noSuchFile }
    guard lock.allows(file.protection, isOpen: isOpen, at: now) else {
      protection.noteUnread(name(path), of: process)
      throw .noPermission
    }
    protection.noteRead(name(path), of: process)
    return file.contents
  }

  /// Writes to the end of a file by a handle; false where its class does not allow that now, or it
  /// is gone.
  public func append(_ bytes: [UInt8], toFile path: String) -> Bool {
    guard let file = protection.apps[process].files[path],
      lock.allows(file.protection, isOpen: true, at: now)
    else { return false }
    protection.apps[process].files[path]?.contents += bytes
    hasStored()
    return true
  }

  /// `FileManager.fileExists`, which asks for no key.
  public func fileExists(_ path: String) -> Bool { protection.apps[process].files[path] != nil }

  /// `FileManager.removeItem`, which asks for no key; false where there is no such file.
  public func removeFile(_ path: String, at location: SourceLocation) -> Bool {
    guard fileExists(path) else { return false }
    protection.reportIfUnread(name(path), "removed", of: process, at: location)
    protection.apps[process].files[path] = nil
    return true
  }
}
