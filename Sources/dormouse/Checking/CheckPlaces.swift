import Foundation

/// The operands of `check`: scripts, and folders in which all scripts are taken.
enum CheckPlaces {
  /// Returns the files that are named and those below the folders, each once.
  static func files(_ operands: [String]) throws(CommandError) -> [String] {
    var known = Set<String>()
    var files: [String] = []
    for operand in operands {
      guard fileKind(of: operand) == .typeDirectory else {
        if known.insert(operand).inserted { files.append(operand) }
        continue
      }
      var found: [String] = []
      try collect(
        operand.count > 1 && operand.hasSuffix("/") ? String(operand.dropLast()) : operand, &found)
      guard !found.isEmpty else {
        throw .noInput("\(shown(operand)): there is no .lua file below it; name another folder")
      }
      for path in found where known.insert(path).inserted { files.append(path) }
    }
    return files
  }

  private static func collect(
    _ folder: String, _ found: inout [String]
  ) throws(CommandError) {
    let files = FileManager.default
    for name in try reading(folder, files.contentsOfDirectory).sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      // For a link this is the type of the link: one to a folder may lead back here.
      let attributes = try reading(path, files.attributesOfItem)
      if attributes[.type] as? FileAttributeType == .typeDirectory {
        try collect(path, &found)
      } else if name.hasSuffix(".lua"), isReadable(attributes[.type]) {
        found.append(path)
      }
    }
  }

  /// A pipe or a device would keep its reader waiting.
  private static func isReadable(_ type: Any?) -> Bool {
    [.typeRegular, .typeSymbolicLink].contains(type as? FileAttributeType)
  }

  private static func reading<Result>(
    _ path: String, _ read: (_ atPath: String) throws -> Result
  ) throws(CommandError) -> Result {
    do { return try read(path) } catch {
      throw .noInput("\(shown(path)): it cannot be read; see who may, or name others")
    }
  }
}
