/// Reads the rows of a usage recording, in any of the formats.
struct RecordingReader {
  private let name: String
  private let format: UsageTrace.Format
  private let ignored: Set<String>
  private var rows: DelimitedRows
  private var columns = Columns()
  private var recorded = RecordedEvents()

  /// The position in `recorded.apps` of each label; nil of one that is to be ignored.
  private var appsByLabel: [String: Int?] = [:]
  private var appsByName: [String: Int] = [:]
  /// The label read last, because the next is mostly the same.
  private var lastLabel: (field: Range<Int>, app: Int?)?

  /// The sections still to be read, last first; nil: all rows.
  private var sections: [DelimitedRows.Section]?

  /// The positions of a format's columns.
  private struct Columns {
    var user: Int?
    var time = 0
    var label = 1
    var event = 2
    /// The number of fields in the header or, without one, in the first row.
    var width = 0

    var needed: Int { max(user ?? 0, time, label, event) + 1 }
  }

  /// A reader of a recording's bytes; `name` is the file's, for messages.
  ///
  /// - Parameters:
  ///   - sections: the rows to read; nil reads all.
  init(
    _ bytes: [UInt8], name: String, format: UsageTrace.Format,
    options: UsageTrace.Options = UsageTrace.Options(), sections: [DelimitedRows.Section]? = nil
  ) {
    self.name = name
    self.format = format
    ignored = Set((options.ignore ?? format.ignoredByDefault).map(UsageTrace.appName))
    rows = DelimitedRows(bytes, name: name, delimiter: format == .lsapp ? .tab : .comma)
    self.sections = sections?.reversed()
  }

  /// Reads the rows: O(bytes), memory for the rows of one user.
  ///
  /// A last row that was cut off is an error that says so: what else is missing nobody knows.
  mutating func read() throws(UserModelError) -> RecordedEvents {
    try forEachRow { reader throws(UserModelError) in try reader.readRow() }
    guard recorded.rowCount > 0 else { throw Self.emptiness(of: name) }
    return recorded
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
        guard rows.isUnfinished, count > 0 else { throw error }
        throw rows.error(
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

  /// The error of a recording without rows of data.
  static func emptiness(of name: String) -> UserModelError {
    UserModelError("\(name): no row of usage (only a header); give a recording with rows")
  }

  /// Goes to the first row of data, and returns false where there is none.
  private mutating func readHeader() throws(UserModelError) -> Bool {
    guard rows.next() else { throw rows.emptyFile }
    if rows.damage != nil { return true }
    if format == .awareScreen { columns = Columns(label: 0, event: 1) }
    guard format == .lsapp else { return rows.mayBeData ? true : rows.next() }
    let advice = "give lsapp.tsv with its header line"
    columns = Columns(
      user: try rows.column("user_id", advice: advice),
      time: try rows.column("timestamp", advice: advice),
      label: try rows.column("app_name", advice: advice),
      event: try rows.column("event_type", advice: advice), width: rows.fields.count)
    return rows.next()
  }

  /// Throws what makes a row unusable, whoever's it is.
  func checkRow() throws(UserModelError) {
    switch rows.damage {
    case .nul:
      throw rows.error(
        "a NUL byte", rows.rowText, "the file is damaged or no text; repair this line")
    case .quote:
      throw rows.error(
        "a quote is not closed, or not at a field's end", rows.rowText, "repair this line")
    case nil:
      break
    }
    guard rows.fields.count >= columns.needed else {
      throw rows.error(
        "\(rows.fields.count) fields where \(columns.needed) are needed", rows.rowText,
        "expected \(format.layout)")
    }
  }

  /// The row's user, where the format has users.
  var user: ArraySlice<UInt8> { rows.bytes[rows.fields[columns.user ?? 0]] }
  /// The section of the row alone.
  var section: DelimitedRows.Section { rows.section }

  private mutating func readRow() throws(UserModelError) {
    try checkRow()
    if rows.isUnfinished, rows.fields.count < columns.width {
      throw rows.error("the row is cut off", rows.rowText, "complete it")
    }
    let time = rows.fields[columns.time]
    guard let milliseconds = Timestamp.milliseconds(rows.bytes, time) else {
      if Timestamp.isWithOffset(rows.bytes, time) {
        throw rows.error(
          "a time with the offset of a zone", rows.text(time),
          "give what the phone's own clock showed, without an offset")
      }
      throw rows.error(
        "not a time", rows.text(time), "give unix seconds or milliseconds, or YYYY-MM-DD HH:MM:SS")
    }
    let sign = try format.sign(rows.fields[columns.event], of: rows)
    recorded.note(milliseconds)
    switch sign {
    case .front(let kind):
      let app =
        format == .awareScreen ? appNamed(by: "screen") : appNamed(by: rows.fields[columns.label])
      if let app {
        add(kind, app: app, at: milliseconds)
      } else if kind == .opened {
        add(.elsewhere, app: 0, at: milliseconds)
      }
    case .dark: add(.elsewhere, app: 0, at: milliseconds)
    case .broken: recorded.skipped.broken += 1
    case .unknown: recorded.skipped.unknownType += 1
    case .irrelevant: break
    }
  }

  private mutating func add(_ kind: RecordedEvents.Event.Kind, app: Int, at milliseconds: Int64) {
    recorded.events.append(.init(milliseconds: milliseconds, app: app, kind: kind))
  }

  /// Returns the app of the label in a field, or nil where it is to be ignored.
  private mutating func appNamed(by field: Range<Int>) -> Int? {
    if let lastLabel, rows.bytes[field] == rows.bytes[lastLabel.field] { return lastLabel.app }
    let app = appNamed(by: rows.text(field))
    lastLabel = (field, app)
    return app
  }

  /// Returns the app of a label, or nil where it is to be ignored; labels that give the same name
  /// are one app.
  private mutating func appNamed(by label: String) -> Int? {
    if let known = appsByLabel[label] { return known }
    let name = UsageTrace.appName(label)
    var app: Int?
    if !ignored.contains(name) {
      app = appsByName[name] ?? recorded.apps.count
      if app == recorded.apps.count {
        recorded.apps.append((name, label))
        appsByName[name] = app
      }
    }
    appsByLabel[label] = .some(app)
    return app
  }
}
