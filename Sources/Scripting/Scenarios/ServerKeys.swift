import Device
import Simulation

/// The keys of `server { ... }`.
enum ServerKeys {
  /// A server whose publication is still to be read.
  struct Draft {
    var configuration = ServerConfiguration(host: "")
    var publishes: PlacedValue?
  }

  static let server = Keys<Draft>([
    .text("host", \.configuration.host, "its name in URLs; unique").required,
    .table("latency", \.configuration, latency, "time to the first byte, log-normal"),
    .number(
      "rate", \.configuration.bytesPerSecond, unit: "bytes/s", .above(0, upTo: 1e12),
      "bytes a second that it sends"),
    .number(
      "fails", \.configuration.failureProbability, .fraction,
      "probability of an answer with status 500"),
    .raw(
      "publishes", \.publishes, "table", standard: "never",
      "when it has something new: one of every, perHour and at"),
    .number(
      "bytes", \.configuration.answerBytes, unit: "bytes", .from(0, to: 1e12),
      "size of every answer"),
    .number(
      "itemBytes", \.configuration.itemBytes, unit: "bytes", .from(0, to: 1e12),
      "what each new item adds to an answer"),
  ])

  static let latency = Keys<ServerConfiguration>([
    .seconds("median", \.latencyMedian, .positiveTime, "half of the requests are faster").required,
    .seconds("p95", \.latencyP95, .positiveTime, "one in twenty is slower").required,
  ])

  /// When a server publishes, as written.
  struct PublicationDraft: RepeatingDraft {
    var repetition = Repetition()
    var every: TimeSpan?
    var perHour: Double?
    var byHour: [Double]?
    var at: PlacedValue?
  }

  static let publication = Keys<PublicationDraft>(
    [
      Key("every", "s", "regularly, the first after one period") { value, place, draft in
        draft.every = value.seconds(.publicationPeriod, at: place)
      },
      Key("perHour", "number", "at random, so many an hour in the mean (Poisson)") {
        value, place, draft in
        draft.perHour = value.number("number", .above(0, upTo: 100_000), at: place)
      },
      Key(
        "byHour", "list of 24 numbers", "with perHour: how it is shared out among the hours",
        standard: "evenly"
      ) { value, place, draft in
        guard let weights = UsageKeys.byHour(value, place) else { return }
        guard weights.contains(where: { $0 > 0 }) else {
          place.report("all are 0; give one hour more, or leave publishes out")
          return
        }
        draft.byHour = weights
      },
      .raw("at", \.at, "list of times", "at these moments"),
    ] + Key.repetition)

  static func read(_ value: PlacedValue, _ moments: Moments) -> ServerConfiguration? {
    guard let table = value.value.table(of: "server", at: value.place) else { return nil }
    var draft = Draft()
    let place = place(of: value)
    let isSound = server.read(table, at: place, into: &draft)
    if isSound, draft.configuration.latencyP95 < draft.configuration.latencyMedian {
      place.key("latency").key("p95").report(
        "below the median (\(plainNumber(draft.configuration.latencyP95.seconds))); give at least "
          + plainNumber(draft.configuration.latencyMedian.seconds))
    }
    if let publishes = draft.publishes {
      draft.configuration.publication = publication(publishes, moments)
    }
    return draft.configuration
  }

  /// The place of a server's table, named after its host.
  static func place(of value: PlacedValue) -> Place {
    guard case .table(let table) = value.value else { return value.place }
    var name = table.origin == nil ? value.place.name : "server"
    if case .string(let host) = table["host"] { name = "server \(quoted(host))" }
    return value.place.table(table, named: name).named(name)
  }

  private static func publication(
    _ value: PlacedValue, _ moments: Moments
  ) -> ServerConfiguration.Publication {
    guard let table = value.value.table(of: "publishes", at: value.place) else { return .never }
    var draft = PublicationDraft()
    let isSound = publication.read(table, at: value.place, into: &draft)
    let rules = ["every", "perHour", "at"].count { table[$0] != .nothing }
    guard rules == 1 else {
      // An unknown rule has been told already.
      if rules == 0, !isSound { return .never }
      value.place.report("not one rule (\(rules) of them); give one of every, perHour and at")
      return .never
    }
    if draft.at == nil, draft.repetition.days != nil {
      value.place.report("daily or days without at; every and perHour hold on all days as it is")
    }
    if draft.byHour != nil, draft.perHour == nil {
      value.place.report("byHour without perHour; it shares out what perHour says")
    }
    if let every = draft.every { return .every(every) }
    if let perHour = draft.perHour {
      guard let weights = draft.byHour else { return .perHour(perHour) }
      // Shares of the greatest weight: the weights themselves may be too small to be summed.
      let shares = weights.map { $0 / (weights.max() ?? 1) }
      let mean = shares.reduce(0, +) / 24
      return .byHour(shares.map { perHour * $0 / mean }, startsAt: moments.startsAt)
    }
    let times = draft.at.flatMap { $0.value.list(of: "times", at: $0.place) } ?? []
    let instants = times.flatMap { moments.instants($0, draft.repetition, .isWrong) }
    return .at(instants.sorted())
  }
}
