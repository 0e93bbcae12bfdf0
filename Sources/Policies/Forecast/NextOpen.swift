import Device
import Simulation

/// The prediction of the app that the user opens next, given that one is opened: four predictors,
/// and their mixture.
///
/// The predictors are those that studies of phones compare (Shin, Hong and Dey, UbiComp 2012;
/// LSApp, 2021): how much an app is used, what followed the last one (a Markov chain of first
/// order), what is opened at this hour of the day, and how recently it was. Each gives a
/// probability, in which use stands in while little is known. In the mixture each weighs as the
/// part of the opens that it explained: an open is divided among them by their parts in its
/// probability, which is how the weights come to make the mixture's log loss least (expectation and
/// maximization, open by open). They are kept apart for an app that follows another and for one
/// with which the phone is taken up.
struct NextOpen {
  enum Predictor: Int, CaseIterable {
    case mostUsed, markov, hourOfDay, recency
  }

  /// The pause that ends a session, as in LSApp.
  static let session = TimeSpan.minutes(5)
  /// The weight of use where a predictor has no counts, and of an app never opened in use.
  private static let backing = 1.0
  private static let unseen = 0.5

  /// One number for each predictor, in their order.
  typealias Shares = SIMD4<Double>

  /// The circumstances of a prediction.
  struct Moment: Equatable {
    let hour: Int
    /// Whether the last open is less than a session's pause ago.
    let follows: Bool
  }

  private let startsAt: TimeSpan
  /// The apps' numbers in order of their first open; negative: the app was never opened.
  private var numbers = ByApp(-1)
  private var used = FadingCounts(memory: 2_000)
  /// The counts of the next app, by the number of the app before.
  private var following: [FadingCounts] = []
  private var byHour = Array(repeating: FadingCounts(memory: 1_000), count: 24)
  /// The counts of how often the app at a place of `recent` came next.
  private var byPlace = FadingCounts(memory: 2_000)
  /// The numbers of the apps, the last opened first; `places` are where they stand in it.
  private var recent: [Int] = []
  private var places: [Int] = []
  /// The opens that each predictor explained, of apps that follow another and of others.
  private var explained = (following: Shares(repeating: 1), first: Shares(repeating: 1))
  private(set) var lastOpen: Instant?

  /// Creates predictors that know no opens.
  ///
  /// - Parameters:
  ///   - startsAt: the time of day at `Instant.start`.
  init(startsAt: TimeSpan) { self.startsAt = startsAt }

  // MARK: Learning

  /// Notes that the user has opened an app. O(apps opened so far).
  mutating func add(_ app: AppID, at now: Instant) {
    let moment = moment(at: now)
    let parts = probabilities(of: app, at: moment) * weights(at: moment)
    let explains = parts / Self.sum(parts)
    if moment.follows { explained.following += explains } else { explained.first += explains }
    let number = register(app)
    if let last = recent.first { following[last].add(at: number) }
    used.add(at: number)
    for (shift, weight) in [(23, 0.5), (0, 1), (1, 0.5)] {
      byHour[(moment.hour + shift) % 24].add(weight, at: number)
    }
    let place = places[number]
    if place < recent.count, recent[place] == number {
      byPlace.add(at: place)
      recent.remove(at: place)
    }
    recent.insert(number, at: 0)
    for (place, number) in recent.enumerated() { places[number] = place }
    lastOpen = now
  }

  private mutating func register(_ app: AppID) -> Int {
    if numbers[app] >= 0 { return numbers[app] }
    numbers[app] = following.count
    following.append(FadingCounts(memory: 200))
    places.append(recent.count)
    return numbers[app]
  }

  // MARK: Predicting

  func moment(at now: Instant) -> Moment {
    let clock = (now - .start).nanoseconds % TimeSpan.days(1).nanoseconds
    let hour = Int((TimeSpan(nanoseconds: clock) + startsAt) / TimeSpan.hours(1)) % 24
    return Moment(hour: hour, follows: lastOpen.map { now - $0 < Self.session } ?? false)
  }

  /// Returns the mixture's probability that the next app is this one. O(1).
  func probability(of app: AppID, at moment: Moment) -> Double {
    let weights = weights(at: moment)
    return Self.sum(probabilities(of: app, at: moment) * weights) / Self.sum(weights)
  }

  /// Returns each predictor's probability that the next app is this one. O(1).
  func probabilities(of app: AppID, at moment: Moment) -> Shares {
    let number = numbers[app]
    let isKnown = number >= 0
    let share =
      ((isKnown ? used[number] : 0) + Self.unseen)
      / (used.total + Self.unseen * Double(following.count + 1))
    func backed(_ count: Double, of total: Double) -> Double {
      (count + Self.backing * share) / (total + Self.backing)
    }
    func backed(_ counts: FadingCounts, at index: Int) -> Double {
      backed(isKnown ? counts[index] : 0, of: counts.total)
    }
    return Shares(
      share, recent.first.map { backed(following[$0], at: number) } ?? share,
      backed(byHour[moment.hour], at: number),
      backed(byPlace, at: isKnown ? places[number] : 0))
  }

  /// One predictor's probability of each app at one moment.
  struct Prediction {
    fileprivate let numbers: ByApp<Int>
    /// The probabilities of the apps that were opened, by number.
    let ofOpened: [Double]
    fileprivate let ofOthers: Double

    subscript(app: AppID) -> Double {
      let number = numbers[app]
      return number >= 0 ? ofOpened[number] : ofOthers
    }
  }

  /// Returns one predictor's probability of each app: the same as `probabilities(of:at:)`, for all
  /// at once. O(apps opened so far).
  func prediction(by predictor: Predictor, at moment: Moment) -> Prediction {
    let ofUse = used.total + Self.unseen * Double(following.count + 1)
    let counts: FadingCounts? =
      switch predictor {
      case .mostUsed: nil
      case .markov: recent.first.map { following[$0] }
      case .hourOfDay: byHour[moment.hour]
      case .recency: byPlace
      }
    let isByPlace = predictor == .recency
    func probability(_ use: Double, _ index: Int?) -> Double {
      let share = (use + Self.unseen) / ofUse
      guard let counts else { return share }
      let count = index.map { counts[$0] } ?? 0
      return (count + Self.backing * share) / (counts.total + Self.backing)
    }
    return Prediction(
      numbers: numbers,
      ofOpened: following.indices.map { probability(used[$0], isByPlace ? places[$0] : $0) },
      ofOthers: probability(0, nil))
  }

  /// Returns the mixture's probability of each app: the same as `probability(of:at:)`, for all at
  /// once. O(apps opened so far).
  func mixture(at moment: Moment) -> Prediction {
    let weights = weights(at: moment)
    let sum = Self.sum(weights)
    let ofUse = used.total + Self.unseen * Double(following.count + 1)
    let last = recent.first.map { following[$0] }
    let byHour = byHour[moment.hour]
    func mixed(_ number: Int?) -> Double {
      let share = ((number.map { used[$0] } ?? 0) + Self.unseen) / ofUse
      func backed(_ counts: FadingCounts, _ index: Int?) -> Double {
        ((index.map { counts[$0] } ?? 0) + Self.backing * share) / (counts.total + Self.backing)
      }
      let shares = Shares(
        share, last.map { backed($0, number) } ?? share, backed(byHour, number),
        backed(byPlace, number.map { places[$0] }))
      return Self.sum(shares * weights) / sum
    }
    return Prediction(
      numbers: numbers, ofOpened: following.indices.map { mixed($0) }, ofOthers: mixed(nil))
  }

  /// Returns a prediction by recency: the apps in the order of their last opens, those never opened
  /// last.
  func recency() -> Prediction {
    Prediction(
      numbers: numbers, ofOpened: places.map { 1 / Double($0 + 1) }, ofOthers: 0)
  }

  private func weights(at moment: Moment) -> Shares {
    moment.follows ? explained.following : explained.first
  }

  private static func sum(_ shares: Shares) -> Double {
    shares[0] + shares[1] + shares[2] + shares[3]
  }
}
