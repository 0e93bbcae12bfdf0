import Device
import Simulation

/// A part of the day in which a budget differs.
protocol DailyPart: SendableMetatype {
  init()
  var hours: DayPart { get set }
  /// Whether nothing differs in it.
  var isEmpty: Bool { get }
}

extension DailyBudget.Part: DailyPart {
  var isEmpty: Bool { capacity == nil && refill == nil }
}

extension DeviceConfiguration.SlotLimits.Part: DailyPart {
  var isEmpty: Bool { concurrent == nil && starts == nil }
}

extension Key {
  /// `byTime = { { from = "22:00", to = "07:00", ... } }`: parts of the day in which other keys of
  /// the table differ.
  static func byTime<Part: DailyPart>(
    _ path: WritableKeyPath<Target, [Part]> & Sendable, _ keys: Keys<Part>
  ) -> Key {
    let others = keys.list.map(\.name).filter { !["from", "to"].contains($0) }
    return Key(
      "byTime", "list", "parts of the day with another \(others.joined(separator: " or "))"
    ) { value, place, target in
      target[keyPath: path] = WorldKeys.entries(of: PlacedValue(value: value, place: place))
        .map { table, place in
          var part = Part()
          let isRead = keys.read(table, at: place, into: &part)
          if isRead, part.isEmpty {
            place.report("changes nothing; give \(others.joined(separator: ", "))")
          }
          if isRead, part.hours.from == part.hours.to {
            place.key("to").report("no time after from; give another time of day")
          }
          return part
        }
    }
  }
}

extension Keys where Target: DailyPart {
  /// The keys of a part of the day, with those that may differ in it.
  static func part(_ others: [Key<Target>]) -> Keys<Target> {
    Keys(
      [
        Key("from", "time of day", "when it begins") { value, place, part in
          if let time = Moments.timeOfDay(value, at: place) { part.hours.from = time }
        }.required,
        Key("to", "time of day", "when it ends; earlier than from: on the next day") {
          value, place, part in
          if let time = Moments.timeOfDay(value, at: place) { part.hours.to = time }
        }.required,
      ] + others)
  }
}

extension DeviceKeys {
  static let poolPart = Keys<DailyBudget<TimeSpan>.Part>.part([
    Key("capacity", "s", "what it is filled up to", standard: "as else") { value, place, part in
      part.capacity = value.seconds(.time, at: place)
    },
    Key("refill", "s", "what each refill adds", standard: "as else") { value, place, part in
      part.refill = value.seconds(.time, at: place)
    },
  ])

  static let widgets = Keys<DeviceConfiguration.Widgets>([
    .integer(
      "capacity", \.budget.capacity, 0...1_000_000, "most reloads that a widget may save up"),
    .integer("refill", \.budget.refill, 0...1_000_000, "what each refill adds"),
    Key(
      name: "refillEvery", unit: "s, or false", meaning: "time between refills; false: never",
      standard: { $0.budget.refillEvery.map { plainNumber($0.seconds) } ?? "false" }
    ) { value, place, widgets in
      if value == .boolean(false) {
        widgets.budget.refillEvery = nil
      } else if let period = value.seconds(.period, at: place) {
        widgets.budget.refillEvery = period
      }
    },
    .seconds("interval", \.interval, .time, "least time from one reload to the next"),
    .byTime(\.budget.byTime, reloadPart),
  ])

  static let reloadPart = Keys<DailyBudget<Int>.Part>.part([
    Key("capacity", "whole number", "reloads that may be saved up", standard: "as else") {
      value, place, part in part.capacity = value.integer(0...1_000_000, at: place)
    },
    Key("refill", "whole number", "what each refill adds", standard: "as else") {
      value, place, part in part.refill = value.integer(0...1_000_000, at: place)
    },
  ])

  static let slotPart = Keys<DeviceConfiguration.SlotLimits.Part>.part([
    Key("concurrent", "whole number", "works at once", standard: "as else") {
      value, place, part in part.concurrent = value.integer(0...1_000_000, at: place)
    },
    Key("starts", "whole number", "works begun in any window", standard: "as else") {
      value, place, part in part.starts = value.integer(0...1_000_000, at: place)
    },
  ])
}
