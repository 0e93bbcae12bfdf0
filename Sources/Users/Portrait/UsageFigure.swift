/// A figure of users, with its titles and the values that were published of real ones.
public enum UsageFigure: String, CaseIterable, Sendable {
  case sessionsPerDay, launchesPerDay, pickUpsPerDay, dailyVariance
  case overdispersion, persistence, nights, weekendLater, dayAfterDay
  case sessionMinutes, appsPerSession, changesPerSession
  case pauses, pauseShape
  case mostUsed, mostUsedOfAll, markov, bayes, ensemble
  case appHours, hourEntropy, hourEntropyOfAll, fall, topShare, topThreeShare, appByHour
  case wifiHours, cellularHours, chargerHours

  /// A study that measured real users.
  public enum Source: String, CaseIterable, Sendable {
    /// LSApp: 292 people in weeks.
    case lsapp
    /// One phone's screen in a month.
    case phone
    /// The hits of 2,000 phones on one day, as their network saw them.
    case dpi
    /// Smaller studies, of which a bound is known and no distribution.
    case others

    /// The sources that drawn people are held to.
    public static let checkable: [Source] = [.lsapp, .phone, .dpi]

    public var title: String {
      switch self {
      case .lsapp: "LSApp"
      case .phone: "one phone, 31 days"
      case .dpi: "2,000 phones, one day"
      case .others: "255 people, least and most"
      }
    }
  }

  /// The published values of a figure.
  public struct Published: Sendable {
    public let source: Source
    public let values: [Double]
    /// The positions of values that drawn people are not held to, since others of the same source
    /// exclude them (decision 0054).
    public let givenUp: Set<Int>
  }

  /// The heading that the figure has in a report together with others.
  public var group: String {
    switch self {
    case .sessionsPerDay, .launchesPerDay, .pickUpsPerDay, .dailyVariance: "How much"
    case .overdispersion, .persistence, .nights, .weekendLater, .dayAfterDay: "From day to day"
    case .sessionMinutes, .appsPerSession, .changesPerSession: "Sessions"
    case .pauses, .pauseShape: "Pauses between pick-ups"
    case .mostUsed, .mostUsedOfAll, .markov, .bayes, .ensemble: "The next app among the likeliest"
    case .appHours, .hourEntropy, .hourEntropyOfAll, .fall, .topShare, .topThreeShare, .appByHour:
      "One day of people with 30 app-hours or more"
    case .wifiHours, .cellularHours, .chargerHours: "Place and power, hours a day"
    }
  }

  /// The figure's name in a report.
  public var title: String { row.title }
  /// The name of each value.
  public var labels: [String] { row.labels }
  /// The published values; nil where there are none.
  public var published: Published? { row.published }

  private typealias Row = (title: String, labels: [String], published: Published?)

  private var row: Row {
    func of(_ source: Source, _ values: Double..., givenUp: Set<Int> = []) -> Published {
      Published(source: source, values: values, givenUp: givenUp)
    }
    let spread = ["p10", "p50", "p90"]
    let first = ["first", "first 3", "first 5"]
    return switch self {
    case .sessionsPerDay: ("sessions a day", ["mean"], of(.lsapp, 17.4))
    case .launchesPerDay: ("launches a day", ["mean"], of(.lsapp, 48.7))
    case .pickUpsPerDay:
      ("pick-ups a day", ["least", "p50", "most"], of(.others, 10, .nan, 200, givenUp: [0, 1, 2]))
    case .dailyVariance: ("variance of daily launches", ["between", "within"], nil)
    case .overdispersion:
      (
        "variance / mean of daily pick-ups", spread,
        of(.phone, 2.8, .nan, 10.9, givenUp: [0, 1, 2])
      )
    case .persistence:
      ("hours used again or newly next day", ["again", "newly"], of(.phone, 0.67, 0.34))
    case .nights:
      (
        "longest pause of a night, hours", spread + ["under 4 h"],
        of(.phone, 6.78, 9.82, 11.8, 0, givenUp: [0, 1, 2])
      )
    case .weekendLater: ("it ends later at weekends, hours", ["p50"], of(.phone, 2.13))
    case .dayAfterDay:
      ("a day's pick-ups with the last day's", ["correl."], of(.phone, 0.113, givenUp: [0]))
    case .sessionMinutes:
      ("length, minutes", ["p25", "p50", "p75", "mean"], of(.lsapp, 0.15, 1.97, 6.67, 5.32))
    case .appsPerSession: ("different apps in one", ["mean"], of(.lsapp, 2.18))
    case .changesPerSession: ("changes of app in one", ["mean"], of(.lsapp, 5.46, givenUp: [0]))
    case .pauses:
      (
        "length, seconds", ["p10", "p25", "p50", "p75", "p90"],
        of(.phone, 6, 61, 271, 1_069, 3_249, givenUp: [1])
      )
    case .pauseShape: ("shape of a Weibull fit, by person", ["p50"], of(.phone, 0.47))
    case .mostUsed: ("most used", first, of(.lsapp, 0.280, 0.587, 0.738))
    case .mostUsedOfAll: ("most used by all people", first, of(.lsapp, 0.136, 0.325, 0.459))
    case .markov: ("Markov chain", first, of(.lsapp, 0.396, 0.663, 0.772))
    case .bayes: ("naive Bayes on hour and last app", first, of(.lsapp, 0.380, 0.575, 0.669))
    case .ensemble: ("all of these together", first, of(.lsapp, 0.565, 0.761, 0.846))
    case .appHours: ("deviation of log app-hours, all", ["all"], of(.dpi, 0.88))
    case .hourEntropy: ("entropy of the hours used, bits", spread, of(.dpi, 2.47, 3.24, 3.82))
    case .hourEntropyOfAll: ("entropy of all people's hours, bits", ["all"], of(.dpi, 4.37))
    case .fall: ("rate at which use falls with rank", spread, of(.dpi, 0.38, 0.56, 0.83))
    case .topShare: ("share of the top app", spread, of(.dpi, 0.29, 0.46, 0.72, givenUp: [2]))
    case .topThreeShare: ("share of the top three", spread, of(.dpi, 0.67, 0.83, 0.95))
    case .appByHour: ("what an app tells of the hour, bits", ["all"], of(.dpi, 0.010))
    case .wifiHours: ("on Wi-Fi", spread, nil)
    case .cellularHours: ("on the cellular network", spread, nil)
    case .chargerHours: ("on the charger", spread, nil)
    }
  }

  /// Whether a value is as near to the published one as drawn people are to be: hit rates within
  /// .03, all else within a tenth.
  public func isNear(_ value: Double, _ published: Double) -> Bool {
    switch self {
    case .mostUsed, .mostUsedOfAll, .markov, .bayes, .ensemble: abs(value - published) <= 0.03
    // Of 28 nights none: of a hundred it may be three.
    case .nights where published == 0: value <= 0.03
    // So little that it could be nothing: what is less is as near.
    case .appByHour: value <= published
    default: abs(value - published) <= published / 10
    }
  }
}
