import Experiments
import Foundation
import Runs
import Simulation
import Workflows

/// A file that is written whole or not at all: it grows under a temporary name beside its own and
/// gets that when it is complete.
///
/// A pipe or a device cannot be replaced and is written to directly.
final class OutputFile: TraceSink {
  let path: String
  private let place: URL
  /// The temporary file; nil when the file is written to directly.
  private let temporary: URL?
  private let handle: FileHandle
  private var isOpen = true
  /// The first error; what is written after it is lost anyway.
  private(set) var failure: CommandError?

  /// Refuses a path at which no file can be made: a folder's, or one in a folder that does not
  /// exist.
  static func requirePlace(_ path: String) throws(CommandError) {
    guard fileKind(of: path) != .typeDirectory else {
      throw .inputOutput("\(shown(path)): it is a folder; name a file")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard fileKind(of: folder) == .typeDirectory else {
      throw .noInput("\(shown(path)): there is no such folder; check the name, or make the folder")
    }
  }

  /// Refuses to replace a file that the command reads or writes itself.
  convenience init(
    _ path: String, sparing others: [String], for option: String
  ) throws(CommandError) {
    let place = { (path: String) in URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    let isSpecial = fileKind(of: path) == .typeCharacterSpecial  // /dev/null takes anything
    if !isSpecial, let other = others.first(where: { place($0) == place(path) }) {
      throw .usage("--\(option): it would overwrite \(shown(other)); name another file")
    }
    try self.init(path)
  }

  /// Returns the file that an option names, nil where the option is not given. Refuses a file that
  /// the command reads, or that another of the `others` names.
  static func named(
    by option: String, of arguments: Arguments, sparing others: [String] = []
  ) throws(CommandError) -> OutputFile? {
    guard let path = arguments.value(option) else { return nil }
    let spared = arguments.operands + others.compactMap { arguments.value($0) }
    return try OutputFile(path, sparing: spared, for: option)
  }

  /// Opens a file. Throws when it cannot be written.
  init(_ path: String) throws(CommandError) {
    self.path = path
    try OutputFile.requirePlace(path)
    place = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let kind = fileKind(of: path)
    let isSpecial = kind != .typeRegular && FileManager.default.fileExists(atPath: path)
    let target: URL
    if isSpecial {
      target = place
      temporary = nil
    } else {
      let name = ".\(place.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).partial"
      target = place.deletingLastPathComponent().appendingPathComponent(name)
      temporary = target
    }
    if let temporary { UnfinishedFiles.began(temporary.path) }
    do {
      if !isSpecial { try Data().write(to: target) }
      handle = try FileHandle(forWritingTo: target)
    } catch {
      throw .inputOutput(
        "\(path): it cannot be written (\(error.reason)); name a file in a writable folder")
    }
  }

  deinit { discard() }

  func write(_ bytes: [UInt8]) {
    guard failure == nil, isOpen else { return }
    do {
      try handle.write(contentsOf: Data(bytes))
    } catch {
      failure =
        error.posixCode == EPIPE
        ? .outputClosed
        : .inputOutput("\(path): it cannot be written (\(error.reason)); nothing was kept")
    }
  }

  /// Gives the complete file its name. Throws the error of an earlier write.
  func commit() throws(CommandError) {
    guard isOpen else { return }
    if let failure {
      discard()
      throw failure
    }
    do {
      try handle.close()
      isOpen = false
    } catch {
      isOpen = true
      discard()
      throw unfinished(error.reason)
    }
    guard let temporary else { return }
    if let reason = DiskFile.replace(place.path, with: temporary.path) {
      isOpen = true
      discard()
      throw unfinished(reason)
    }
    UnfinishedFiles.finished(temporary.path)
  }

  private func unfinished(_ reason: String) -> CommandError {
    .inputOutput("\(path): it cannot be finished (\(reason)); nothing was kept")
  }

  /// Removes the unfinished file. Does nothing after `commit`.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    try? handle.close()
    guard let temporary else { return }
    try? FileManager.default.removeItem(at: temporary)
    UnfinishedFiles.finished(temporary.path)
  }
}
