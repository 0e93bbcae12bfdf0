import Simulation

/// A sink that reads a trace as it comes, in constant memory.
public final class RecordStream: TraceSink {
  private let take: (TraceRecord) -> Void

  /// Creates the sink.
  ///
  /// - Parameters:
  ///   - take: gets each record, in order.
  public init(_ take: @escaping (TraceRecord) -> Void) { self.take = take }

  /// Takes whole lines. Ends the program where one is not a record, since the trace itself has
  /// written it.
  public func write(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      do { take(try TraceRecord(parsing: Array(line))) } catch {
        fatalError("RecordStream: \(error) (\(String(decoding: line, as: UTF8.self)))")
      }
    }
  }
}
