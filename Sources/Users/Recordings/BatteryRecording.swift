import Device
import Simulation

/// A recording of one phone's battery and charger: `usage.battery`.
///
/// The level holds until the next row, also in a gap. Rows of one moment hold in their order, rows
/// out of order are put in their place.
public struct BatteryRecording: Sendable {
  /// The ways in which a recording may be written.
  public enum Format: String, CaseIterable, Sendable {
    /// The columns `time,battery_level,battery_status` of AWARE: seconds or milliseconds since
    /// 1970, percent, and Android's status, 2 charging, 3 discharging, 4 not charging, 5 full.
    ///
    /// A header may order the columns otherwise, and others are passed over. Another status
    /// (unknown, or AWARE's own below 0 of a phone that goes off and on) says nothing of the
    /// charger.
    case aware = "aware-battery"
  }

  /// The run's start on the recording's clock, as time since 1970.
  public let begins: TimeSpan
  /// The time of day at the run's start.
  public var startsAt: TimeSpan { begins.timeOfDay }
  /// The time from the run's start to the last row.
  public let span: TimeSpan
  /// The number of rows read.
  public let rowCount: Int

  /// The rows at which level or charger changed, in order of time.
  private let changes: [BatteryReader.Row]

  /// Reads a recording; `name` is the file's, for messages.
  ///
  /// O(bytes), or O(n log n) for rows out of order. Errors name the line.
  ///
  /// - Parameters:
  ///   - begins: the run's start in the recording, as time since 1970; nil: its first row.
  public init(
    _ bytes: [UInt8], name: String, format: Format, begins: TimeSpan? = nil
  ) throws(UserModelError) {
    try UsageRecording.refuseBinary(bytes, name: name)
    var reader = BatteryReader(bytes, name: name)
    var rows = try reader.read()
    // The sort is stable, and fast where rows are in order.
    rows.sort { $0.milliseconds < $1.milliseconds }
    var changes: [BatteryReader.Row] = []
    for var row in rows {
      row.isCharging = row.isCharging ?? changes.last?.isCharging
      if row.percent != changes.last?.percent || row.isCharging != changes.last?.isCharging {
        changes.append(row)
      }
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

  /// Returns what a device is told, in order of time; the first change is at the start.
  ///
  /// A run that starts at the time of day of `begins` begins there; one that starts at another time
  /// of day waits until then, with what held then. O(changes).
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
    /// Whether the phone is on the charger; nil where no row has said it so far.
    var isCharging: Bool?
  }

  private var rows: DelimitedRows
  private var columns = (time: 0, level: 1, status: 2)

  init(_ bytes: [UInt8], name: String) {
    rows = DelimitedRows(bytes, name: name, delimiter: .comma)
  }

  mutating func read() throws(UserModelError) -> [Row] {
    guard rows.next() else { throw rows.emptyFile }
    var isAhead = true
    if rows.damage == nil, !rows.mayBeData {
      let advice = "give \(Self.layout) or no header"
      columns = (
        try rows.column("time", "timestamp", advice: advice),
        try rows.column("battery_level", advice: advice),
        try rows.column("battery_status", advice: advice)
      )
      isAhead = rows.next()
    }
    var found: [Row] = []
    while isAhead {
      found.append(try row())
      isAhead = rows.next()
    }
    guard !found.isEmpty else {
      throw UserModelError("\(rows.name): no row of a battery (only a header); give one with rows")
    }
    return found
  }

  private static let layout = "time,battery_level,battery_status"

  private func row() throws(UserModelError) -> Row {
    let fields = rows.fields
    guard rows.damage == nil, fields.count > max(columns.time, columns.level, columns.status) else {
      throw rows.error("no row of a battery", rows.rowText, "expected \(Self.layout)")
    }
    guard let milliseconds = Timestamp.milliseconds(rows.bytes, fields[columns.time]) else {
      throw rows.error(
        "not a time", rows.text(fields[columns.time]), "give unix seconds or milliseconds")
    }
    let level = rows.text(fields[columns.level])
    guard let percent = Int64(level), (0...100).contains(percent) else {
      throw rows.error("not a level", level, "give whole percents, 0 to 100")
    }
    let status = rows.text(fields[columns.status])
    guard let number = Int(status) else {
      throw rows.error(
        "not a status", status, "give 2 charging, 3 discharging, 4 not charging, 5 full")
    }
    let isCharging: Bool? =
      switch number {
      case 2, 5: true
      case 3, 4: false
      default: nil
      }
    return Row(milliseconds: milliseconds, percent: percent, isCharging: isCharging)
  }
}
