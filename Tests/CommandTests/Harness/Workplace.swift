import Foundation
import Testing

/// A folder of one test's own, in which it runs the built command as its users do.
final class Workplace {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("dormouse-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  // MARK: Files

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  /// Names of everything in the folder, hidden files too, but for the two that runs leave their
  /// output in.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix("output-") }.sorted()
  }

  // MARK: Running the command

  /// What a run of the command came to.
  struct Outcome {
    /// Of one that a signal has ended as a shell has it: 128 and the signal's number.
    let status: Int32
    let output: String
    let errors: String
    let isEndedBySignal: Bool
  }

  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") throws -> Outcome {
    try start(arguments, input: input).finish()
  }

  /// Runs a line of shell in which `$0` is the command.
  func shell(_ line: String) throws -> Outcome { try startShell(line).finish() }

  /// The same; the caller waits for it with `finish`. A signal reaches the command if the line is
  /// `exec`.
  func startShell(_ line: String) throws -> Running {
    let command = try Running.executable()
    return try Running(
      ["-c", line, command.path], of: URL(fileURLWithPath: "/bin/sh"), in: folder, input: "")
  }

  /// Starts the command; the caller waits for it with `finish`.
  func start(_ arguments: [String], input: String = "") throws -> Running {
    try Running(arguments, of: Running.executable(), in: folder, input: input)
  }
}

/// A command that runs.
final class Running {
  /// A test fails rather than wait longer than this for a command, in seconds;
  /// scripts/test-threads, under which all takes many times as long, gives more.
  private static let patience =
    ProcessInfo.processInfo.environment["DORMOUSE_PATIENCE"].flatMap(Double.init) ?? 300

  private let process = Process()
  private let output: URL
  private let errors: URL

  init(_ arguments: [String], of executable: URL, in folder: URL, input: String) throws {
    let mark = UUID().uuidString
    output = folder.appendingPathComponent("output-\(mark)")
    errors = folder.appendingPathComponent("output-\(mark)-errors")
    let source = folder.appendingPathComponent("output-\(mark)-input")
    try Data(input.utf8).write(to: source)
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    // A command of a shell has no signals blocked, as threads of tests have, and their children.
    var (none, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// The built command, which lies beside the bundle of these tests.
  static func executable() throws -> URL {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let start = URL(fileURLWithPath: bundle ?? CommandLine.arguments[0])
    let file = start.deletingLastPathComponent().appendingPathComponent("dormouse")
    try #require(FileManager.default.isExecutableFile(atPath: file.path), "no \(file.path)")
    return file
  }

  var isRunning: Bool { process.isRunning }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// What it has printed so far.
  func outputSoFar() throws -> String {
    String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }

  /// Waits until something holds, at most as long as for a command's end.
  func wait(until condition: () throws -> Bool) throws {
    let limit = Date(timeIntervalSinceNow: Running.patience)
    while try !condition(), Date() < limit { Thread.sleep(forTimeInterval: 0.01) }
  }

  func finish() throws -> Workplace.Outcome {
    try wait { !process.isRunning }
    if process.isRunning {
      process.terminate()
      Issue.record("the command did not end: \(process.arguments ?? [])")
    }
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Workplace.Outcome(
      status: isSignal ? 128 + process.terminationStatus : process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self),
      isEndedBySignal: isSignal)
  }
}
