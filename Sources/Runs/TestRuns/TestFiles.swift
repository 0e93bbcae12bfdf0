import Foundation

/// A rule for which files have tests.
public enum TestFiles {
  /// Returns the files of tests below a folder: those named `test.lua`, `NAME-test.lua` or
  /// `NAME_test.lua`, in the order of their paths, without hidden ones. Empty: there is none.
  public static func find(below folder: String) -> [String] {
    var found: [String] = []
    collect(folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder, &found)
    return found
  }

  static func isTest(_ name: String) -> Bool {
    name == "test.lua" || name.hasSuffix("-test.lua") || name.hasSuffix("_test.lua")
  }

  private static func collect(_ folder: String, _ found: inout [String]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      // For a link this is the type of the link: one to a folder may lead back here.
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory: collect(path, &found)
      // A pipe or a device would keep its reader waiting.
      case .typeRegular, .typeSymbolicLink: if isTest(name) { found.append(path) }
      default: break
      }
    }
  }
}
