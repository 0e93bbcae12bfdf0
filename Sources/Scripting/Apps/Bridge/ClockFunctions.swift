import Device
import Lua
import Simulation

/// `os`: the device's clock. Of the environment nothing is known.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineAppleClock() {
    function("CFAbsoluteTimeGetCurrent") { (frame, bridge) in
      frame.result(
        Double(CalendarTime.firstMidnight - LuaFrame.referenceDate) + bridge.app.clock.seconds)
    }
  }

  mutating func defineClock() {
    function("os.time") { (frame, bridge) throws(LuaFailure) in
      guard !frame.isNil(1) else {
        return frame.result(CalendarTime.seconds(at: bridge.app.clock))
      }
      try frame.table(1)
      try frame.charge(Cost.record)
      let seconds = try frame.dateTable(1)
      frame.setDate(CalendarTime(seconds: seconds), in: 1)
      return frame.result(seconds)
    }
    function("os.clock") { (frame, bridge) in
      frame.result((bridge.spent + bridge.cpu(frame.state)).seconds)
    }
    function("os.difftime") { (frame, _) throws(LuaFailure) in
      frame.result(try frame.number(1) - frame.number(2))
    }
    function("os.date") { (frame, bridge) throws(LuaFailure) in
      try frame.date(now: CalendarTime.seconds(at: bridge.app.clock))
    }
    function("os.getenv") { (frame, _) throws(LuaFailure) in
      _ = try frame.string(1)
      frame.pushNil()
      return .values(1)
    }
  }
}

extension LuaFrame {
  /// 1 January 2001, from which Foundation counts, in seconds since 1970.
  fileprivate static let referenceDate = 978_307_200
  /// Beyond these a year does not fit 32 bits, which is as far as Lua's own goes.
  private static let earliest = -67_768_040_609_740_800
  private static let latest = 67_768_036_191_676_799
  /// `%c`, two bytes, makes 24.
  private static let instructionsAFormatByte = 20

  fileprivate func date(now: Int) throws(LuaFailure) -> LuaReturn {
    var format = isNil(1) ? Array("%c".utf8) : Array(try string(1).utf8)
    try charge(Cost.record + format.count * LuaFrame.instructionsAFormatByte)
    let seconds = isNil(2) ? now : try integer(2)
    guard (LuaFrame.earliest...LuaFrame.latest).contains(seconds) else {
      throw argumentFailure(2, "time out of range, got \(seconds)")
    }
    if format.first == UInt8(ascii: "!") { format.removeFirst() }
    let time = CalendarTime(seconds: seconds)
    if format.starts(with: "*t".utf8) {
      setDate(time, in: pushTable(fields: 9))
      return .values(1)
    }
    var text = DateFormat(time)
    do throws(DateFormat.UnknownConversion) {
      push(try text.text(by: format))
    } catch {
      let conversion = String(decoding: error.text, as: UTF8.self)
      throw argumentFailure(1, "invalid conversion specifier '\(conversion)'")
    }
    return .values(1)
  }

  /// The fields of `os.time`'s table, in seconds since 1 January 1970.
  fileprivate func dateTable(_ index: Int) throws(LuaFailure) -> Int {
    CalendarTime.seconds(
      year: try dateField("year", of: index), month: try dateField("month", of: index),
      day: try dateField("day", of: index), hour: try dateField("hour", of: index, default: 12),
      minute: try dateField("min", of: index, default: 0),
      second: try dateField("sec", of: index, default: 0))
  }

  private func dateField(
    _ name: String, of index: Int, default standard: Int? = nil
  ) throws(LuaFailure) -> Int {
    let before = count
    defer { keep(before) }
    let place = pushField(name, of: index)
    if isNil(place) {
      guard let standard else {
        throw LuaFailure(.runtime, "field '\(name)' missing in date table")
      }
      return standard
    }
    guard let value = (try? integer(place)) ?? text(at: place).flatMap(Int.init) else {
      throw LuaFailure(.runtime, "field '\(name)' is not an integer")
    }
    guard Int32(exactly: value) != nil else {
      throw LuaFailure(.runtime, "field '\(name)' is out-of-bound")
    }
    return value
  }

  fileprivate func setDate(_ time: CalendarTime, in table: Int) {
    for (name, value) in [
      ("year", time.year), ("month", time.month), ("day", time.day), ("hour", time.hour),
      ("min", time.minute), ("sec", time.second), ("wday", time.weekday + 1),
      ("yday", time.dayOfYear + 1),
    ] {
      push(value)
      setField(name, of: table)
    }
    push(false)
    setField("isdst", of: table)
  }
}
