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
      Key("kind", "string", "\"none\", \"wifi\" or \"cellular\"") { value, place, draft in
        let kinds = NetworkKind.allCases.map { (name: $0.rawValue, choice: $0) }
        if let kind = value.choice(kinds, what: "kind", at: place) { draft.kind = kind }
      }.required,
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

  static let thermalStates = ThermalState.allCases.map { (name: $0.rawValue, choice: $0) }

  static let thermal = Keys<ThermalDraft>(
    [
      .raw("at", \.at, "time", "from when on").required,
      Key(
        "state", "string", "\"nominal\", \"fair\", \"serious\" or \"critical\""
      ) { value, place, draft in
        if let state = value.choice(thermalStates, what: "state", at: place) {
          draft.state = state
        }
      }.required,
    ] + Key.repetition)

  /// In order of time.
  static func thermalChanges(_ list: PlacedValue, _ moments: Moments) -> [ThermalChange] {
    entries(of: list).flatMap { table, place in
      var draft = ThermalDraft()
      thermal.read(table, at: place, into: &draft)
      return instants(draft.at, draft.repetition, moments).map {
        ThermalChange(at: $0, state: draft.state)
      }
    }
    .inOrder { $0.at }
    .sinceStart(at: \.at) { ThermalChange(at: .start, state: $1.state) }
  }

  /// In order of time.
  static func networkChanges(_ list: PlacedValue, _ moments: Moments) -> [NetworkChange] {
    entries(of: list).flatMap { table, place in
      var draft = NetworkDraft()
      network.read(table, at: place, into: &draft)
      return instants(draft.at, draft.repetition, moments).map {
        NetworkChange(at: $0, kind: draft.kind)
      }
    }
    .inOrder { $0.at }
    .sinceStart(at: \.at) { NetworkChange(at: .start, kind: $1.kind) }
  }

  /// In order of time.
  static func powerChanges(_ list: PlacedValue, _ moments: Moments) -> [PowerChange] {
    entries(of: list).flatMap { table, place in
      var draft = PowerDraft()
      power.read(table, at: place, into: &draft)
      let changes = ["level", "charging", "lowPowerMode"]
      if draft.at != nil, changes.allSatisfy({ table[$0] == .nothing }) {
        place.report("changes nothing (no level, charging or lowPowerMode); give one of them")
      }
      return instants(draft.at, draft.repetition, moments).map {
        PowerChange(
          at: $0, level: draft.level, charging: draft.charging, lowPowerMode: draft.lowPowerMode)
      }
    }
    .inOrder { $0.at }
    .sinceStart(at: \.at) {
      PowerChange(
        at: .start, level: $1.level ?? $0?.level, charging: $1.charging ?? $0?.charging,
        lowPowerMode: $1.lowPowerMode ?? $0?.lowPowerMode)
    }
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
