import Experiments
import Runs
import Scripting
import Simulation

/// The scripts and data that a store keeps, as files below a folder that is named like the store.
struct StoredScripts: ScriptFiles {
  /// The path of the experiment.
  let path: String
  private let paths: SourcePath
  /// The contents by the names that the store has for them, nil for what it does not keep; looked
  /// up only.
  private let contents: [String: [UInt8]?]

  /// Reads all of them. O(bytes).
  ///
  /// - Parameters:
  ///   - file: the experiment's, by its name in the store.
  ///   - folders: others that it was given, by their names in the store.
  init(_ store: Store, experiment file: String, folders: [String]) throws(StoreError) {
    var contents: [String: [UInt8]?] = [:]
    for file in try store.files() {
      let bytes = try store.contents(digest: file.digest)
      if let bytes, Fingerprint(of: bytes).description != file.digest {
        throw .unusable(
          "\(store.path): its copy of \(file.path) is not the file that its runs were made of "
            + "(another digest); it was damaged or edited, take another copy of the store")
      }
      contents[file.path] = .some(bytes)
    }
    self.contents = contents
    // Names lead up from the experiment's folder, so it lies as deep as they do.
    let ways = contents.keys.map { $0 } + folders
    let depth = ways.map { $0.split(separator: "/").prefix { $0 == ".." }.count }.max() ?? 0
    let name = store.path.split(separator: "/").last.map(String.init) ?? store.path
    // A folder of the same name as one that is led up to would shorten the way there.
    let parts = Set(ways.flatMap { $0.split(separator: "/") })
    var level = "scripts"
    while parts.contains(level[...]) { level = "its-" + level }
    let folder = "/" + ([name] + Array(repeating: level, count: depth)).joined(separator: "/")
    path = folder + "/" + file
    paths = SourcePath(besides: path)
  }

  /// Returns the store's name for a file that a script names by its place on the disk where the
  /// runs were made: the one file whose name ends it. Nil: there is none, or several.
  private func elsewhere(_ path: String) -> String? {
    let ending = contents.keys.filter { name in
      path.hasSuffix("/" + name.split(separator: "/").drop { $0 == ".." }.joined(separator: "/"))
    }
    return ending.count == 1 ? ending[0] : nil
  }

  /// Returns the folder of a name in the store.
  func folder(of name: String) -> String { paths.file(of: name) }

  func contents(of path: String) throws(ScriptFileError) -> [UInt8]? {
    var name = paths.name(of: path)
    if contents[name] == nil, let other = elsewhere(path) { name = other }
    guard let kept = contents[name] else { return nil }
    guard let kept else {
      throw ScriptFileError(
        "the store does not hold it (files above 16 MB are kept by their digest only); run the "
          + "experiment itself")
    }
    return kept
  }
}
