import Foundation

/// A check of the files that the command line names to be read. It comes before anything else, so
/// that a wrong name is reported as such and has a status of its own.
enum InputFile {
  /// Refuses a path at which there is no file, or one that may not be read.
  static func require(_ path: String) throws(CommandError) {
    let files = FileManager.default
    guard files.fileExists(atPath: path) else {
      throw .noInput("\(shown(path)): there is no such file; check the name")
    }
    guard fileKind(of: path) != .typeDirectory else {
      throw .noInput("\(shown(path)): it is a folder; name a file")
    }
    guard files.isReadableFile(atPath: path) else {
      throw .noInput("\(shown(path)): it cannot be read (Permission denied); make it readable")
    }
  }

  /// Returns the last part of a path, which does not depend on where the file lies.
  static func name(of path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

  /// Refuses a path at which there is no file, and also a file that is for other commands.
  static func require(_ path: String, in contents: [FileContent]) throws(CommandError) {
    try require(path)
    try FileContent.require(path, in: contents)
  }

  /// Refuses a policy's file that does not exist; policies of the catalogue have no ending.
  static func require(policy: String?) throws(CommandError) {
    if let policy, policy.hasSuffix(".lua") { try require(policy, in: [.script]) }
  }

  /// Refuses a path at which there is no folder.
  static func requireFolder(_ path: String, for option: String) throws(CommandError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .noInput("--\(option): there is no such folder (\(shown(path))); check the name")
    }
    guard fileKind(of: path) == .typeDirectory else {
      throw .noInput(
        "--\(option): it is no folder (\(shown(path))); name the folder of the scripts")
    }
  }
}

/// Returns the type of what is at a path, or at the end of the links there; nil where there is
/// nothing.
func fileKind(of path: String) -> FileAttributeType? {
  let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  return try? FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
}
