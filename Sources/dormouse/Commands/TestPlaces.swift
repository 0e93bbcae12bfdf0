import Runs
import Workflows

/// The operands of `test`: files, and folders in which files are looked for.
struct TestPlaces {
  private let operands: [(path: String, isFolder: Bool)]

  /// Refuses a path at which there is nothing, and a folder without tests.
  init(_ paths: [String]) throws(CommandError) {
    var operands: [(path: String, isFolder: Bool)] = []
    for path in paths {
      let isFolder = fileKind(of: path) == .typeDirectory
      if !isFolder {
        try InputFile.require(path, in: [.script])
      } else if TestFiles.find(below: path).isEmpty {
        throw .noInput(
          "\(shown(path)): there is no file of tests below it; name one test.lua or "
            + "NAME-test.lua, or name the file itself")
      }
      operands.append((path, isFolder))
    }
    self.operands = operands
  }

  /// The files that are named, and those that the folders have now; each once.
  var files: [String] {
    var known = Set<String>()
    return operands.flatMap { $0.isFolder ? TestFiles.find(below: $0.path) : [$0.path] }
      .filter { known.insert($0).inserted }
  }
}
