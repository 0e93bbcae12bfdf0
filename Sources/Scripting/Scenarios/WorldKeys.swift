import Device
import Simulation

/// The entries of `network`, `power` and `thermal`.
enum WorldKeys {
  struct NetworkDraft: RepeatingDraft {
    var at: PlacedValue?
    var repetition = Repetition()
    var kind = NetworkKind.wifi
  }

  static let network = Keys<NetworkDraft>(
    [
      .raw("at", \.at, "time", "from when on").required,
      .choice("kind", \.kind).required,
    ] + Key.repetition)

  struct PowerDraft: RepeatingDraft {
    var at: PlacedValue?
    var repetition = Repetition()
    var level: Double?
    var charging: Bool?
    var lowPowerMode: Bool?
  }

  static let power = Keys<PowerDraft>(
    [
      .raw("at", \.at, "time", "from when on").required,
      Key("level", "number", "the battery's charge, 0 to 1", standard: "as before") {
        value, place, draft in draft.level = value.number("number", .fraction, at: place)
      },
      Key("charging", "boolean", "whether the charger is connected", standard: "as before") {
        value, place, draft in draft.charging = value.flag(at: place)
      },
      Key("lowPowerMode", "boolean", "Low Power Mode", standard: "as before") {
        value, place, draft in draft.lowPowerMode = value.flag(at: place)
      },
    ] + Key.repetition)

  struct ThermalDraft: RepeatingDraft {
    var at: PlacedValue?
    var repetition = Repetition()
    var state = ThermalState.nominal
  }

  static let thermal = Keys<ThermalDraft>(
    [
      .raw("at", \.at, "time", "from when on").required,
      .choice("state", \.state).required,
    ] + Key.repetition)

  static func thermalChanges(_ list: PlacedValue, _ moments: Moments) -> [ThermalChange] {
    changes(list, thermal, ThermalDraft(), moments, at: \.at) {
      ThermalChange(at: $0, state: $1.state)
    } merging: {
      ThermalChange(at: .start, state: $1.state)
    }
  }

  static func networkChanges(_ list: PlacedValue, _ moments: Moments) -> [NetworkChange] {
    changes(list, network, NetworkDraft(), moments, at: \.at) {
      NetworkChange(at: $0, kind: $1.kind)
    } merging: {
      NetworkChange(at: .start, kind: $1.kind)
    }
  }

  static func powerChanges(_ list: PlacedValue, _ moments: Moments) -> [PowerChange] {
    changes(list, power, PowerDraft(), moments, at: \.at) {
      PowerChange(at: $0, level: $1.level, charging: $1.charging, lowPowerMode: $1.lowPowerMode)
    } merging: {
      PowerChange(
        at: .start, level: $1.level ?? $0?.level, charging: $1.charging ?? $0?.charging,
        lowPowerMode: $1.lowPowerMode ?? $0?.lowPowerMode)
    } check: { table, place in
      let figures = ["level", "charging", "lowPowerMode"]
      if table["at"] != .nothing, figures.allSatisfy({ table[$0] == .nothing }) {
        place.report("changes nothing (no level, charging or lowPowerMode); give one of them")
      }
    }
  }

  /// Returns the changes that a list of entries describes, in order of time.
  private static func changes<Draft: RepeatingDraft, Change>(
    _ list: PlacedValue, _ keys: Keys<Draft>, _ empty: Draft, _ moments: Moments,
    at time: (Change) -> Instant, _ change: (Instant, Draft) -> Change,
    merging: (Change?, Change) -> Change, check: (ScriptTable, Place) -> Void = { _, _ in }
  ) -> [Change] {
    entries(of: list).flatMap { table, place in
      var draft = empty
      keys.read(table, at: place, into: &draft)
      check(table, place)
      return instants(draft.at, draft.repetition, moments).map { change($0, draft) }
    }
    .inOrder(of: time)
    .sinceStart(at: time, merging: merging)
  }

  static func entries(of list: PlacedValue) -> [(ScriptTable, Place)] {
    (list.value.list(of: "entries", at: list.place) ?? []).compactMap { entry in
      entry.value.table(of: "entry", at: entry.place).map { ($0, entry.place) }
    }
  }

  /// Some before the start, where they hold from.
  private static func instants(
    _ value: PlacedValue?, _ repetition: Repetition, _ moments: Moments
  ) -> [Instant] {
    value.map { moments.instants($0, repetition, .holdsFromStart) } ?? []
  }
}

extension Array {
  /// Where days before the start had changes, too: all of them to the start as one, the others as
  /// they are. In order of time before and after.
  fileprivate func sinceStart(
    at time: (Element) -> Instant, merging: (Element?, Element) -> Element
  ) -> [Element] {
    guard let first, time(first) < .start else { return self }
    let early = prefix { time($0) <= .start }
    var merged: Element?
    for change in early { merged = merging(merged, change) }
    return [merged].compactMap { $0 } + dropFirst(early.count)
  }

  /// Returns the entries sorted by time, those of one time as written.
  func inOrder(of time: (Element) -> Instant) -> [Element] {
    indices.sorted { (time(self[$0]), $0) < (time(self[$1]), $1) }.map { self[$0] }
  }
}
