import Simulation

/// An output to which `run` writes a trace.
protocol TraceOutput: TraceSink {
  /// The error of a write; the run need not go on then.
  var failure: CommandError? { get }
  /// Completes the output at the end of a run that went well.
  func commit() throws(CommandError)
}

extension OutputFile: TraceOutput {}

/// A trace that goes to an open stream as it comes.
final class PrintedTrace: TraceOutput {
  private let stream: OutputStream
  private(set) var failure: CommandError?

  init(_ stream: OutputStream) {
    self.stream = stream
  }

  func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    do throws(CommandError) { try stream.write(bytes) } catch { failure = error }
  }

  func commit() throws(CommandError) {
    if let failure { throw failure }
    try stream.flush()
  }
}
