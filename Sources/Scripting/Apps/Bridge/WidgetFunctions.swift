import Device
import Lua
import Simulation

/// WidgetKit: `StaticConfiguration`, `Timeline`, `TimelineReloadPolicy` and `WidgetCenter`.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineWidgets() {
    function("StaticConfiguration", needs: .widgets) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let kind = try frame.shortString(1)
      try bridge.setProvider(frame, 2, of: kind)
      return .none
    }
    constant("TimelineReloadPolicy.atEnd", .text("atEnd"))
    constant("TimelineReloadPolicy.never", .text("never"))
    function("TimelineReloadPolicy.after", needs: .widgets) { (frame, _) throws(LuaFailure) in
      frame.result(try frame.date(1))
    }
    function("Timeline", needs: .widgets) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      try frame.table(1)
      _ = try bridge.timeline(frame, 1)
      let timeline = frame.pushTable(fields: 3)
      frame.push("Timeline")
      frame.setField("class", of: timeline)
      for name in Self.timelineFields {
        frame.pushField(name, of: 1)
        frame.setField(name, of: timeline)
      }
      return .values(1)
    }
    let center = objectClass("WidgetCenter")
    object("WidgetCenter.shared", center)
    method("reloadTimelines", of: center, needs: .widgets) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(center, "WidgetCenter.shared:reloadTimelines(kind)")
      try frame.charge(Cost.request)
      bridge.app.reloadTimelines(ofKind: try frame.shortString(2))
      return .none
    }
    method("reloadAllTimelines", of: center, needs: .widgets) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(center, "WidgetCenter.shared:reloadAllTimelines()")
      try frame.charge(Cost.request)
      bridge.app.reloadTimelines(ofKind: nil)
      return .none
    }
  }

  /// `completion(Timeline { ... })`; value 1 is the reload's number.
  mutating func defineTimelineCompletion() -> LuaBoundFunction {
    boundFunction { (frame, bridge) throws(LuaFailure) in
      let id = WidgetReloadID(number: Int32(truncatingIfNeeded: try frame.integer(1)))
      return try bridge.completeTimeline(id, frame)
    }
  }

  fileprivate static var timelineFields: [String] { ["entries", "policy"] }
}

extension AppBridge {
  /// The most entries that a timeline may have.
  private static let mostEntries = 10_000

  /// Keeps the provider that is value `index`, whose method is asked for timelines.
  fileprivate func setProvider(
    _ frame: borrowing LuaFrame, _ index: Int, of kind: String
  ) throws(LuaFailure) {
    let before = frame.count
    defer { frame.keep(before) }
    guard frame.type(at: index) == .table,
      frame.type(at: frame.pushField("getTimeline", of: index)) == .function
    else {
      throw frame.argumentFailure(
        index,
        "a provider expected, a table with a method getTimeline(context, completion), got "
          + frame.describeArgument(index))
    }
    if let provider = providers.removeValue(forKey: kind) { frame.state.release(provider) }
    providers[kind] = frame.reference(index)
    app.provideTimeline(ofKind: kind)
  }

  fileprivate func completeTimeline(
    _ id: WidgetReloadID, _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> LuaReturn {
    let before = frame.count
    guard frame.type(at: 2) == .table,
      frame.text(at: frame.pushField("class", of: 2)) == "Timeline"
    else {
      throw LuaFailure(
        .runtime,
        "the completion of getTimeline got \(frame.describeArgument(2)); give it a Timeline { ... }"
      )
    }
    frame.keep(before)
    try frame.charge(Cost.report)
    app.completeTimeline(id, try timeline(frame, 2), at: location(frame))
    return .none
  }

  /// A timeline as the table at `index` has it.
  fileprivate func timeline(
    _ frame: borrowing LuaFrame, _ index: Int
  ) throws(LuaFailure) -> WidgetTimeline {
    let before = frame.count
    defer { frame.keep(before) }
    try frame.checkFields(
      of: index, "Timeline", LuaLibraryBuilder<AppBridge>.timelineFields, also: "class")
    let entries = try entries(frame, frame.pushField("entries", of: index))
    return WidgetTimeline(
      entries: entries, reload: try reload(frame, frame.pushField("policy", of: index)))
  }

  private func entries(_ frame: borrowing LuaFrame, _ list: Int) throws(LuaFailure) -> [Instant] {
    let count = frame.type(at: list) == .table ? frame.length(list) : 0
    guard (1...Self.mostEntries).contains(count) else {
      throw LuaFailure(
        .runtime,
        "Timeline: entries: a list of 1 to \(Self.mostEntries) entries expected, got "
          + (frame.type(at: list) == .table ? "\(count)" : frame.describeArgument(list)))
    }
    try frame.charge(count * Cost.block)
    var dates: [Instant] = []
    for position in 1...count {
      let entry = frame.pushElement(position, of: list)
      guard frame.type(at: entry) == .table,
        frame.type(at: frame.pushField("date", of: entry)) == .number
      else {
        throw LuaFailure(
          .runtime,
          "Timeline: entry \(position) has no date; give it { date = os.time() + 60, ... }")
      }
      dates.append(instant(at: try frame.date(entry + 1)))
      frame.keep(list)
    }
    return dates
  }

  private func reload(
    _ frame: borrowing LuaFrame, _ place: Int
  ) throws(LuaFailure) -> WidgetTimeline.Reload {
    switch frame.type(at: place) {
    case .number: return .after(instant(at: try frame.date(place)))
    case .string where frame.text(at: place) == "atEnd": return .atEnd
    case .string where frame.text(at: place) == "never": return .never
    default:
      throw LuaFailure(
        .runtime,
        "Timeline: policy: TimelineReloadPolicy.atEnd, .after(date) or .never expected, got "
          + frame.describeArgument(place))
    }
  }
}

extension LuaFrame {
  /// A time as `os.time` gives it.
  func date(_ index: Int) throws(LuaFailure) -> Double {
    let date = try number(index)
    guard !date.isNaN else { throw argumentFailure(index, "a date expected, got nan") }
    return date
  }
}

extension ScriptedApp {
  /// Asks the provider of the app's widget for a timeline.
  func provideTimeline(_ id: WidgetReloadID) -> Turn {
    guard let provider = bridge.providers[bridge.app.widget ?? ""] else { return Turn(.returned) }
    return settle(
      state.start(callMethod) { frame in
        frame.push(provider)
        frame.push("getTimeline")
        let context = frame.pushTable(fields: 1)
        frame.push(false)
        frame.setField("isPreview", of: context)
        frame.push(library.timelineCompletion, bound: Int(id.number))
      })
  }
}
