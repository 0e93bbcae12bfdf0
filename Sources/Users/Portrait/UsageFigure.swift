/// A figure of users, with its titles and the values that were published of real ones.
public enum UsageFigure: String, CaseIterable, Sendable {
  case sessionsPerDay, launchesPerDay, pickUpsPerDay, dailyVariance
  case overdispersion, persistence
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
    case .overdispersion, .persistence: "From day to day"
    case .sessionMinutes, .appsPerSession, .changesPerSession: "Sessions"
    case .pauses, .pauseShape: "Pauses between pick-ups"
    case .mostUsed, .mostUsedOfAll, .markov, .bayes, .ensemble: "The next app among the likeliest"
    case .appHours, .hourEntropy, .hourEntropyOfAll, .fall, .topShare, .topThreeShare, .appByHour:
      "One day of people with 30 app-hours or more"
    case .wifiHours, .cellularHours, .chargerHours: "Place and power, hours a day"
    }
  }

  /// The figure's name in a report.
  public var title: String {
    switch self {
    case .sessionsPerDay: "sessions a day"
    case .launchesPerDay: "launches a day"
    case .pickUpsPerDay: "pick-ups a day"
    case .dailyVariance: "variance of daily launches"
    case .overdispersion: "variance / mean of daily pick-ups"
    case .persistence: "hours used again or newly next day"
    case .sessionMinutes: "length, minutes"
    case .appsPerSession: "different apps in one"
    case .changesPerSession: "changes of app in one"
    case .pauses: "length, seconds"
    case .pauseShape: "shape of a Weibull fit, by person"
    case .mostUsed: "most used"
    case .mostUsedOfAll: "most used by all people"
    case .markov: "Markov chain"
    case .bayes: "naive Bayes on hour and last app"
    case .ensemble: "all of these together"
    case .appHours: "deviation of log app-hours, all"
    case .hourEntropy: "entropy of the hours used, bits"
    case .hourEntropyOfAll: "entropy of all people's hours, bits"
    case .fall: "rate at which use falls with rank"
    case .topShare: "share of the top app"
    case .topThreeShare: "share of the top three"
    case .appByHour: "what an app tells of the hour, bits"
    case .wifiHours: "on Wi-Fi"
    case .cellularHours: "on the cellular network"
    case .chargerHours: "on the charger"
    }
  }

  /// The name of each value.
  public var labels: [String] {
    switch self {
    case .sessionsPerDay, .launchesPerDay, .appsPerSession, .changesPerSession: ["mean"]
    case .pickUpsPerDay: ["p2", "p50", "p98"]
    case .dailyVariance: ["between", "within"]
    case .persistence: ["again", "newly"]
    case .sessionMinutes: ["p25", "p50", "p75", "mean"]
    case .pauses: ["p10", "p25", "p50", "p75", "p90"]
    case .pauseShape: ["p50"]
    case .mostUsed, .mostUsedOfAll, .markov, .bayes, .ensemble: ["first", "first 3", "first 5"]
    case .appHours, .hourEntropyOfAll, .appByHour: ["all"]
    case .overdispersion, .hourEntropy, .fall, .topShare, .topThreeShare, .wifiHours,
      .cellularHours, .chargerHours:
      ["p10", "p50", "p90"]
    }
  }

  /// The published values; nil where there are none.
  public var published: Published? {
    func of(_ source: Source, _ values: Double..., givenUp: Set<Int> = []) -> Published {
      Published(source: source, values: values, givenUp: givenUp)
    }
    return switch self {
    case .sessionsPerDay: of(.lsapp, 17.4)
    case .launchesPerDay: of(.lsapp, 48.7)
    case .pickUpsPerDay: of(.others, 10, .nan, 200, givenUp: [0, 1, 2])
    case .dailyVariance: nil
    case .overdispersion: of(.phone, 2.8, .nan, 10.9, givenUp: [0, 1, 2])
    case .persistence: of(.phone, 0.67, 0.34)
    case .sessionMinutes: of(.lsapp, 0.15, 1.97, 6.67, 5.32)
    case .appsPerSession: of(.lsapp, 2.18)
    case .changesPerSession: of(.lsapp, 5.46, givenUp: [0])
    case .pauses: of(.phone, 6, 61, 271, 1_069, 3_249, givenUp: [1])
    case .pauseShape: of(.phone, 0.47)
    case .mostUsed: of(.lsapp, 0.280, 0.587, 0.738)
    case .mostUsedOfAll: of(.lsapp, 0.136, 0.325, 0.459)
    case .markov: of(.lsapp, 0.396, 0.663, 0.772)
    case .bayes: of(.lsapp, 0.380, 0.575, 0.669)
    case .ensemble: of(.lsapp, 0.565, 0.761, 0.846)
    case .appHours: of(.dpi, 0.88)
    case .hourEntropy: of(.dpi, 2.47, 3.24, 3.82)
    case .hourEntropyOfAll: of(.dpi, 4.37)
    case .fall: of(.dpi, 0.38, 0.56, 0.83)
    case .topShare: of(.dpi, 0.29, 0.46, 0.72, givenUp: [2])
    case .topThreeShare: of(.dpi, 0.67, 0.83, 0.95)
    case .appByHour: of(.dpi, 0.010)
    case .wifiHours, .cellularHours, .chargerHours: nil
    }
  }

  /// Whether a value is as near to the published one as drawn people are to be: hit rates within
  /// .03, all else within a tenth.
  public func isNear(_ value: Double, _ published: Double) -> Bool {
    switch self {
    case .mostUsed, .mostUsedOfAll, .markov, .bayes, .ensemble: abs(value - published) <= 0.03
    // So little that it could be nothing: what is less is as near.
    case .appByHour: value <= published
    default: abs(value - published) <= published / 10
    }
  }
}
