import Device
import Simulation

/// The keys of `device { ... }` (semantics.md, sections 2 to 6).
enum DeviceKeys {
  static let device = Keys<DeviceConfiguration>([
    Key(
      "os", "string", "a version, its services and limits: \(versions)",
      standard: quoted(Platform.newest.name)
    ) { value, place, device in
      guard let platform = platform(value, at: place) else { return }
      device.platform = platform
      device.limits = platform.limits
    },
    .seconds(
      "backgroundTime", \.limits.backgroundTime, .positiveTime,
      "most time one stay in the background gets (B2); overrides os"),
    .seconds(
      "expirationLead", \.limits.expirationLead, .time,
      "expiration handlers run so long before the deadline (B4)"),
    Key(
      "pool", "table, or \"discretionary\"",
      "the shared budget of background time; without it, or \"discretionary\", tasks get their time (U5)"
    ) { value, place, device in
      if case .string = value {
        let kinds = [(name: "discretionary", choice: DeviceConfiguration.Pool.Payees.discretionary)]
        if let pays = value.choice(kinds, what: "pool", at: place) { device.pool.pays = pays }
      } else if let table = value.table(of: "pool", at: place) {
        device.pool.pays = .all
        pool.read(table, at: place, into: &device.pool)
      }
    },
    .table(
      "fetchSlots", \.fetchSlots, fetchSlots,
      "how many fetches and other works of seconds may run (F2)"),
    .table(
      "processingSlots", \.processingSlots, processingSlots,
      "how many processing tasks may run (T6)"),
    .table("widgets", \.widgets, widgets, "how often each widget may be reloaded (W2)"),
    .number(
      "memory", \.memoryMegabytes, unit: "MB", .above(0, upTo: 1_000_000_000),
      "what all apps together may have"),
    Key(
      "cores", "whole number", "busy threads share them, the app in front first", standard: "enough"
    ) {
      value, place, device in
      if let cores = value.integer(1...1_000, at: place) { device.cores = cores }
    },
    .flag("multitasking", \.multitasking, "whether background tasks are supported (B10)"),
    .flag("backgroundRefresh", \.backgroundRefresh, "the user's switch for all apps (F1)"),
    .number(
      "criticalBattery", \.criticalBatteryLevel, unit: "number", .fraction,
      "below this level, off the charger, nothing is fetched"),
    .choice(
      "thermalHold", \.thermalHold, what: "state", "from this heat on discretionary work waits"),
    .choice(
      "endedByHeat", \.endedByHeat, what: "kind",
      "what critical heat ends: \"background\" or \"nothing\""),
    .table("wifi", \.wifi, link, "what Wi-Fi adds to a server's latency, and its rate"),
    .table("cellular", \.cellular, link, "the same of the cellular network"),
    .choice("radio", \.energy.cellular, "the cellular network: \"lte\" or \"3g\""),
    .table("battery", \.energy.battery, battery, "what it holds when full"),
    .table("watts", \.energy.watts, watts, "what the device takes; the parts add up"),
    .flag(
      "passcode", \.hasPasscode, "whether it has one, without which nothing is protected"),
    Key(
      name: "autoLock", unit: "s, or false",
      meaning: "it locks itself so long after it was laid down; false: never",
      standard: { $0.autoLock.map { plainNumber($0.seconds) } ?? "false" }
    ) { value, place, device in
      if value == .boolean(false) {
        device.autoLock = nil
      } else if let time = value.seconds(.time, at: place) {
        device.autoLock = time
      }
    },
    .seconds(
      "prewarming", \.prewarming, .time,
      "an app is launched so long before the user opens it; iOS 15 and later"),
    .flag("doze", \.dozes, "whether an Android phone that lies unused dozes (standby.md)"),
    Key(
      "flexibleConstraints", "list of strings",
      "\(constraintNames): what Android holds jobs for that do not require it (standby.md)"
    ) { value, place, device in
      let constraints = FlexibleConstraint.allCases.map { (name: $0.rawValue, choice: $0) }
      device.flexibleConstraints = []
      for item in value.list(of: "constraints", at: place) ?? [] {
        let place = item.place.named(place.name)
        if let one = item.value.choice(constraints, what: "constraint", at: place) {
          device.flexibleConstraints.insert(one)
        }
      }
    },
    .table("limits", \.limits, limits, "time limits of processes"),
  ])

  private static let constraintNames = FlexibleConstraint.allCases.map(\.rawValue)
    .joined(separator: ", ")

  /// Reads the name of a version of the system. Where there is none of that name, which is reported,
  /// it is the newest of its family, so that nothing else is said of what the family has.
  static func platform(_ value: ScriptValue, at place: Place) -> Platform? {
    guard let text = value.text(at: place) else { return nil }
    if let platform = Platform(named: text) { return platform }
    func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " } }
    // Never the nearest name: who writes iOS 17 does not mean iOS 7.
    let meant = (Platform.all + Platform.android).first { plain($0.name) == plain(text) }
    let advice = meant.map { "did you mean \(quoted($0.name))?" } ?? "versions are \(versions)"
    place.report("unknown version (\(quoted(text))); \(advice)")
    return meant ?? (plain(text).hasPrefix("android") ? .newestAndroid : nil)
  }

  /// The versions in words: those that follow one another as a range.
  private static let versions: String = {
    var ranges: [(first: Platform, last: Platform)] = []
    for platform in Platform.all + Platform.android {
      if let range = ranges.last, range.last.version + 1 == platform.version,
        range.last.family == platform.family
      {
        ranges[ranges.count - 1].last = platform
      } else {
        ranges.append((platform, platform))
      }
    }
    let names = ranges.map { first, last in
      first == last ? quoted(first.name) : "\(quoted(first.name)) to \(quoted(last.name))"
    }
    return "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
  }()

  static let pool = Keys<DeviceConfiguration.Pool>([
    .seconds("capacity", \.budget.capacity, .time, "most background time that it holds"),
    Key("initial", "s", "what it holds at the start", standard: "capacity") {
      value, place, pool in
      if let initial = value.seconds(.time, at: place) { pool.initial = initial }
    },
    .seconds("refill", \.budget.refill, .time, "what each refill adds"),
    Key(
      name: "refillEvery", unit: "s, or false", meaning: "time between refills; false: never",
      standard: { $0.refillEvery.map { plainNumber($0.seconds) } ?? "false" }
    ) { value, place, pool in
      if value == .boolean(false) {
        pool.refillEvery = nil
      } else if let period = value.seconds(.period, at: place) {
        pool.refillEvery = period
      }
    },
    .choice(
      "pays", \.pays, what: "payee", standard: .all,
      "\"all\", or \"discretionary\": not for tasks, which get their time anyway (U5)"),
    .byTime(\.budget.byTime, poolPart),
  ])

  static let fetchSlots = slots("works")
  static let processingSlots = slots("processing tasks")

  private static func slots(_ what: String) -> Keys<DeviceConfiguration.SlotLimits> {
    Keys([
      .integer("concurrent", \.concurrent, 0...1_000_000, "\(what) at once"),
      .integer("starts", \.starts, 0...1_000_000, "\(what) begun in any window"),
      .seconds("window", \.window, .positiveTime, "length of that rolling window"),
      .byTime(\.byTime, slotPart),
    ])
  }

  static let link = Keys<DeviceConfiguration.Link>([
    .seconds("latency", \.latency, .time, "added to every request"),
    .number(
      "rate", \.bytesPerSecond, unit: "bytes/s", .above(0, upTo: 1e12),
      "bytes a second, shared by all that is under way"),
  ])

  static let battery = Keys<EnergyConfiguration.Battery>([
    .number(
      "milliampHours", \.milliampHours, unit: "mAh", .from(1, to: 1_000_000_000), "its charge"),
    .number("volts", \.volts, unit: "V", .from(0.1, to: 1_000), "its nominal voltage"),
    .number(
      "chargingWatts", \.chargingWatts, unit: "W", .from(0, to: 1_000_000),
      "what a charger gives it, with a simulated battery"),
  ])

  static let watts = Keys<EnergyConfiguration.Watts>([
    .number("cpu", \.cpu, unit: "W", power, "while a thread is busy"),
    .number("awake", \.awake, unit: "W", power, "while any app runs, or one is in front"),
    .number("suspended", \.suspended, unit: "W", power, "while none does"),
    .number("screen", \.screen, unit: "W", power, "while an app is in front"),
  ])

  private static let power = Bounds.from(0, to: 1_000)

  static let limits = Keys<Limits>([
    .seconds("launch", \.launch, .positiveTime, "launch to the end of didFinishLaunching"),
    .seconds("enterBackground", \.enterBackground, .positiveTime, "didEnterBackground"),
    .seconds("terminate", \.terminate, .positiveTime, "willTerminate"),
    .seconds("transition", \.transition, .positiveTime, "each other life-cycle callback"),
    .seconds("callback", \.callback, .positiveTime, "any one callback in the background"),
    .seconds("hang", \.hang, .positiveTime, "one in front that takes so long is a finding"),
    .seconds("fetch", \.fetch, .positiveTime, "performFetch to its completion (F4)"),
    .seconds(
      "afterFetch", \.afterFetch, .time,
      "a process goes on for so long after its fetch is complete; 40 on iOS 7 (F4)"),
    .seconds(
      "processing", \.processing, .positiveTime, "the most that a processing task gets (T6)"),
    .seconds(
      "refreshWindow", \.refreshWindow, .positiveTime,
      "a refresh begun so long after its earliest moment is late (T5)"),
    .seconds(
      "taskThrottle", \.taskThrottle, .time,
      "no task for so long after one that was not completed (T8)"),
    .integer(
      "continuedTasks", \.continuedTasks, 0...1_000_000, "continued tasks that run at once (T17)"),
    .seconds(
      "taskProgress", \.taskProgress, .positiveTime,
      "a continued task whose progress stands still for so long is expired (T16)"),
    .seconds(
      "unopened", \.unopened, .positiveTime,
      "what an app has asked BGTaskScheduler for is cancelled when unopened for so long (T11)"),
    .seconds(
      "minimumFetchInterval", \.minimumFetchInterval, .period,
      "what the minimum fetch interval means (F1)"),
    .seconds(
      "pushInterval", \.pushInterval, .time,
      "a push starts an app no sooner after the last that did (N3)"),
    .integer(
      "advisedPushes", \.advisedPushes, 0...1_000_000,
      "more silent pushes to an app within an hour are a finding (N7)"),
    .seconds(
      "widgetLate", \.widgetLate, .positiveTime,
      "a reload of a widget begun so long after it was wanted is late (W1)"),
    .seconds(
      "transfer", \.transfer, .positiveTime,
      "a background transfer whose session names no time fails after so long (R8)"),
    .number(
      "transferBattery", \.transferBattery, unit: "number", .fraction,
      "off the charger discretionary transfers want so much charge (R4)"),
    .seconds(
      "transferDelay", \.transferDelay, .time,
      "what is begun behind is held back so long after a resume for transfers (R6)"),
    .seconds(
      "suspension", \.suspensionDelay, .time,
      "an app without tasks is suspended so long after didEnterBackground (B8)"),
    .seconds(
      "wake", \.wake, .positiveTime,
      "what a location or an accessory's value gives in the background"),
    .seconds(
      "voipPush", \.voipPush, .positiveTime, "and what a VoIP push gives (V2)"),
    .seconds(
      "callReport", \.callReport, .positiveTime, "within which a call answers it (V4)"),
    .integer(
      "unreportedCalls", \.unreportedCalls, 1...1_000_000,
      "an app that did not report a call so often gets no VoIP push any more (V5)"),
    .number(
      "significantChange", \.significantMetres, unit: "m", .from(0, to: 1e7),
      "a significant change of location is so far from the last one"),
    .seconds(
      "significantInterval", \.significantInterval, .time, "and so long after it"),
    .seconds(
      "regionDelay", \.regionDelay, .time,
      "a region is entered or left once the device has stayed beyond its boundary for so long"),
    .number(
      "cpuShare", \.cpuShare, unit: "number", .above(0, upTo: 1_000),
      "an app behind that takes more of a processor is ended"),
    .seconds("cpuWindow", \.cpuWindow, .positiveTime, "over so long"),
    .seconds(
      "cpuWindowWithTask", \.cpuWindowWithTask, .positiveTime, "or over so long with a task open"),
    .seconds(
      "memoryAnswer", \.memoryAnswer, .time,
      "apps warned of a shortage of memory have so long before one is ended for it"),
    .seconds(
      "criticalHeat", \.criticalHeat, .time,
      "at critical heat an app in the background is ended after so long"),
    .integer(
      "wakeUps", \.wakeUps, 1...1_000_000_000, "more wake-ups of a process are a finding"),
    .seconds("wakeUpWindow", \.wakeUpWindow, .positiveTime, "within so long"),
    .seconds(
      "protectedData", \.protectedData, .time,
      "what is protected can be read for so long after the phone was locked"),
    .seconds("taskAge", \.taskAge, .positiveTime, "a task older than this is noted (B12)"),
    .integer(
      "openTasks", \.openTasks, 1...1_000_000, "more open tasks end the process (B14)"),
    .seconds(
      "request", \.requestTimeout, .positiveTime, "a request without a timeout of its own"),
    .seconds(
      "socketGrace", \.socketGrace, .time,
      "a request goes on if the app was suspended no longer than this; else it fails"),
    .seconds(
      "lockWait", \.lockWait, .time,
      "an app in front that waits longer for a lock held behind is a finding"),
    .integer(
      "callbacksAtOneInstant", \.callbacksAtOneInstant, 1...1_000_000_000,
      "a process that runs more of them without time passing is charged for each"),
    .seconds("livelockCost", \.livelockCost, .positiveTime, "what it is charged then"),
  ])

  /// Reports what is wrong between keys that are each right alone.
  static func check(_ device: DeviceConfiguration, at place: Place) {
    if device.limits.expirationLead > device.limits.backgroundTime {
      place.key("expirationLead").report(
        "longer than backgroundTime (\(plainNumber(device.limits.expirationLead.seconds))); give at most "
          + plainNumber(device.limits.backgroundTime.seconds))
    }
    if device.prewarming > .zero, let absence = device.platform.absence(of: .prewarming) {
      place.key("prewarming").report("\(absence); leave it out, or set os")
    }
    if device.platform.family == .iOS {
      for (key, isThere) in [
        ("doze", !device.dozes), ("flexibleConstraints", !device.flexibleConstraints.isEmpty),
      ] where isThere {
        place.key(key).report("\(key) is Android's; this device is \(device.platform.name)")
      }
    } else {
      if !device.flexibleConstraints.isEmpty, device.platform.android?.jobs.flexibility == nil {
        place.key("flexibleConstraints").report(
          "they came with Android 15; this device is \(device.platform.name)")
      }
      let standard = DeviceConfiguration()
      for (key, isSet) in [
        ("pool", device.pool != standard.pool),
        ("fetchSlots", device.fetchSlots != standard.fetchSlots),
        ("processingSlots", device.processingSlots != standard.processingSlots),
        ("widgets", device.widgets != standard.widgets),
        ("backgroundRefresh", !device.backgroundRefresh), ("multitasking", !device.multitasking),
      ] where isSet {
        place.key(key).report(
          "\(key) is iOS's; this device is \(device.platform.name), whose jobs have quotas"
            + " (standby.md)")
      }
    }
    let capacity = device.pool.budget.largestCapacity
    if let initial = device.pool.initial, initial > capacity {
      place.key("pool").key("initial").report(
        "above the capacity (\(plainNumber(initial.seconds))); give at most "
          + plainNumber(capacity.seconds))
    }
  }
}
