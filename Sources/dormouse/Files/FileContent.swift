import Foundation
import Simulation

/// The kind of a file's contents, guessed from its beginning: enough for a message to a user who
/// has named the wrong file.
enum FileContent {
  case script
  case store
  case trace

  /// Looks at a file; nil for what cannot be determined, such as a pipe, which can be read only
  /// once.
  init?(of path: String) {
    guard fileKind(of: path) == .typeRegular,
      let handle = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    else { return nil }
    defer { try? handle.close() }
    let head = (try? handle.read(upToCount: 16)) ?? Data()
    if head.starts(with: Data("SQLite format 3\0".utf8)) {
      self = .store
    } else if head.starts(with: Data(#"{"ns":"#.utf8)) {
      self = .trace
    } else if path.hasSuffix(".lua") {
      self = .script
    } else {
      return nil
    }
  }

  private var phrase: String {
    switch self {
    case .script: "a script"
    case .store: "a store of runs"
    case .trace: "a trace"
    }
  }

  /// Returns what such a file is for.
  private func use(of path: String) -> String {
    let name = shellQuoted(path)
    return switch self {
    case .script: "'dormouse run \(name)' runs a scenario, 'dormouse compare \(name)' an experiment"
    case .store: "'dormouse report \(name)' shows what is in it"
    case .trace: "'dormouse trace \(name)' prints it"
    }
  }

  /// Refuses a file that is for other commands.
  static func require(_ path: String, in wanted: [FileContent]) throws(CommandError) {
    guard let content = FileContent(of: path), !wanted.contains(content), let first = wanted.first
    else { return }
    throw .data(
      "\(shown(path)): it is \(content.phrase), not \(first.phrase); \(content.use(of: path))")
  }
}
