import Device
import Simulation

/// A user drawn at random after measured habits: `usage.habits`.
///
/// A simple user for simple runs: nobody in particular, with no habit that a policy could learn.
/// Which app is opened depends neither on the hour nor on the last app, every day is like the
/// other, and every seed draws the same person. Policies that predict have nothing to win here;
/// `UsagePeople` has people who differ, and routines.
///
/// Sessions begin as a Poisson process whose rate follows the hour of the day. A session that would
/// begin before the last one is over begins a second after it instead: none is lost, so their
/// number keeps its mean. Each holds a geometric number of app launches that share its time at
/// random, and no app follows itself; with one app to choose from, a session is one launch.
///
/// Times, lengths, launches, apps and shares are drawn from streams of their own, so that other
/// apps or weights leave every session where it was. The default figures are those of LSApp
/// (Aliannejadi et al. 2021: 292 people, 599,635 uses) and, by hour, of one day of 2,000 phones.
public struct UsageHabits: UserModel {
  /// How long a session is: the mean and the median that the log-normal is fitted to.
  public struct Stay: Sendable {
    public var mean: TimeSpan
    public var median: TimeSpan
    /// The cut: no session is longer.
    public var longest: TimeSpan

    public init(
      mean: TimeSpan = .seconds(5.32 * 60), median: TimeSpan = .seconds(1.97 * 60),
      longest: TimeSpan = .seconds(254.7 * 60)
    ) {
      self.mean = mean
      self.median = median
      self.longest = longest
    }
  }

  private let sessionsPerDay: Double
  private let byHour: [Double]
  private let length: SessionLength
  private let launchesPerSession: Double
  private let preferences: [AppPreference]

  /// The user with the given figures.
  ///
  /// - Parameters:
  ///   - sessionsPerDay: the mean number of sessions in a day.
  ///   - byHour: 24 weights, from midnight; a session's hour is in proportion to them.
  ///   - launchesPerSession: the mean number of apps launched in a session, at least 1.
  ///   - preferences: what is not listed is never opened. Without any, the n-th app of the scenario
  ///     weighs 1 / n (Zipf).
  /// - Throws: where a number is out of range, or the sessions do not fit into a day.
  public init(
    sessionsPerDay: Double = 17.4, byHour: [Double] = HourWeights.measured, stay: Stay = Stay(),
    launchesPerSession: Double = 2.18, preferences: [AppPreference] = []
  ) throws(UserModelError) {
    try Self.checkRates(sessionsPerDay, byHour, launchesPerSession)
    try preferences.check(of: "usage.habits")
    guard stay.median >= .seconds(1) else {
      throw Self.error("the median session is under a second (\(stay.median)); give 1 s or more")
    }
    let length = SessionLength(mean: stay.mean, median: stay.median, longest: stay.longest)
    guard let length else {
      throw Self.error(
        "no log-normal session length has median \(stay.median) and mean \(stay.mean) with "
          + "\(stay.longest) the longest; give median <= mean, and a longest well above")
    }
    guard sessionsPerDay * stay.mean.seconds < 86_400 else {
      throw Self.error(
        "\(sessionsPerDay) sessions of \(stay.mean) do not fit into a day; give fewer or shorter")
    }
    self.sessionsPerDay = sessionsPerDay
    self.byHour = byHour
    self.length = length
    self.launchesPerSession = launchesPerSession
    self.preferences = preferences
  }

  /// Returns the opens and closes of the sessions. O(sessions + launches x apps).
  public func actions(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan, apps: [String]
  ) throws(UserModelError) -> [UserAction] {
    let weights = try preferences.weights(of: apps, at: "usage.habits")
    guard weights.contains(where: { $0 > 0 }) else { return [] }
    var choice = AppChoice(seed: seed, weights: weights, launchesPerSession: launchesPerSession)
    var uses: [AppUse] = []
    for session in sessions(seed: seed, duration: duration, startsAt: startsAt) {
      uses += choice.uses(from: session.start, to: session.end)
    }
    return uses.actions(before: .start + duration)
  }

  /// Returns the sessions that begin in the run, in order and apart.
  func sessions(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan
  ) -> [(start: Instant, end: Instant)] {
    guard sessionsPerDay > 0 else { return [] }
    var beginnings = DailyArrivals(
      perDay: sessionsPerDay, byHour: byHour, startsAt: startsAt,
      stream: RandomStream(seed: seed, name: "user/sessions"))
    var lengths = RandomStream(seed: seed, name: "user/lengths")
    var sessions: [(start: Instant, end: Instant)] = []
    var earliest = Instant.start
    while true {
      let start = max(beginnings.next(), earliest)
      guard start < .start + duration else { return sessions }
      let end = start + length.draw(&lengths)
      sessions.append((start, end))
      earliest = end + .seconds(1)
    }
  }

  private static func checkRates(
    _ sessionsPerDay: Double, _ byHour: [Double], _ launchesPerSession: Double
  ) throws(UserModelError) {
    guard (0..<Double.infinity).contains(sessionsPerDay) else {
      throw error("sessionsPerDay is out of range (\(sessionsPerDay)); give 0 or more")
    }
    try HourWeights.check(byHour, of: "usage.habits")
    guard (1...1_000).contains(launchesPerSession) else {
      throw error("launchesPerSession is out of range (\(launchesPerSession)); give 1 to 1000")
    }
  }

  private static func error(_ text: String) -> UserModelError {
    UserModelError("usage.habits: \(text)")
  }
}

/// Which apps a session launches, and its time shared out among them.
private struct AppChoice {
  private let weights: [Double]
  private let launchesPerSession: Double
  private var launches: RandomStream
  private var apps: RandomStream
  private var shares: RandomStream

  /// - Parameters:
  ///   - weights: by `AppID`; at least one is positive.
  init(seed: UInt64, weights: [Double], launchesPerSession: Double) {
    self.weights = weights
    self.launchesPerSession = launchesPerSession
    launches = RandomStream(seed: seed, name: "user/launches")
    apps = RandomStream(seed: seed, name: "user/apps")
    shares = RandomStream(seed: seed, name: "user/shares")
  }

  /// Cuts a session at uniformly drawn points, by exponential draws over their sum.
  mutating func uses(from start: Instant, to end: Instant) -> [AppUse] {
    let count = 1 + launches.geometric(1 / launchesPerSession)
    let parts = (0..<count).map { _ in shares.exponential(mean: 1) }
    let whole = parts.reduce(0, +)
    var uses: [AppUse] = []
    var spent = 0.0
    for part in parts {
      spent += part
      let until = min(end, start + (end - start) * (whole > 0 ? spent / whole : 1))
      if let app = nextApp(after: uses.last?.app) {
        uses.append(AppUse(app: app, start: uses.last?.end ?? start, end: until))
      } else {
        uses[uses.count - 1].end = until
      }
    }
    uses[uses.count - 1].end = end
    return uses
  }

  /// Draws the next app, by one draw whatever the weights; nil when there is no other.
  private mutating func nextApp(after last: AppID?) -> AppID? {
    var weights = weights
    if let last { weights[Int(last.index)] = 0 }
    guard weights.contains(where: { $0 > 0 }) else {
      _ = apps.next()
      return nil
    }
    return AppID(apps.index(weights: weights))
  }
}
