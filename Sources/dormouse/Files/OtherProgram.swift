import CTerminal
import Foundation
import Runs
import Simulation

/// Another party's program, as it is installed on this machine, that works for the command.
///
/// It has a process group of its own, so a Ctrl-C in the terminal does not reach it: whatever ends
/// the command ends it too, with what it has started.
struct OtherProgram {
  /// The time between two checks for a signal while it works, in seconds.
  private static let pause = 0.05
  /// The time that its output may take to end after the program itself, in seconds.
  private static let outputTimeout = 1.0

  let path: String

  /// Finds a program by its name; nil: there is none on the PATH.
  init?(_ name: String, _ environment: [String: String]) {
    let places = (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }
    guard let found = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return nil }
    path = found
  }

  /// The status and output of the program.
  struct Outcome {
    let status: Int32
    let output: Data
    let errors: Data
  }

  /// The reason why the program did not end by itself.
  enum Obstacle: Error {
    case notRun(reason: String)
    case tooSlow
    case outputOpen
    case signalled(Int32)
    /// The command got a signal, and has ended the program.
    case interrupted
  }

  /// Runs the program to its end, or ends it when its time is over or a signal has come.
  ///
  /// - Parameters:
  ///   - environment: nil: that of the command.
  ///   - timeout: how long it may take; nil: any time.
  ///   - mostBytes: how much it may write to the output, and to the standard error; a program that
  ///     writes more blocks until its time is over.
  func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String]? = nil,
    timeout: Duration? = nil, mostBytes: Int = .max
  ) throws(Obstacle) -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    let (source, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = source
    process.standardOutput = output
    process.standardError = errors
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    let child = try start(process)
    defer { dm_child_ended(child) }
    // It reads and writes while it works, and what it has started itself may keep its output open
    // for ever: so a queue does that, and is not waited for beyond its time.
    DispatchQueue.global().async {
      try? source.fileHandleForWriting.write(contentsOf: input)
      try? source.fileHandleForWriting.close()
    }
    let outputs = DispatchGroup()
    let words = [output, errors].map { pipe in
      let bytes = Locked(Data())
      DispatchQueue.global().async(group: outputs) {
        while bytes.withLock({ $0.count }) <= mostBytes {
          let part = pipe.fileHandleForReading.availableData
          if part.isEmpty { break }
          bytes.withLock { $0 += part }
        }
      }
      return bytes
    }
    do throws(Obstacle) {
      let deadline = timeout.map { DispatchTime.now() + $0 / .seconds(1) }
      try wait(until: deadline, or: .tooSlow) { ended.wait(timeout: $0) }
      let rest = DispatchTime.now() + OtherProgram.outputTimeout
      try wait(until: max(deadline ?? rest, rest), or: .outputOpen) { outputs.wait(timeout: $0) }
    } catch {
      kill(child, SIGKILL)
      throw error
    }
    guard process.terminationReason == .exit else { throw .signalled(process.terminationStatus) }
    let texts = words.map { $0.withLock { $0 } }
    return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  /// Starts the program.
  ///
  /// - Returns: the number by which `kill` ends it.
  private func start(_ process: Process) throws(Obstacle) -> pid_t {
    let start = Interruption.shared.undivided { () -> Result<pid_t, Obstacle> in
      do { try process.run() } catch { return .failure(.notRun(reason: error.reason)) }
      return .success(dm_child_began(process.processIdentifier))
    }
    return try start.get()
  }

  /// Waits for something, but no longer than to a moment, nor when a signal has come.
  private func wait(
    until deadline: DispatchTime?, or obstacle: Obstacle,
    for isOver: (DispatchTime) -> DispatchTimeoutResult
  ) throws(Obstacle) {
    while true {
      let pause = DispatchTime.now() + OtherProgram.pause
      if isOver(min(pause, deadline ?? pause)) == .success { return }
      if Interruption.shared.signal != nil { throw .interrupted }
      if let deadline, DispatchTime.now() >= deadline { throw obstacle }
    }
  }
}
