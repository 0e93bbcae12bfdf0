import Foundation
import Runs
import Simulation

/// Another party's program, as it is installed on this machine, that works for the command.
struct OtherProgram {
  let path: String

  /// Finds a program by its name; nil: there is none on the PATH.
  init?(_ name: String, _ environment: [String: String]) {
    let places = (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }
    guard let found = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return nil }
    path = found
  }

  /// The status and output of the program; a signal that ended it counts as a status.
  struct Outcome {
    let status: Int32
    let output: Data
    let errors: Data
  }

  /// The reason why the program could not be started, in the system's words.
  struct Obstacle: Error {
    let reason: String
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - environment: nil: that of the command.
  func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String]? = nil
  ) throws(Obstacle) -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    let (source, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = source
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { throw Obstacle(reason: error.reason) }
    // It reads and writes while it works, and stands still where a pipe is full.
    let words = Locked(Data())
    let others = DispatchGroup()
    DispatchQueue.global().async(group: others) {
      try? source.fileHandleForWriting.write(contentsOf: input)
      try? source.fileHandleForWriting.close()
    }
    DispatchQueue.global().async(group: others) {
      let bytes = errors.fileHandleForReading.readDataToEndOfFile()
      words.withLock { $0 = bytes }
    }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    others.wait()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: bytes, errors: words.withLock { $0 })
  }
}
