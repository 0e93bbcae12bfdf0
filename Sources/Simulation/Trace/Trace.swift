/// Receives the trace of a run in batches of whole JSON lines.
public protocol TraceSink: AnyObject {
  func write(_ bytes: [UInt8])
}

/// The record of what happened in a run, one JSON object a line, and its fingerprint.
///
/// The fingerprint is defined as the XXH3 128-bit digest of exactly the bytes of the trace, so that
/// `xxh128sum` of a written trace shows the same. It is taken whether or not there is a sink.
///
/// A class, because everything in a run records into the one trace.
public final class Trace {
  /// How many bytes are collected before they are hashed and leave.
  static let batch = 64 * 1024

  private let sink: (any TraceSink)?
  private var hash = StreamingHash()
  #if DEBUG
    private var lines = TraceFields()
  #else
    /// Not checked for overlapping access where no tests run: `fields` must not record.
    @exclusivity(unchecked) private var unchecked = TraceFields()
    private var lines: TraceFields {
      @inline(__always) _read { yield unsafe unchecked }
      @inline(__always) _modify { yield unsafe &unchecked }
    }
  #endif
  /// Hashed already, together with annotations, and not yet given to the sink.
  private var held: [UInt8] = []

  /// The number of records so far.
  public var count: Int { lines.count }

  public init(sink: (any TraceSink)? = nil) { self.sink = sink }

  /// Adds one line: the time, the kind, the app where there is one, and the fields of the kind in
  /// the order in which `fields` adds them. `fields` itself must not record.
  public func record(
    _ kind: String, at instant: Instant, app: String? = nil,
    _ fields: (inout TraceFields) -> Void = { _ in }
  ) {
    lines.line(kind, at: instant, app: app, fields)
    if lines.json.count >= Trace.batch { flush() }
  }

  /// Adds one line that comments on what happened and is no part of it: it goes to the sink, in its
  /// place, and leaves `fingerprint` and `count` as they are.
  public func annotate(
    _ kind: String, at instant: Instant, app: String? = nil,
    _ fields: (inout TraceFields) -> Void = { _ in }
  ) {
    guard sink != nil else { return }
    hashLines()
    lines.line(kind, at: instant, app: app, fields)
    lines.count -= 1
    lines.json.append(to: &held)
    lines.json.clear()
    if held.count >= Trace.batch { flush() }
  }

  /// Hands what is still held back to the sink.
  public func finish() { flush() }

  /// The fingerprint of everything recorded so far; what is held back goes to the sink.
  public var fingerprint: Fingerprint {
    flush()
    return hash.fingerprint
  }

  private func flush() {
    hashLines()
    guard !held.isEmpty else { return }
    sink?.write(held)
    held.removeAll(keepingCapacity: true)
  }

  /// Moves the lines since the last batch on to those held for the sink.
  private func hashLines() {
    guard lines.json.count > 0 else { return }
    lines.json.withBytes { hash.update($0) }
    if sink != nil { lines.json.append(to: &held) }
    lines.json.clear()
  }
}
