import Device
import Simulation

/// What one phone's battery and charger did while being recorded: `usage.battery`.
///
/// The level holds until the next row, also in a gap. Rows of one moment hold in their order, rows out
/// of order are put in their place.
public struct BatteryRecording: Sendable {
  /// How a recording is written.
  public enum Format: String, CaseIterable, Sendable {
    /// `time,battery_level,battery_status` of AWARE: seconds or milliseconds since 1970, percent, and
    /// Android's status, 2 charging, 3 discharging, 4 not charging, 5 full. A header may order the
    /// columns otherwise, and others are passed over. Another status (unknown, or AWARE's own below 0 of
    /// a phone that goes off and on) says nothing of the charger.
    case aware = "aware-battery"
  }

  /// Since 1970 on the recording's clock, of the run's start.
  public let begins: TimeSpan
  /// Time of day then.
  public var startsAt: TimeSpan { begins.timeOfDay }
  /// From then to the last row.
  public let span: TimeSpan
  /// Rows read.
  public let rowCount: Int

  /// What changed, in order of time; the first says both.
  private let changes: [Change]

  private struct Change: Equatable {
    var milliseconds: Int64
    var percent: Int64
    /// Nil: no row has said it so far.
    var isCharging: Bool?
  }

  /// Reads a recording; `name` is the file's, for messages.
  ///
  /// O(bytes), or O(n log n) for rows out of order. Errors name the line.
  ///
  /// - Parameters:
  ///   - begins: where in it the run begins, since 1970; nil: with its first row.
  public init(
    _ bytes: [UInt8], name: String, format: Format, begins: TimeSpan? = nil
  ) throws(UserModelError) {
    try UsageRecording.refuseBinary(bytes, name: name)
    var reader = BatteryReader(bytes, name: name)
    var rows = try reader.read()
    if zip(rows, rows.dropFirst()).contains(where: { $0.milliseconds > $1.milliseconds }) {
      let order = rows.indices.sorted {
        (rows[$0].milliseconds, $0) < (rows[$1].milliseconds, $1)
      }
      rows = order.map { rows[$0] }
    }
    var changes: [Change] = []
    for row in rows {
      let change = Change(
        milliseconds: row.milliseconds, percent: row.percent,
        isCharging: row.isCharging ?? changes.last?.isCharging)
      if change.percent == changes.last?.percent, change.isCharging == changes.last?.isCharging {
        continue
      }
      changes.append(change)
    }
    self.changes = changes
    rowCount = rows.count
    let first = TimeSpan.milliseconds(Int(rows[0].milliseconds))
    let last = TimeSpan.milliseconds(Int(rows[rows.count - 1].milliseconds))
    self.begins = begins ?? first
    span = last - self.begins
    guard (first...last).contains(self.begins) else {
      throw UserModelError(
        "\(name): begins is not within it (\(plainNumber(self.begins.seconds))); give "
          + "\(plainNumber(first.seconds)) to \(plainNumber(last.seconds))")
    }
  }

  /// What a device is told, in order of time; the first at the start.
  ///
  /// A run that starts at the time of day of `begins` begins there; one that starts at another time of
  /// day waits until then, with what held then. O(changes).
  public func powerChanges(startsAt: TimeSpan, duration: TimeSpan) -> [PowerChange] {
    let origin = Instant.start + (begins - startsAt).timeOfDay
    var found: [PowerChange] = []
    var status = PowerStatus(level: 1, isCharging: false)
    for change in changes {
      let since = TimeSpan.milliseconds(Int(change.milliseconds)) - begins
      // What held when the recording begins, or was said first, holds from the start.
      let at = since <= .zero || found.isEmpty ? .start : origin + since
      guard at < .start + duration else { break }
      status.level = Double(change.percent) / 100
      status.isCharging = change.isCharging ?? status.isCharging
      if found.last?.at == at { found.removeLast() }
      found.append(PowerChange(at: at, level: status.level, charging: status.isCharging))
    }
    return found
  }
}

/// Reads the rows of a battery's recording.
private struct BatteryReader {
  struct Row {
    var milliseconds: Int64
    var percent: Int64
    var isCharging: Bool?
  }

  private let name: String
  private var rows: DelimitedRows
  private var columns = (time: 0, level: 1, status: 2)

  init(_ bytes: [UInt8], name: String) {
    self.name = name
    rows = DelimitedRows(bytes, delimiter: .comma)
  }

  mutating func read() throws(UserModelError) -> [Row] {
    guard rows.next() else {
      throw UserModelError("\(name): the file is empty (\(rows.bytes.count) bytes); give another")
    }
    var isAhead = true
    let first = rows.fields[0].first.map { rows.bytes[$0] } ?? 0
    if rows.damage == nil, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      try readHeader()
      isAhead = rows.next()
    }
    var found: [Row] = []
    while isAhead {
      found.append(try row())
      isAhead = rows.next()
    }
    guard !found.isEmpty else {
      throw UserModelError("\(name): no row of a battery (only a header); give one with rows")
    }
    return found
  }

  private mutating func readHeader() throws(UserModelError) {
    let header = rows.fields.map { rows.text($0) }
    func column(_ titles: String...) throws(UserModelError) -> Int {
      for title in titles {
        if let index = header.firstIndex(of: title) { return index }
      }
      throw error(
        "the header lacks a column", titles[0], "give \(BatteryReader.layout) or no header")
    }
    columns = (
      try column("time", "timestamp"), try column("battery_level"), try column("battery_status")
    )
  }

  private static let layout = "time,battery_level,battery_status"

  private func row() throws(UserModelError) -> Row {
    let text = rows.text(rows.fields[0].lowerBound..<(rows.fields.last?.upperBound ?? 0))
    guard rows.damage == nil, rows.fields.count > max(columns.time, columns.level, columns.status)
    else { throw error("no row of a battery", text, "expected \(BatteryReader.layout)") }
    let fields = rows.fields
    guard let milliseconds = Timestamp.milliseconds(rows.bytes, fields[columns.time]) else {
      throw error(
        "not a time", rows.text(fields[columns.time]), "give unix seconds or milliseconds")
    }
    let level = rows.text(fields[columns.level])
    guard let percent = Int64(level), (0...100).contains(percent) else {
      throw error("not a level", level, "give whole percents, 0 to 100")
    }
    let status = rows.text(fields[columns.status])
    guard let number = Int(status) else {
      throw error("not a status", status, "give 2 charging, 3 discharging, 4 not charging, 5 full")
    }
    let isCharging: Bool? =
      switch number {
      case 2, 5: true
      case 3, 4: false
      default: nil
      }
    return Row(milliseconds: milliseconds, percent: percent, isCharging: isCharging)
  }

  private func error(_ what: String, _ value: String, _ advice: String) -> UserModelError {
    UserModelError("\(name):\(rows.line): \(what) (\(quoted(value))); \(advice)")
  }
}
