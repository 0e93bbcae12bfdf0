import Foundation
import Simulation
import Studies

/// The program that draws figures (gnuplot.info), as it is installed on this machine.
struct Gnuplot {
  private let path: String

  /// Finds it, so that one that is missing is told before the work.
  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(CommandError) {
    guard let found = installed("gnuplot", environment) else {
      throw .noInput(
        "plot: there is no gnuplot on the PATH, which draws figures; install it (apt-get install "
          + "gnuplot-nox, or brew install gnuplot), or take its script: -o FIGURE.gp")
    }
    path = found
  }

  /// The picture that a script makes.
  func draw(_ script: String) throws(CommandError) -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    // Settings of the user's own are no part of the figure.
    process.arguments = ["-d", "-"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "0"]) { $1 }
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch {
      throw .noInput("\(shown(path)): it cannot be run (\(error.reason)); install it anew")
    }
    // It draws while it reads, so nothing may wait for the end of something else.
    let complaints = Guarded(Data())
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      try? input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
      try? input.fileHandleForWriting.close()
    }
    DispatchQueue.global().async(group: group) {
      let text = errors.fileHandleForReading.readDataToEndOfFile()
      complaints.withLock { $0 = text }
    }
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    group.wait()
    process.waitUntilExit()
    let words = String(decoding: complaints.withLock { $0 }, as: UTF8.self)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .first { !$0.isEmpty && $0 != "^" }
    guard process.terminationStatus == 0, !picture.isEmpty else {
      throw .fault(
        "plot: gnuplot could not draw it (\(shown(words ?? "it says nothing", 300))); it has to be of "
          + "version 5.4 or later; -o FIGURE.gp writes what it was told")
    }
    return Array(picture)
  }
}

/// Where a program of other people's lies; nil: none of its name is on the PATH.
func installed(_ program: String, _ environment: [String: String]) -> String? {
  (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(program)" }.first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}
