import Foundation

/// A mark of a file's state, found without reading it: a file that is written again, also
/// in place, or replaced by another has another stamp.
public struct FileStamp: Hashable, Sendable {
  private let file: Int?
  private let size: Int?
  private let writtenAt: Date?

  /// Makes the stamp of the file at a path, or at the end of the links there; nil where there is
  /// none.
  public init?(of path: String) {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: place) else {
      return nil
    }
    file = attributes[.systemFileNumber] as? Int
    size = attributes[.size] as? Int
    writtenAt = attributes[.modificationDate] as? Date
  }
}
