import Device
import Simulation

/// A comparison of two traces, line by line, in memory that does not grow with them.
public struct TraceComparison: Sendable {
  /// The number of lines shown before the first difference, and of each trace from it on.
  private static let before = 3
  private static let after = 3

  /// One of the two traces.
  struct Side: Sendable {
    /// The clock of the trace's first record.
    var clock = DayClock()
    /// The lines from the first difference on, as many as are shown.
    var lines: [[UInt8]] = []
    var records = 0
    var worldRecords = 0
    /// The digest of all records of the world.
    var world = Fingerprint(of: [])
    /// The counts of records by kind; looked up, and sorted before they are shown.
    var kinds: [TraceKind: Int] = [:]
  }

  private(set) var sides = [Side(), Side()]
  /// The last lines that both have.
  private(set) var common: [[UInt8]] = []
  /// The number of lines that both have from their beginning, equal except for the reasons of
  /// decisions.
  private(set) var equalRecords = 0
  /// The number of those that differ in the reasons that the policies gave.
  private(set) var otherReasons = 0
  private(set) var isDifferent = false

  public init() {}

  /// Whether the two are equal as far as they have been added, to the last byte.
  public var isEqual: Bool { !isDifferent && otherReasons == 0 }

  /// Whether the first trace is the beginning of the second, and has ended where they part.
  public var firstIsBeginning: Bool { isDifferent && sides[0].lines.isEmpty }

  /// Takes the next line of each trace, without its newline; nil where one has ended. Explanations
  /// are no part of what happened: leave them out (`isComment`).
  public mutating func add(_ first: [UInt8]?, _ second: [UInt8]?) throws(RecordError) {
    if !isDifferent, let line = first, try areAlike(line, second) {
      equalRecords += 1
      if common.count == TraceComparison.before { common.removeFirst() }
      common.append(line)
    } else {
      isDifferent = true
    }
    try note(first, 0)
    try note(second, 1)
  }

  /// Returns whether lines are equal, or decisions that differ in their reasons only: two policies
  /// that do the same word it differently, and that is not where they part.
  private mutating func areAlike(_ line: [UInt8], _ other: [UInt8]?) throws(RecordError)
    -> Bool
  {
    if line == other { return true }
    guard let other, try TraceComparison.kind(of: line) == .policyDecision,
      try TraceComparison.kind(of: other) == .policyDecision
    else { return false }
    guard
      try RecordEntry(parsing: line).withoutReasons == RecordEntry(parsing: other).withoutReasons
    else { return false }
    otherReasons += 1
    return true
  }

  private mutating func note(_ line: [UInt8]?, _ side: Int) throws(RecordError) {
    guard let line else { return }
    if sides[side].records == 0 { sides[side].clock = try RecordEntry(parsing: line).clock }
    if isDifferent, sides[side].lines.count < TraceComparison.after {
      sides[side].lines.append(line)
    }
    let kind = try TraceComparison.kind(of: line)
    sides[side].records += 1
    sides[side].kinds[kind, default: 0] += 1
    guard kind.isOfTheWorld else { return }
    sides[side].worldRecords += 1
    let known = Array(sides[side].world.description.utf8)
    sides[side].world = Fingerprint(of: known + line)
  }

  /// Returns whether a line is a comment on what happened.
  public static func isComment(_ line: [UInt8]) throws(RecordError) -> Bool {
    try kind(of: line).isComment
  }

  private static let start = Array(#"{"ns":"#.utf8)
  private static let middle = Array(#","kind":""#.utf8)

  /// Returns the kind of a record, without reading all of it where the line is as `Trace` writes
  /// it. O(1).
  private static func kind(of line: [UInt8]) throws(RecordError) -> TraceKind {
    if line.starts(with: start) {
      let rest = line[start.count...].drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if rest.starts(with: middle) {
        let name = rest.dropFirst(middle.count).prefix { $0 != UInt8(ascii: "\"") }
        if let kind = TraceKind(rawValue: String(decoding: name, as: UTF8.self)),
          line.last == UInt8(ascii: "}")
        {
          return kind
        }
      }
    }
    return try RecordEntry(parsing: line).kind
  }
}

extension RecordEntry {
  fileprivate var withoutReasons: RecordEntry {
    guard case .decided(let call, var choice) = record else { return self }
    choice.reasons = NamedValues()
    return RecordEntry(at: at, app: app, .decided(call, choice))
  }
}
