import Foundation
import Simulation

/// The folder that the studio shows: its texts are listed, read, and written when somebody saves.
struct Folder {
  /// A file as it is now.
  struct Entry {
    /// The path in the folder.
    let path: String
    let size: Int
    /// Another whenever the file was written.
    let version: String
  }

  /// The endings of files that are shown.
  private static let endings: Set = ["lua", "md", "txt", "csv", "json"]
  /// The most files that are listed.
  static let mostFiles = 5_000
  /// The largest file that is opened, in bytes.
  static let mostBytes = 8 << 20

  /// Its path without links.
  let path: String

  /// - Throws: why there is no such folder.
  init(_ path: String) throws(StudioError) {
    let files = FileManager.default
    guard files.fileExists(atPath: path) else { throw .folder("there is no such folder") }
    let absolute = path.hasPrefix("/") ? path : files.currentDirectoryPath + "/" + path
    self.path = URL(fileURLWithPath: absolute).resolvingSymlinksInPath().path
    guard attributes(of: "")?[.type] as? FileAttributeType == .typeDirectory else {
      throw .folder("it is a file; name the folder that it is in")
    }
  }

  /// The files of the folder and the folders in it, by path; hidden ones are left out, and so is
  /// what lies behind links. O(files).
  func entries() -> (files: [Entry], isCut: Bool) {
    var entries: [Entry] = []
    var folders = [""]
    while let folder = folders.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
      for name in names.sorted() where !name.hasPrefix(".") {
        let inside = folder + name
        guard let attributes = attributes(of: inside) else { continue }
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory: folders.append(inside + "/")
        case .typeRegular where Self.isShown(name):
          guard entries.count < Self.mostFiles else { return (sorted(entries), true) }
          entries.append(entry(inside, attributes))
        default: break
        }
      }
    }
    return (sorted(entries), false)
  }

  private func sorted(_ entries: [Entry]) -> [Entry] {
    entries.sorted { $0.path < $1.path }
  }

  private static func isShown(_ name: String) -> Bool {
    name.lastIndex(of: ".").map { endings.contains(String(name[name.index(after: $0)...])) }
      ?? false
  }

  /// The contents and version of a file.
  func read(_ inside: String) throws(StudioError) -> (bytes: [UInt8], version: String) {
    let place = try place(of: inside)
    guard let attributes = attributes(of: place) else { throw .file("there is no such file") }
    let entry = entry(inside, attributes)
    guard entry.size <= Self.mostBytes else {
      throw .file("it is larger than 8 MB; open it in another editor")
    }
    do {
      return (Array(try Data(contentsOf: place)), entry.version)
    } catch {
      throw .file("it cannot be read: \(reason(error))")
    }
  }

  /// Writes a file, all of it or nothing.
  ///
  /// - Parameters:
  ///   - version: what the file was like when it was read; nil: there was none.
  /// - Returns: its version now.
  func write(
    _ bytes: [UInt8], to inside: String, over version: String?
  ) throws(StudioError) -> String {
    let place = try place(of: inside)
    guard bytes.count <= Self.mostBytes else {
      throw .file("it is larger than 8 MB, which the studio could not open again")
    }
    let attributes = attributes(of: place)
    let now = attributes.map { entry(inside, $0).version }
    guard now == version else {
      throw .file(
        now == nil
          ? "it was removed meanwhile"
          : version == nil ? "there is such a file already" : "it was changed meanwhile")
    }
    do {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: place, options: .atomic)
      // What can be run stays so.
      if let mode = attributes?[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
      }
    } catch {
      throw .file("it cannot be written: \(reason(error))")
    }
    return self.attributes(of: place).map { entry(inside, $0).version } ?? ""
  }

  /// The place of a file that may be opened, behind its link if it is one.
  private func place(of inside: String) throws(StudioError) -> URL {
    guard holds(inside), Self.isShown(String(inside.split(separator: "/").last ?? "")) else {
      throw .file("it is no file of this folder that the studio opens")
    }
    return URL(fileURLWithPath: "\(path)/\(inside)").resolvingSymlinksInPath()
  }

  /// Whether a path, of a file that is there or of a new one, leads to a place in the folder, not
  /// through links out of it, and names nothing hidden.
  func holds(_ inside: String) -> Bool {
    let parts = inside.split(separator: "/", omittingEmptySubsequences: false)
    guard !inside.utf8.contains(0), parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      return false
    }
    // A new file has a folder that exists, or is about to.
    var existing = URL(fileURLWithPath: "\(path)/\(inside)")
    while existing.path.count > path.count, !FileManager.default.fileExists(atPath: existing.path) {
      existing.deleteLastPathComponent()
    }
    return "\(existing.resolvingSymlinksInPath().path)/".hasPrefix("\(path)/")
  }

  private func attributes(of inside: String) -> [FileAttributeKey: Any]? {
    attributes(of: URL(fileURLWithPath: "\(path)/\(inside)"))
  }

  private func attributes(of place: URL) -> [FileAttributeKey: Any]? {
    try? FileManager.default.attributesOfItem(atPath: place.path)
  }

  private func entry(_ inside: String, _ attributes: [FileAttributeKey: Any]) -> Entry {
    let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    let number = (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0
    return Entry(path: inside, size: size, version: "\(size)-\(number)-\(date)")
  }

  /// What the system says of an error.
  private func reason(_ error: any Error) -> String {
    // What Foundation's error rests on is the system's own.
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let system = (underlying ?? error) as NSError
    return system.localizedFailureReason ?? system.localizedDescription
  }
}
