import Simulation

/// Reads the rows of a usage recording, in any of the formats.
struct RecordingReader {
  private let name: String
  private let format: UsageTrace.Format
  private let ignored: Set<String>
  private var rows: DelimitedRows
  private var columns = Columns()
  private var recording = Recording()

  /// Position in `recording.apps` by label and by name; `ignoredApp` for what is to be ignored.
  private var appsByLabel: [String: Int32] = [:]
  private var appsByName: [String: Int32] = [:]
  /// The label read last, because the next is mostly the same.
  private var lastLabel: (field: Range<Int>, app: Int32)?

  /// The sections still to be read, last first; nil: all rows.
  private var sections: [DelimitedRows.Section]?

  private static let ignoredApp: Int32 = -1

  /// How many rows of the recording are known to come before these; any number but 0 says that there
  /// are some.
  var rowsBefore = 0
  /// Where the header ends.
  private var headEnd = 0

  /// Where a format has what.
  private struct Columns {
    var user: Int?
    var time = 0
    var label = 1
    var event = 2
    /// Fields of the header or, without one, the first row.
    var width = 0

    var needed: Int { max(user ?? 0, time, label, event) + 1 }
  }

  /// - Parameters:
  ///   - sections: what to read of the rows; nil reads all.
  init(
    _ bytes: [UInt8], name: String, format: UsageTrace.Format,
    options: UsageTrace.Options = UsageTrace.Options(), sections: [DelimitedRows.Section]? = nil
  ) {
    self.name = name
    self.format = format
    ignored = Set((options.ignore ?? format.ignoredByDefault).map(UsageTrace.appName))
    rows = DelimitedRows(bytes, delimiter: format == .lsapp ? .tab : .comma)
    self.sections = sections?.reversed()
  }

  /// Reads the rows: O(bytes), memory for the rows of one user.
  ///
  /// A last row that was cut off is an error that says so: what else is missing nobody knows.
  mutating func read() throws(UserModelError) -> Recording {
    try forEachRow { reader throws(UserModelError) in try reader.readRow() }
    guard recording.rowCount > 0 else { throw Self.emptiness(of: name) }
    return recording
  }

  /// Goes through the rows, of the sections if some are named.
  mutating func forEachRow(
    _ body: (inout RecordingReader) throws(UserModelError) -> Void
  ) throws(UserModelError) {
    var isAhead = try readHeader()
    if let first = sections?.popLast() {
      rows.enter(first)
      isAhead = rows.next()
    }
    var count = 0
    while isAhead {
      if columns.width == 0 { columns.width = rows.fields.count }
      do throws(UserModelError) {
        try body(&self)
      } catch {
        guard rows.isUnfinished, rowsBefore + count > 0 else { throw error }
        throw self.error(
          "the file ends in the middle of a row",
          rows.fields.map { rows.text($0) }.joined(separator: ","),
          "restore the file, or delete that row to use what comes before it")
      }
      count += 1
      isAhead = next()
    }
  }

  /// Goes to the next row, in the next section after the last of one.
  private mutating func next() -> Bool {
    while !rows.next() {
      guard let section = sections?.popLast() else { return false }
      rows.enter(section)
    }
    return true
  }

  static func emptiness(of name: String) -> UserModelError {
    UserModelError("\(name): no row of usage (only a header); give a recording with rows")
  }

  /// Goes to the first row of data; false when there is none.
  private mutating func readHeader() throws(UserModelError) -> Bool {
    guard rows.next() else {
      throw UserModelError("\(name): the file is empty (\(rows.bytes.count) bytes); give another")
    }
    if rows.damage != nil { return true }
    if format == .awareScreen { columns = Columns(label: 0, event: 1) }
    guard format == .lsapp else {
      let isData = rows.fields[0].first.map { (0x30...0x39).contains(rows.bytes[$0]) } ?? true
      return isData ? true : rows.next()
    }
    let header = rows.fields.map { rows.text($0) }
    func column(_ title: String) throws(UserModelError) -> Int {
      if let index = header.firstIndex(of: title) { return index }
      throw error("the header lacks a column", title, "give lsapp.tsv with its header line")
    }
    columns = Columns(
      user: try column("user_id"), time: try column("timestamp"), label: try column("app_name"),
      event: try column("event_type"), width: header.count)
    headEnd = rows.section.bytes.upperBound
    return rows.next()
  }

  /// Throws what makes a row unusable, whoever's it is.
  func checkRow() throws(UserModelError) {
    switch rows.damage {
    case .nul:
      throw error("a NUL byte", rowText, "the file is damaged or no text; repair this line")
    case .quote:
      throw error("a quote is not closed, or not at a field's end", rowText, "repair this line")
    case nil:
      break
    }
    guard rows.fields.count >= columns.needed else {
      throw error(
        "\(rows.fields.count) fields where \(columns.needed) are needed", rowText,
        "expected \(format.layout)")
    }
  }

  /// What comes before the rows.
  var head: [UInt8] { [UInt8](rows.bytes[..<headEnd]) }
  /// The row's user, where the format has users.
  var user: ArraySlice<UInt8> { rows.bytes[rows.fields[columns.user ?? 0]] }
  /// The row alone.
  var section: DelimitedRows.Section { rows.section }
  /// Of what was read last.
  var lastLine: Int { rows.line }

  private mutating func readRow() throws(UserModelError) {
    try checkRow()
    if rows.isUnfinished, rows.fields.count < columns.width {
      throw error("the row is cut off", rowText, "complete it")
    }
    let time = rows.fields[columns.time]
    guard let milliseconds = Timestamp.milliseconds(rows.bytes, time) else {
      if Timestamp.isWithOffset(rows.bytes, time) {
        throw error(
          "a time with the offset of a zone", rows.text(time),
          "give what the phone's own clock showed, without an offset")
      }
      throw error(
        "not a time", rows.text(time), "give unix seconds or milliseconds, or YYYY-MM-DD HH:MM:SS")
    }
    let sign = try sign(in: rows.fields[columns.event])
    recording.note(milliseconds)
    switch sign {
    case .front(let kind): add(kind, at: milliseconds)
    case .dark: add(.elsewhere, app: 0, at: milliseconds)
    case .broken: recording.skipped.broken += 1
    case .unknown: recording.skipped.unknownType += 1
    case .irrelevant: break
    }
  }

  private mutating func add(_ kind: Recording.Event.Kind, at milliseconds: Int64) {
    let app = format == .awareScreen ? newApp("screen") : app(labelled: rows.fields[columns.label])
    if app != Self.ignoredApp {
      add(kind, app: app, at: milliseconds)
    } else if kind == .opened {
      add(.elsewhere, app: app, at: milliseconds)
    }
  }

  private mutating func add(_ kind: Recording.Event.Kind, app: Int32, at milliseconds: Int64) {
    recording.events.append(Recording.Event(milliseconds: milliseconds, app: app, kind: kind))
  }

  /// The app of a label; labels that give the same name are one app.
  private mutating func app(labelled field: Range<Int>) -> Int32 {
    if let lastLabel, rows.isSame(field, lastLabel.field) { return lastLabel.app }
    let label = rows.text(field)
    let app = appsByLabel[label] ?? newApp(label)
    lastLabel = (field, app)
    return app
  }

  private mutating func newApp(_ label: String) -> Int32 {
    let name = UsageTrace.appName(label)
    let app: Int32
    if ignored.contains(name) {
      app = Self.ignoredApp
    } else if let known = appsByName[name] {
      app = known
    } else {
      app = Int32(recording.apps.count)
      recording.apps.append((name, label))
      appsByName[name] = app
    }
    appsByLabel[label] = app
    return app
  }

  private var rowText: String {
    rows.text(rows.fields[0].lowerBound..<(rows.fields.last?.upperBound ?? 0))
  }

  private func error(_ what: String, _ value: String, _ advice: String) -> UserModelError {
    UserModelError("\(name):\(rows.line): \(what) (\(quoted(value))); \(advice)")
  }
}

extension RecordingReader {
  /// What a row's event means.
  private enum Sign {
    case front(Recording.Event.Kind)
    /// The screen went off, or the device.
    case dark
    case irrelevant
    /// The recorder itself says that the row is no good.
    case broken
    /// A number this program does not know.
    case unknown
  }

  private func sign(in field: Range<Int>) throws(UserModelError) -> Sign {
    switch format {
    case .androidUsageEvents: try androidSign(field)
    case .lsapp: try lsappSign(field)
    case .csv: try csvSign(field)
    case .awareScreen: try screenSign(field)
    }
  }

  /// The constants of `UsageEvents.Event`; those up to 31 are taken.
  private func androidSign(_ field: Range<Int>) throws(UserModelError) -> Sign {
    switch Int(rows.text(field)) {
    case 1: .front(.opened)
    case 2: .front(.closed)
    case 16, 26: .dark
    case .some(0...31): .irrelevant
    case .some(32...): .unknown
    default: throw error("not an event type", rows.text(field), "expected \(format.layout)")
    }
  }

  private func lsappSign(_ field: Range<Int>) throws(UserModelError) -> Sign {
    if rows.isWord(field, "user interaction") { return .front(.present) }
    if rows.isWord(field, "opened") { return .front(.opened) }
    if rows.isWord(field, "closed") { return .front(.closed) }
    if rows.isWord(field, "broken") { return .broken }
    throw error(
      "not an event", rows.text(field), "give Opened, Closed, User Interaction or Broken")
  }

  private func csvSign(_ field: Range<Int>) throws(UserModelError) -> Sign {
    if rows.isWord(field, "opened") { return .front(.opened) }
    if rows.isWord(field, "closed") { return .front(.closed) }
    throw error("not an event", rows.text(field), "give opened or closed")
  }

  /// AWARE's states of the screen: off, on, locked, unlocked.
  private func screenSign(_ field: Range<Int>) throws(UserModelError) -> Sign {
    switch Int(rows.text(field)) {
    case 0: .dark
    case 1: .front(.opened)
    case 2, 3: .irrelevant
    default: throw error("not a state of a screen", rows.text(field), "give 0 to 3")
    }
  }
}
