/// The meaning of a row's event.
enum RowSign {
  case front(RecordedEvents.Event.Kind)
  /// The screen went off, or the device.
  case dark
  case irrelevant
  /// The recorder itself says that the row is no good.
  case broken
  /// A number that this program does not know.
  case unknown
}

extension UsageTrace.Format {
  /// Returns the meaning of an event's field.
  func sign(_ field: Range<Int>, of rows: DelimitedRows) throws(UserModelError) -> RowSign {
    switch self {
    case .androidUsageEvents: try androidSign(field, rows)
    case .lsapp: try lsappSign(field, rows)
    case .csv: try csvSign(field, rows)
    case .awareScreen: try screenSign(field, rows)
    }
  }

  /// The constants of `UsageEvents.Event`; those up to 31 are taken.
  private func androidSign(
    _ field: Range<Int>, _ rows: DelimitedRows
  ) throws(UserModelError) -> RowSign {
    switch Int(rows.text(field)) {
    case 1: .front(.opened)
    case 2: .front(.closed)
    case 16, 26: .dark
    case .some(0...31): .irrelevant
    case .some(32...): .unknown
    default: throw rows.error("not an event type", rows.text(field), "expected \(layout)")
    }
  }

  private func lsappSign(
    _ field: Range<Int>, _ rows: DelimitedRows
  ) throws(UserModelError) -> RowSign {
    if rows.isWord(field, "user interaction") { return .front(.present) }
    if rows.isWord(field, "opened") { return .front(.opened) }
    if rows.isWord(field, "closed") { return .front(.closed) }
    if rows.isWord(field, "broken") { return .broken }
    throw rows.error(
      "not an event", rows.text(field), "give Opened, Closed, User Interaction or Broken")
  }

  private func csvSign(
    _ field: Range<Int>, _ rows: DelimitedRows
  ) throws(UserModelError) -> RowSign {
    if rows.isWord(field, "opened") { return .front(.opened) }
    if rows.isWord(field, "closed") { return .front(.closed) }
    throw rows.error("not an event", rows.text(field), "give opened or closed")
  }

  /// The states of AWARE's screen: off, on, locked, unlocked.
  private func screenSign(
    _ field: Range<Int>, _ rows: DelimitedRows
  ) throws(UserModelError) -> RowSign {
    switch Int(rows.text(field)) {
    case 0: .dark
    case 1: .front(.opened)
    case 2, 3: .irrelevant
    default: throw rows.error("not a state of a screen", rows.text(field), "give 0 to 3")
    }
  }
}
