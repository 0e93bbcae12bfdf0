/// Receives the trace of a run in batches of whole JSON lines.
public protocol TraceSink: AnyObject {
  func write(_ bytes: [UInt8])
}

/// The record of what happened in a run, one JSON object a line, and its fingerprint.
///
/// The fingerprint is the XXH3 128-bit digest of what the records say, in the form of
/// `RecordDigest`. It is taken whether or not there is a sink; without one no line is written.
///
/// A class, because everything in a run records into the one trace.
public final class Trace {
  /// How many bytes are collected before they are hashed or leave.
  static let batch = 64 * 1024

  private let sink: (any TraceSink)?
  #if DEBUG
    private var records: TraceFields
  #else
    /// Not checked for overlapping access where no tests run: `fields` must not record.
    @exclusivity(unchecked) private var unchecked: TraceFields
    private var records: TraceFields {
      @inline(__always) _read { yield unsafe unchecked }
      @inline(__always) _modify { yield unsafe &unchecked }
    }
  #endif

  /// The number of records so far.
  public var count: Int { records.count }

  public init(sink: (any TraceSink)? = nil) {
    self.sink = sink
    let fields = TraceFields(isWritten: sink != nil)
    #if DEBUG
      records = fields
    #else
      unsafe unchecked = fields
    #endif
  }

  /// Adds one record: the time, the kind, the app where there is one, and the fields of the kind in
  /// the order in which `fields` adds them. `fields` itself must not record.
  public func record(
    _ kind: String, at instant: Instant, app: String? = nil,
    _ fields: (inout TraceFields) -> Void = { _ in }
  ) {
    records.record(kind, at: instant, app: app, fields)
    if records.json.count >= Trace.batch { flush() }
  }

  /// Adds one line that comments on what happened and is no part of it: it goes to the sink, in its
  /// place, and leaves `fingerprint` and `count` as they are.
  public func annotate(
    _ kind: String, at instant: Instant, app: String? = nil,
    _ fields: (inout TraceFields) -> Void = { _ in }
  ) {
    guard sink != nil else { return }
    records.annotation(kind, at: instant, app: app, fields)
    if records.json.count >= Trace.batch { flush() }
  }

  /// Hands what is still held back to the sink.
  public func finish() { flush() }

  /// The fingerprint of everything recorded so far; what is held back goes to the sink.
  public var fingerprint: Fingerprint {
    flush()
    return records.digest.fingerprint
  }

  private func flush() {
    guard let sink, records.json.count > 0 else { return }
    var lines: [UInt8] = []
    records.json.append(to: &lines)
    records.json.clear()
    sink.write(lines)
  }
}
