import Device
import Simulation

/// The app that the user opens next, given that one is opened, by the four predictors of
/// `NextChoice` and their mixture.
///
/// Counts fade, and use stands in for what is not known yet. The mixture has its weights apart for
/// an app that follows another and for one with which the phone is taken up.
struct NextOpen {
  typealias Predictor = NextChoice.Predictor
  typealias Shares = NextChoice.Shares

  /// The pause that ends a session, as in LSApp.
  static let session = TimeSpan.minutes(5)

  /// The circumstances of a prediction.
  struct Moment: Equatable {
    let hour: Int
    /// Whether the last open is less than a session's pause ago.
    let follows: Bool
  }

  private let startsAt: TimeSpan
  /// The apps' numbers in order of their first open; negative: the app was never opened.
  private var numbers = ByApp(-1)
  private var choices = NextChoice(
    .choices(2_000, following: 200, byHour: 1_000, byPlace: 2_000), unseen: 0.5)
  private var weights = (following: MixtureWeights(), first: MixtureWeights())
  private(set) var lastOpen: Instant?

  /// Creates predictors that know no opens.
  ///
  /// - Parameters:
  ///   - startsAt: the time of day at `Instant.start`.
  init(startsAt: TimeSpan) { self.startsAt = startsAt }

  /// Learns that the user has opened an app. O(apps opened so far).
  mutating func add(_ app: AppID, at now: Instant) {
    let moment = moment(at: now)
    let found = probabilities(of: app, at: moment)
    if moment.follows { weights.following.learn(found) } else { weights.first.learn(found) }
    if numbers[app] < 0 { numbers[app] = choices.count }
    choices.learn(numbers[app], hour: moment.hour)
    lastOpen = now
  }

  // MARK: Predicting

  func moment(at now: Instant) -> Moment {
    let clock = (now - .start).nanoseconds % TimeSpan.days(1).nanoseconds
    let hour = Int((TimeSpan(nanoseconds: clock) + startsAt) / TimeSpan.hours(1)) % 24
    return Moment(hour: hour, follows: lastOpen.map { now - $0 < Self.session } ?? false)
  }

  /// Returns the mixture's probability that the next app is this one. O(1).
  func probability(of app: AppID, at moment: Moment) -> Double {
    weights(at: moment).mix(probabilities(of: app, at: moment))
  }

  /// Returns each predictor's probability that the next app is this one. O(1).
  func probabilities(of app: AppID, at moment: Moment) -> Shares {
    let number = numbers[app]
    return outlook(at: moment).probabilities(of: number >= 0 ? number : choices.count)
  }

  /// A number for each app at one moment, such as its probability.
  struct Prediction {
    fileprivate let numbers: ByApp<Int>
    /// The values of the apps that were opened, in order of their first open.
    let ofOpened: [Double]
    fileprivate let ofOthers: Double

    subscript(app: AppID) -> Double {
      let number = numbers[app]
      return number >= 0 ? ofOpened[number] : ofOthers
    }
  }

  /// Returns one predictor's probability of each app. O(apps opened so far).
  func prediction(by predictor: Predictor, at moment: Moment) -> Prediction {
    prediction(at: moment) { $0[predictor.rawValue] }
  }

  /// Returns the mixture's probability of each app. O(apps opened so far).
  func mixture(at moment: Moment) -> Prediction {
    let weights = weights(at: moment)
    return prediction(at: moment) { weights.mix($0) }
  }

  private func prediction(at moment: Moment, _ value: (Shares) -> Double) -> Prediction {
    let outlook = outlook(at: moment)
    return Prediction(
      numbers: numbers,
      ofOpened: (0..<choices.count).map { value(outlook.probabilities(of: $0)) },
      ofOthers: value(outlook.probabilities(of: choices.count)))
  }

  /// Returns how recently each app was opened: one over its place among those opened last, and zero
  /// for the others.
  func recency() -> Prediction {
    var ofOpened = Array(repeating: 0.0, count: choices.count)
    for (place, number) in choices.recent.enumerated() { ofOpened[number] = 1 / Double(place + 1) }
    return Prediction(numbers: numbers, ofOpened: ofOpened, ofOthers: 0)
  }

  private func outlook(at moment: Moment) -> NextChoice.Outlook {
    choices.outlook(hour: moment.hour, backing: Shares(repeating: 1))
  }

  private func weights(at moment: Moment) -> MixtureWeights {
    moment.follows ? weights.following : weights.first
  }
}
