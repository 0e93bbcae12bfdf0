import Device
import Lua
import Simulation

/// The keys of `app { ... }`.
enum AppKeys {
  /// One `app { ... }`, which may stand for many apps.
  struct Draft {
    var id = ""
    var script = ""
    var modes: BackgroundModes = []
    var memory = MemoryFootprint()
    var options = LuaValue.table([])
    /// The options that policies may see.
    var visibleOptions: [AppOption] = []
    /// Hosts; nil: those that options or script name.
    var follows: [PlacedValue]?
    var permittedIdentifiers: [String] = []
    var bundleIdentifier: String?
    var exactAlarms = ExactAlarmPermission(isDeclared: false)
    var serviceTypes: ServiceTypes = []
    var receivesBoot = false
    var locatesBehind = false
    var predictedBucket: AppBucket?
    var widget: String?
    var serves: String?
    var count: Int?
    var group: String?
    var backgroundRefresh = true
    var memoryCapBytes = 64 << 20
    var instructionCost = TimeSpan.milliseconds(50) / 1_000

    /// `photos`; or with a count `photos-1`, `photos-2` and so on.
    var names: [String] {
      guard let count else { return [id] }
      return (1...max(1, count)).map { "\(id)-\($0)" }
    }

    /// Empty: it is in none.
    var groupName: String { group ?? (count == nil ? "" : id) }
  }

  /// More apps than this are a mistake.
  static let mostApps = 1_000_000

  static let app = Keys<Draft>([
    .text("id", \.id, "its name; unique").required,
    .text("script", \.script, "the app's Lua file, relative to the scenario").required,
    Key("modes", "list of strings", "\(modeNames): what it may do in the background") {
      value, place, app in
      for mode in value.list(of: "modes", at: place) ?? [] {
        let modes = BackgroundModes.byName.map { (name: $0.name, choice: $0.mode) }
        let place = mode.place.named(place.name)
        if let mode = mode.value.choice(modes, what: "mode", at: place) { app.modes.insert(mode) }
      }
    },
    Key("permittedIdentifiers", "list of strings", "what it may ask BGTaskScheduler for") {
      value, place, app in
      for item in value.list(of: "identifiers", at: place) ?? [] {
        guard let identifier = item.value.text(at: item.place) else { continue }
        if app.permittedIdentifiers.contains(identifier) {
          item.place.report("named twice (\(quoted(identifier))); leave one out")
        }
        app.permittedIdentifiers.append(identifier)
      }
    },
    Key("permissions", "list of strings", "\(permissions): what its manifest asks for on Android") {
      value, place, app in
      for item in value.list(of: "permissions", at: place) ?? [] {
        guard let name = item.value.text(at: item.place) else { continue }
        switch name {
        case "SCHEDULE_EXACT_ALARM": app.exactAlarms.isDeclared = true
        case "USE_EXACT_ALARM": app.exactAlarms.isClockOrCalendar = true
        case "RECEIVE_BOOT_COMPLETED": app.receivesBoot = true
        case "ACCESS_BACKGROUND_LOCATION": app.locatesBehind = true
        default:
          item.place.report("no permission that is modelled (\(quoted(name))); give \(permissions)")
        }
      }
    },
    Key(
      "exactAlarms", "boolean", "the user's switch for SCHEDULE_EXACT_ALARM",
      standard: "true on Android 13, else false"
    ) { value, place, app in
      if let isAllowed = value.flag(at: place) {
        app.exactAlarms.setting = isAllowed ? .allowed : .denied
      }
    },
    Key(
      "foregroundServices", "list of strings",
      "\(serviceTypes): the types of its foreground services on Android"
    ) { value, place, app in
      for type in value.list(of: "types", at: place) ?? [] {
        let types = ServiceTypes.byName.map { (name: $0.name, choice: $0.type) }
        let place = type.place.named(place.name)
        if let type = type.value.choice(types, what: "type", at: place) {
          app.serviceTypes.insert(type)
        }
      }
    },
    Key(
      "predictedBucket", "string",
      "\(bucketNames): what an Android phone's predictor says of it", standard: "no predictor"
    ) { value, place, app in
      app.predictedBucket = value.choice(
        buckets.map { (name: $0.rawValue, choice: $0) }, what: "bucket", at: place)
    },
    Key(
      "bundleIdentifier", "string",
      "identifiers of its continued tasks begin with it; without it any may"
    ) { value, place, app in app.bundleIdentifier = value.text(at: place) },
    Key(
      "widget", "string", "the kind of its widget, on the home screen from its first launch on"
    ) { value, place, app in app.widget = value.text(at: place) },
    Key(
      "serves", "string",
      "id of the app whose notification service extension it is, a process of its own (section 4d)"
    ) { value, place, app in app.serves = value.text(at: place) },
    Key(
      name: "memory", unit: "MB, list of three",
      meaning: "what it needs in the foreground, in the background and suspended",
      standard: {
        "{ \(plainNumber($0.memory.foreground)), \(plainNumber($0.memory.background)), "
          + "\(plainNumber($0.memory.suspended)) }"
      }, read: readMemory),
    Key("options", "table", "`...` of its script", standard: "{ }") { value, place, app in
      guard let table = value.table(of: "options", at: place) else { return }
      reportOpaque(table, at: place)
      app.options = value.asLua
    },
    Key("visible", "list of strings", "names of its options that policies may see") {
      value, place, app in
      app.visibleOptions = VisibleOptions.read(value, of: app.options, at: place)
    },
    Key(
      "follows", "list of strings",
      "hosts of the servers whose items it shows: missing until it receives them, from the start",
      standard: "named by options or script"
    ) { value, place, app in
      app.follows = value.list(of: "hosts", at: place)
    },
    Key("count", "whole number", "so many apps of this kind: photos-1, photos-2, ...") {
      value, place, app in
      app.count = value.integer(1...mostApps, at: place)
    },
    Key(
      "group", "string", "apps that reports also sum up together", standard: "`id` with a count"
    ) { value, place, app in app.group = value.text(at: place) },
    .flag("backgroundRefresh", \.backgroundRefresh, "the user's switch for this app (F1)"),
    .integer(
      "memoryCap", \.memoryCapBytes, (256 << 10)...(1 << 30),
      "bytes of Lua memory above which the app is ended"),
    .seconds(
      "instructionCost", \.instructionCost, .instructionTime,
      "CPU time of 1,000 Lua instructions; 0.00001 or more"),
  ])

  private static let permissions =
    "SCHEDULE_EXACT_ALARM, USE_EXACT_ALARM, RECEIVE_BOOT_COMPLETED, ACCESS_BACKGROUND_LOCATION"

  private static let serviceTypes = ServiceTypes.byName.map(\.name).joined(separator: ", ")

  /// What a predictor may say.
  private static let buckets = [AppBucket.active, .workingSet, .frequent, .rare]

  private static let bucketNames = buckets.map(\.rawValue).joined(separator: ", ")

  private static let modeNames = BackgroundModes.byName.map(\.name).joined(separator: ", ")

  /// Reads one `app { ... }`; nil if it is none.
  static func read(_ value: PlacedValue) -> (draft: Draft, place: Place)? {
    guard let table = value.value.table(of: "app", at: value.place) else { return nil }
    var draft = Draft()
    var name = table.origin == nil ? value.place.name : "app"
    if case .string(let id) = table["id"] { name = "app \(quoted(id))" }
    let place = value.place.table(table, named: name).named(name)
    app.read(table, at: place, into: &draft)
    return (draft, place)
  }

  /// The modes that the device has no service for, and what an extension cannot have.
  static func check(_ app: Draft, on platform: Platform, at place: Place) {
    let absences = absences(
      app.modes, app.permittedIdentifiers, app.widget, serves: app.serves != nil, on: platform)
    for (key, absence) in absences { place.key(key).report(absence) }
    if platform.family == .iOS {
      for (key, isThere) in [
        (
          "permissions",
          app.receivesBoot || app.locatesBehind || app.exactAlarms.isDeclared
            || app.exactAlarms.isClockOrCalendar
        ),
        ("exactAlarms", app.exactAlarms.setting != .untouched),
        ("foregroundServices", !app.serviceTypes.isEmpty),
        ("predictedBucket", app.predictedBucket != nil),
      ] where isThere {
        place.key(key).report("\(key) is Android's; this device is \(platform.name)")
      }
    }
    if platform.family == .android, !app.backgroundRefresh {
      place.key("backgroundRefresh").report(
        "backgroundRefresh is iOS's; this device is \(platform.name), whose jobs have quotas"
          + " (standby.md)")
    }
    for type in ServiceTypes.byName
    where platform.family == .android && app.serviceTypes.contains(type.type)
      && type.since > platform.version
    {
      place.key("foregroundServices").report(
        "\(quoted(type.name)) came with Android \(type.since); this device is \(platform.name)")
    }
    guard app.serves != nil else { return }
    for (key, isThere) in [
      ("modes", !app.modes.isEmpty), ("permittedIdentifiers", !app.permittedIdentifiers.isEmpty),
      ("widget", app.widget != nil), ("count", app.count != nil), ("follows", app.follows != nil),
    ] where isThere {
      place.key(key).report("an extension has none; declare it of the app that it serves")
    }
  }

  /// Returns why an app cannot have another as its extension; nil: it can.
  static func obstacle(toServing name: String, among apps: [AppConfiguration]) -> String? {
    guard let index = apps.firstIndex(where: { $0.name == name && $0.serves == nil }) else {
      let names = apps.filter { $0.serves == nil }.map(\.name)
      return "no such app (\(quoted(name))); \(advice(for: name, among: names, what: "app"))"
    }
    return apps.first { $0.serves == AppID(index) }.map {
      "the app has an extension already (\(quoted($0.name))); leave one of them out"
    }
  }

  /// Returns what an app declares that a version has no service for, by key.
  static func absences(
    _ modes: BackgroundModes, _ permittedIdentifiers: [String], _ widget: String?, serves: Bool,
    on platform: Platform
  ) -> [(key: String, message: String)] {
    var absences: [(key: String, message: String)] = []
    for (name, mode, feature) in BackgroundModes.byName where modes.contains(mode) {
      let foreign = Counterparts.notice(ofKnown: name, of: platform.family.other)
      guard let absence = foreign ?? feature.flatMap({ platform.absence(of: $0) }) else { continue }
      absences.append(
        ("modes", "\(quoted(name)): \(absence); leave it out, or set the device's os"))
    }
    if !permittedIdentifiers.isEmpty, let absence = platform.absence(of: .taskScheduler) {
      absences.append(
        ("permittedIdentifiers", "\(absence); leave it out, or set the device's os"))
    }
    if widget != nil, let absence = platform.absence(of: .widgets) {
      absences.append(("widget", "\(absence); leave it out, or set the device's os"))
    }
    if serves, let absence = platform.absence(of: .notificationService) {
      absences.append(("serves", "\(absence); leave it out, or set the device's os"))
    }
    return absences
  }

  @Sendable
  private static func readMemory(_ value: ScriptValue, _ place: Place, _ app: inout Draft) {
    guard let list = value.list(of: "three numbers", at: place) else { return }
    guard list.count == 3 else {
      place.report("not three numbers (\(list.count)); give { foreground, background, suspended }")
      return
    }
    let sizes = list.compactMap { $0.value.number("MB", .from(0, to: 1_000_000), at: $0.place) }
    guard sizes.count == 3 else { return }
    app.memory = MemoryFootprint(foreground: sizes[0], background: sizes[1], suspended: sizes[2])
  }

  /// Options go to another Lua state, which only data can.
  private static func reportOpaque(_ table: ScriptTable, at place: Place) {
    for entry in table.entries {
      let place =
        switch entry.key {
        case .string(let name): place.key(name)
        case .integer(let number): place.item(Int(number))
        default: place
        }
      for value in [entry.key, entry.value] {
        switch value {
        case .opaque: place.report("no plain data (\(value.shown)); options hold data only")
        case .table(let inner): reportOpaque(inner, at: place)
        default: break
        }
      }
    }
  }
}
