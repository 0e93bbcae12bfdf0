import Device
import Simulation
import Users

/// The keys of `usage.schedule`, `usage.habits` and `usage.trace`.
enum UsageKeys {
  // MARK: usage.schedule

  /// One entry of a schedule, as written.
  struct EntryDraft: RepeatingDraft {
    var repetition = Repetition()
    var at: PlacedValue?
    var open: String?
    var lasting: TimeSpan?
    var close: Bool?
    var forceQuit: String?
    var lock: Bool?
    var unlock: Bool?
  }

  static let entry = Keys<EntryDraft>(
    [
      .raw("at", \.at, "time", "when").required,
      Key("open", "string", "id of the app that the user opens") { value, place, draft in
        draft.open = value.text(at: place)
      },
      Key("lasting", "s", "with open: how long it stays in front", standard: "until the next") {
        value, place, draft in draft.lasting = value.seconds(.positiveTime, at: place)
      },
      Key("close", "boolean", "true: the user leaves the app in front") { value, place, draft in
        draft.close = value.flag(at: place)
      },
      Key("forceQuit", "string", "id of the app that is swiped away (P6)") { value, place, draft in
        draft.forceQuit = value.text(at: place)
      },
      Key("lock", "boolean", "true: the user locks the phone, and leaves the app in front") {
        value, place, draft in draft.lock = value.flag(at: place)
      },
      Key("unlock", "boolean", "true: the user unlocks it, and is back in that app") {
        value, place, draft in draft.unlock = value.flag(at: place)
      },
    ] + Key.repetition)

  static func schedule(
    _ list: PlacedValue, _ moments: Moments, apps: KnownNames, end: Instant
  ) -> [UsageSchedule.Entry] {
    guard case .table(let table) = list.value, let entries = table.list else {
      list.place.report("not a list of entries; write { at = \"08:00\", open = \"news\" }, ...")
      return []
    }
    if entries.isEmpty { list.place.report("empty (no entries); give at least one") }
    return entries.enumerated().flatMap { index, value -> [UsageSchedule.Entry] in
      let place = list.place.item(index + 1)
      guard let table = value.table(of: "entry", at: place) else { return [] }
      var draft = EntryDraft()
      guard entry.read(table, at: place, into: &draft) else { return [] }
      let deed = deed(draft, at: place, apps: apps)
      let before = place.problemCount
      let times = draft.at.map { moments.instants($0, draft.repetition, .isWrong) } ?? []
      guard let deed else { return [] }
      if let at = times.first, at > end, end > .start, place.problemCount == before {
        let clock = DayClock(startsAt: moments.startsAt)
        place.key("at").report(
          "after the end of the run (\(clock.text(at))), so it never happens; the run ends at "
            + "\(clock.text(end)): make it longer, or take the entry out")
      }
      return times.map { UsageSchedule.Entry(at: $0, deed) }
    }
  }

  private static func deed(
    _ draft: EntryDraft, at place: Place, apps: KnownNames
  ) -> UsageSchedule.Entry.Deed? {
    if draft.lasting != nil, draft.open == nil {
      place.key("lasting").report("without open; say which app is open so long")
      return nil
    }
    switch (draft.open, draft.close, draft.forceQuit, draft.lock, draft.unlock) {
    case (let app?, nil, nil, nil, nil):
      return known(app, apps, at: place.key("open")) ? .open(app, lasting: draft.lasting) : nil
    case (nil, true, nil, nil, nil): return .close
    case (nil, nil, nil, true, nil): return .lock
    case (nil, nil, nil, nil, true): return .unlock
    case (nil, nil, let app?, nil, nil):
      return known(app, apps, at: place.key("forceQuit")) ? .forceQuit(app) : nil
    default:
      place.report("not one deed; give one of open, close, forceQuit, lock and unlock")
      return nil
    }
  }

  private static func known(_ app: String, _ apps: KnownNames, at place: Place) -> Bool {
    if apps.contains(app) { return true }
    let advice = advice(for: app, among: apps.list, what: "app")
    place.report("no such app (\(quoted(app))); \(advice)")
    return false
  }

  // MARK: usage.habits

  struct HabitsDraft {
    var sessionsPerDay = 17.4
    var launchesPerSession = 2.18
    var byHour = HourWeights.measured
    var stay = UsageHabits.Stay()
    var apps: PlacedValue?
  }

  static let habits = Keys<HabitsDraft>([
    .number(
      "sessionsPerDay", \.sessionsPerDay, .from(0, to: 10_000),
      "mean number of times the phone is picked up"),
    .number(
      "launchesPerSession", \.launchesPerSession, .from(1, to: 1_000),
      "mean number of apps opened each time"),
    Key(
      "byHour", "list of 24 numbers", "weights of the hours from midnight",
      standard: "as measured"
    ) { value, place, draft in
      if let weights = byHour(value, place) { draft.byHour = weights }
    },
    .table("session", \.stay, session, "how long a session is"),
    .raw(
      "apps", \.apps, "table of id = weight", standard: "the n-th weighs 1/n",
      "how much each app is liked; what is not listed is never opened"),
  ])

  static let session = Keys<UsageHabits.Stay>([
    .seconds("mean", \.mean, .positiveTime, "mean length"),
    .seconds("median", \.median, .positiveTime, "median length"),
    .seconds("longest", \.longest, .positiveTime, "none is longer"),
  ])

  /// 24 weights; nil after reporting why there are none.
  static func byHour(_ value: ScriptValue, _ place: Place) -> [Double]? {
    guard let list = value.list(of: "24 weights", at: place) else { return nil }
    guard list.count == 24 else {
      place.report("not 24 weights (\(list.count)); give one for each hour from midnight")
      return nil
    }
    let weights = list.compactMap { $0.value.number("number", .from(0, to: 1e12), at: $0.place) }
    return weights.count == 24 ? weights : nil
  }

  static func habits(_ value: PlacedValue, apps: KnownNames) -> UsageHabits? {
    guard case .table(let table) = value.value else { return nil }
    var draft = HabitsDraft()
    guard habits.read(table, at: value.place, into: &draft) else { return nil }
    let preferences = draft.apps.map { Self.preferences($0, apps) } ?? []
    do throws(UserModelError) {
      return try UsageHabits(
        sessionsPerDay: draft.sessionsPerDay, byHour: draft.byHour, stay: draft.stay,
        launchesPerSession: draft.launchesPerSession, preferences: preferences)
    } catch {
      value.place.reportAsIs(error.description)
      return nil
    }
  }

  /// Weights of apps by their ids.
  static func preferences(
    _ value: PlacedValue, _ apps: KnownNames
  ) -> [AppPreference] {
    guard let table = value.value.table(of: "apps", at: value.place) else { return [] }
    if table.entries.isEmpty { value.place.report("empty (no apps); give ids and weights") }
    return table.entries.compactMap { entry in
      guard case .string(let app) = entry.key else {
        value.place.report("a weight without an app (\(entry.key.shown)); write id = weight")
        return nil
      }
      let place = value.place.key(app)
      guard known(app, apps, at: place.named(value.place.name)) else { return nil }
      return entry.value.number("number", .from(0, to: 1e12), at: place)
        .map { AppPreference(app, weight: $0) }
    }
  }

  // MARK: usage.trace

  struct TraceDraft {
    var file = ""
    var format = UsageTrace.Format.csv
    var options = UsageTrace.Options()
  }

  /// The keys that name a recording, which are all that `usage.users` takes.
  static let recording = Keys<TraceDraft>([
    .text("file", \.file, "the recording, relative to the script or to where you are").required,
    .choice("format", \.format).required,
  ])

  // MARK: usage.battery

  struct BatteryDraft {
    var file = ""
    var format = BatteryRecording.Format.aware
    /// Since 1970; nil: with the recording.
    var begins: Double?
  }

  static let battery = Keys<BatteryDraft>([
    .text("file", \.file, "the recording, relative to the script or to where you are").required,
    .choice("format", \.format, "\"aware-battery\"").required,
    Key(
      "begins", "s", "since 1970: where in it the run begins, as the `begins` of a `usage.trace`",
      standard: "its first row"
    ) { value, place, draft in
      draft.begins = value.number("seconds", .from(0, to: 1e10), at: place)
    },
  ])

  static let trace = Keys<TraceDraft>(
    recording.list + [
      Key("user", "string", "LSApp: whose rows", standard: "the first") { value, place, draft in
        draft.options.user = value.text(at: place)
      },
      Key("ignore", "list of strings", "labels that are no apps", standard: "launchers") {
        value, place, draft in
        draft.options.ignore = value.list(of: "labels", at: place)?
          .compactMap { $0.value.text(at: $0.place) }
      },
      .integer("fromDay", \.options.fromDay, 1...100_000, "day of the recording to begin on"),
    ])
}
