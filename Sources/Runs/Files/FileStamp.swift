import Foundation

<<<<<<< HEAD
/// A mark of a file's state, found without reading it: a file that is written again, also
/// in place, or replaced by another has another stamp.
=======
/// A stamp that tells one state of a file from another without reading it: a file that is written
/// again, also in place, or replaced by another has another stamp.
>>>>>>> d3aa46dd69e4d6f0eaaa9460e20e11216c7358a4
public struct FileStamp: Hashable, Sendable {
  private let file: Int?
  private let size: Int?
  private let writtenAt: Date?

<<<<<<< HEAD
  /// Makes the stamp of the file at a path, or at the end of the links there; nil where there is
  /// none.
=======
  /// Returns the stamp of what is at a path, or at the end of the links there; nil where there is
  /// nothing.
>>>>>>> d3aa46dd69e4d6f0eaaa9460e20e11216c7358a4
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
