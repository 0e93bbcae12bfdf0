import Device
import Simulation

/// The entries of `pushes`.
enum PushKeys {
  enum Kind: String, CaseIterable {
    case silent
    case voip
    case alert

    /// What the device's version must have for it.
    var feature: Feature? {
      switch self {
      case .silent: nil
      case .voip: .pushKit
      case .alert: .notificationService
      }
    }
  }

  struct Draft: RepeatingDraft {
    var repetition = Repetition()
    var to: String?
    var at: PlacedValue?
    var perHour: Double?
    var follows: String?
    var userInfo: PlacedValue?
    var kind = Kind.silent
    var priority: MessagePriority?
    var title: String?
    var body: String?
    var answered: TimeSpan?
    var ended: TimeSpan?
  }

  static let push = Keys<Draft>(
    [
      Key("to", "string", "id of the app that they are sent to") { value, place, draft in
        draft.to = value.text(at: place)
      }.required,
      .raw("at", \.at, "time", "one push, at this moment"),
      Key("perHour", "number", "at random, so many an hour in the mean (Poisson)") {
        value, place, draft in
        draft.perHour = value.number("number", .above(0, upTo: 100_000), at: place)
      },
      Key("follows", "string", "host of a server: one push for each item that it publishes") {
        value, place, draft in draft.follows = value.text(at: place)
      },
      .raw("userInfo", \.userInfo, "table", standard: "{ }", "what each of them carries"),
      Key(
        "kind", "string", "silent; voip: by PushKit, for a call; alert: for the user",
        standard: "`silent`"
      ) { value, place, draft in
        let kinds = Kind.allCases.map { (name: $0.rawValue, choice: $0) }
        if let kind = value.choice(kinds, what: "kind", at: place) { draft.kind = kind }
      },
      Key(
        "priority", "string",
        "on Android, of FCM's: normal waits while the phone dozes; high wakes it",
        standard: "`normal`"
      ) { value, place, draft in
        let priorities = MessagePriority.allCases.map { (name: $0.rawValue, choice: $0) }
        draft.priority = value.choice(priorities, what: "priority", at: place)
      },
      Key("title", "string", "what an alert says") { value, place, draft in
        draft.title = value.text(at: place)
      },
      Key("body", "string", "and below it") { value, place, draft in
        draft.body = value.text(at: place)
      },
      Key("answered", "s", "the user answers so long after the call is reported", standard: "never")
      { value, place, draft in draft.answered = value.seconds(.time, at: place) },
      Key("ended", "s", "and hangs up, or declines, so long after it", standard: "never") {
        value, place, draft in draft.ended = value.seconds(.time, at: place)
      },
    ] + Key.repetition)

  /// The most bytes of a push, as JSON, that Apple's servers take; of a VoIP push.
  static let mostBytes = 4_096
  static let mostVoIPBytes = 5_120

  /// - Parameters:
  ///   - scenario: its apps, servers and device are known.
  static func sources(
    _ list: PlacedValue, _ moments: Moments, in scenario: Scenario
  ) -> [PushSource] {
    let platform = scenario.device.platform
    if let absence = platform.absence(of: platform.pushes) {
      list.place.report("\(absence); leave it out, or set the device's os")
      return []
    }
    let apps = KnownNames(scenario.openable.map(\.name))
    let entries = list.value.list(of: "entries", at: list.place) ?? []
    return entries.flatMap { sources(of: $0, moments, in: scenario, apps) }
  }

  /// One, or one for each day of an entry that repeats.
  private static func sources(
    of entry: PlacedValue, _ moments: Moments, in scenario: Scenario, _ apps: KnownNames
  ) -> [PushSource] {
    guard let table = entry.value.table(of: "entry", at: entry.place) else { return [] }
    var draft = Draft()
    guard push.read(table, at: entry.place, into: &draft), let to = draft.to else { return [] }
    if !apps.contains(to) {
      let advice = advice(for: to, among: apps.list, what: "app")
      entry.place.key("to").report("no such app (\(quoted(to))); \(advice)")
    }
    let timings = timings(draft, moments, in: scenario, at: entry.place)
    var carried: [PushField] = []
    if let value = draft.userInfo {
      carried = userInfo(value, atMost: draft.kind == .voip ? mostVoIPBytes : mostBytes)
    }
    guard let index = apps.list.firstIndex(of: to),
      let kind = kind(draft, to: scenario.apps[index], on: scenario.device.platform, entry.place)
    else { return [] }
    // A finding is part of the run, which is the same from wherever its scenario is named.
    let location = entry.place.location.map { place in
      SourceLocation(file: String(place.file.split(separator: "/").last ?? ""), line: place.line)
    }
    return timings.map {
      var source = PushSource(to: AppID(index), $0, userInfo: carried, location: location)
      source.kind = kind
      source.priority = draft.priority ?? .normal
      return source
    }
  }

  /// Returns the kind of a push; nil after reporting what is wrong with it.
  private static func kind(
    _ draft: Draft, to app: AppConfiguration, on platform: Platform, _ place: Place
  ) -> PushSource.Kind? {
    for (key, text) in [("title", draft.title), ("body", draft.body)]
    where text != nil && draft.kind != .alert {
      place.key(key).report("only an alert has one; write kind = \"alert\", or leave it out")
      return nil
    }
    for (key, time) in [("answered", draft.answered), ("ended", draft.ended)]
    where time != nil && draft.kind != .voip {
      place.key(key).report("only a call is; write kind = \"voip\", or leave it out")
      return nil
    }
    if draft.priority != nil, platform.family == .iOS {
      place.key("priority").report("only FCM's has one, on Android; leave it out")
      return nil
    }
    if let feature = draft.kind.feature, let absence = platform.absence(of: feature) {
      place.key("kind").report("\(absence); leave it out, or set the device's os")
      return nil
    }
    switch draft.kind {
    case .silent: return .silent
    case .alert:
      return .alert(NotificationContent(title: draft.title ?? "", body: draft.body ?? ""))
    case .voip: return call(draft, to: app, place)
    }
  }

  private static func call(
    _ draft: Draft, to app: AppConfiguration, _ place: Place
  ) -> PushSource.Kind? {
    guard app.modes.contains(.voip) else {
      place.key("to").report(
        "the app has not the mode voip (\(quoted(app.name))); declare it in its modes")
      return nil
    }
    if let answered = draft.answered, let ended = draft.ended, ended <= answered {
      place.key("ended").report(
        "not after it is answered (\(plainNumber(ended.seconds))); give more than "
          + plainNumber(answered.seconds))
      return nil
    }
    return .voip(CallHandling(answeredAfter: draft.answered, endedAfter: draft.ended))
  }

  private static func timings(
    _ draft: Draft, _ moments: Moments, in scenario: Scenario, at place: Place
  ) -> [PushSource.Timing] {
    if draft.at == nil, draft.repetition.days != nil {
      place.report("daily or days without at; perHour and follows hold on all days as it is")
    }
    switch (draft.at, draft.perHour, draft.follows) {
    case (let at?, nil, nil):
      let instants = moments.instants(at, draft.repetition, .isWrong)
      let end = Instant.start + scenario.duration
      if let instant = instants.first, instant > end, end > .start {
        let clock = DayClock(startsAt: moments.startsAt)
        at.place.report(
          "after the end of the run (\(clock.text(instant))), so it never comes; the run ends at "
            + "\(clock.text(end)): make it longer, or take the entry out")
      }
      return instants.map { .at($0) }
    case (nil, let rate?, nil): return [.perHour(rate)]
    case (nil, nil, let host?):
      return follow(host, of: scenario.servers, at: place.key("follows")).map { [$0] } ?? []
    default:
      place.report("not one rule; give one of at, perHour and follows")
      return []
    }
  }

  private static func follow(
    _ host: String, of servers: [ServerConfiguration], at place: Place
  ) -> PushSource.Timing? {
    guard let server = servers.first(where: { $0.host == host }) else {
      let advice = advice(for: host, among: servers.map(\.host), what: "server")
      place.report("no server of this host (\(quoted(host))); \(advice)")
      return nil
    }
    if case .never = server.publication {
      place.report(
        "the server publishes nothing (\(quoted(host))), so no push would come; "
          + "give it publishes = { ... }")
      return nil
    }
    return .follows(host: host)
  }

  // MARK: What they carry

  /// - Parameters:
  ///   - constructor: the call that may have been given it.
  static func userInfo(
    _ value: PlacedValue, of constructor: String = "userInfo", atMost most: Int = mostBytes
  ) -> [PushField] {
    let before = value.place.problemCount
    guard let table = value.value.table(of: constructor, at: value.place) else { return [] }
    if table["aps"] != .nothing {
      value.place.key("aps").report("the system's own (\"aps\"); leave it out: it is always there")
    }
    let fields = fields(of: table, at: value.place)
    if value.place.problemCount == before, let excess = excess(of: fields, atMost: most) {
      value.place.report(excess)
    }
    return fields
  }

  /// That a push cannot carry so much; nil: it can.
  static func excess(of fields: [PushField], atMost most: Int = mostBytes) -> String? {
    let bytes = json(.table(fields))
    guard bytes > most else { return nil }
    return "too large (\(bytes) bytes as JSON); a push carries \(most) at most: "
      + "send what to fetch, not the content"
  }

  private static func fields(of table: ScriptTable, at place: Place) -> [PushField] {
    table.entries.compactMap { entry in
      guard case .string(let name) = entry.key else {
        place.reportNameless(entry, "a value")
        return nil
      }
      return value(entry.value, at: place.key(name)).map { PushField(name, $0) }
    }
  }

  private static func value(_ value: ScriptValue, at place: Place) -> PushValue? {
    switch value {
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(Int(value))
    case .number(let number) where number.isFinite: return .number(number)
    case .string(let text): return .text(text)
    case .table(let table):
      guard let list = table.list, !list.isEmpty else {
        return .table(fields(of: table, at: place))
      }
      return .list(
        list.enumerated().compactMap { self.value($1, at: place.item($0 + 1)) })
    case .nothing, .number, .opaque:
      place.report("no plain data (\(value.shown)); a push carries what JSON has")
      return nil
    }
  }

  /// The bytes of a value as JSON, but for those that escapes add.
  private static func json(_ value: PushValue) -> Int {
    switch value {
    case .boolean(let value): value ? 4 : 5
    case .integer(let value): "\(value)".utf8.count
    case .number(let value): plainNumber(value).utf8.count
    case .text(let text): text.utf8.count + 2
    case .list(let values): values.reduce(1) { $0 + json($1) + 1 }
    case .table(let fields): fields.reduce(1) { $0 + $1.name.utf8.count + 3 + json($1.value) + 1 }
    }
  }
}
