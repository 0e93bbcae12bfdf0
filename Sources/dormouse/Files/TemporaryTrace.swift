import Foundation
import Runs
import Simulation
import Workflows

/// A trace that is kept only as long as it is open: its file has no name, so nothing can be left
/// behind, however the program ends.
final class TemporaryTrace: TraceSink {
  private let handle: FileHandle
  private(set) var failure: CommandError?

  init() throws(CommandError) {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("dormouse-\(UUID().uuidString).jsonl")
    do {
      try Data().write(to: place)
      handle = try FileHandle(forUpdating: place)
      try FileManager.default.removeItem(at: place)
    } catch {
      throw .inputOutput(
        "\(place.path): it cannot be written (\(error.reason)); set TMPDIR to a folder")
    }
  }

  func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    do { try handle.write(contentsOf: Data(bytes)) } catch {
      failure = .inputOutput("temporary trace: it cannot be written (\(error.reason)); make room")
    }
  }

  /// Returns its lines from the first on. Throws the error of an earlier write.
  func lines() throws(CommandError) -> LineReader {
    if let failure { throw failure }
    do { try handle.seek(toOffset: 0) } catch {
      throw .inputOutput("temporary trace: it cannot be read (\(error.reason)); try again")
    }
    return LineReader(handle)
  }
}
