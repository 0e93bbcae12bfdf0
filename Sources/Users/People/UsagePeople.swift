import Device
import Simulation

/// A person with habits of their own, drawn from people who were measured: `usage.people`.
///
/// Traits (how much, at which hours, which apps and which after which) come from the person's
/// number, what happens from day to day from the run's seed: one person under several seeds has the
/// same habits and other days. All is drawn from streams of its own for each purpose, so that
/// another value of one parameter leaves the draws of the others where they were. docs/people.md
/// has the sources.
public struct UsagePeople: UserModel {
  private let parameters: PeopleParameters
  private let person: UInt64?
  private let preferences: [AppPreference]

  /// A person drawn from distributions.
  ///
  /// - Parameters:
  ///   - person: the person's number; nil: another person under each seed.
  ///   - preferences: how much apps are liked by all people; what is not listed is never opened.
  ///     Without any, the n-th app of the scenario weighs 1 / (n + 2) (Mandelbrot).
  /// - Throws: where a parameter is out of range or they contradict each other.
  public init(
    _ parameters: PeopleParameters = PeopleParameters(), person: UInt64? = nil,
    preferences: [AppPreference] = []
  ) throws(UserModelError) {
    try parameters.check()
    try preferences.check(of: "usage.people")
    self.parameters = parameters.withHabit
    self.person = person
    self.preferences = preferences
  }

  /// Returns the opens and closes of the person's pick-ups. O(launches x apps).
  public func actions(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan, apps: [String]
  ) throws(UserModelError) -> [UserAction] {
    let weights = try preferences.weights(of: apps, shift: 2, at: "usage.people")
    guard weights.contains(where: { $0 > 0 }) else { return [] }
    let person = Person(number: person ?? seed, apps: apps, weights: weights, parameters)
    var pickUps = PickUps(person, parameters, seed: seed, startsAt: startsAt)
    var hand = PersonsHand(person, parameters, seed: seed, startsAt: startsAt)
    while let pickUp = pickUps.next(), pickUp.start < .start + duration { hand.use(pickUp) }
    return hand.uses.filter { $0.start >= .start }.actions(before: .start + duration)
  }

  public func surroundings(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan
  ) -> Surroundings? {
    PersonsRoutine(number: person ?? seed, parameters.places)
      .surroundings(seed: seed, duration: duration, startsAt: startsAt)
  }
}

/// The person's hand, which opens apps during pick-ups.
private struct PersonsHand {
  private(set) var uses: [AppUse] = []
  private let parameters: PeopleParameters
  private let startsAt: TimeSpan
  private var chain: AppChain
  private var launches: RandomStream
  private var cuts: RandomStream

  init(_ person: Person, _ parameters: PeopleParameters, seed: UInt64, startsAt: TimeSpan) {
    self.parameters = parameters
    self.startsAt = startsAt
    chain = AppChain(person, parameters, seed: seed)
    launches = RandomStream(seed: seed, name: "people/launches")
    cuts = RandomStream(seed: seed, name: "people/cuts")
  }

  /// Opens a geometric number of apps, the time cut at uniformly drawn points.
  mutating func use(_ pickUp: PickUp) {
    let more = launches.geometric(1 / parameters.launchesPerPickUp)
    let count = pickUp.isGlance ? 1 : 1 + more
    let length = pickUp.end - pickUp.start
    let hour = Int((pickUp.start - .start + startsAt).timeOfDay / .hours(1))
    let cuts = (1..<max(1, count)).map { _ in length * self.cuts.uniform() }.sorted()
    var start = pickUp.start
    for index in 0..<count {
      guard let app = chain.next(hour: hour, beginsPickUp: index == 0) else { break }
      let end = index < cuts.count ? pickUp.start + cuts[index] : pickUp.end
      uses.append(AppUse(app: AppID(app), start: start, end: end))
      start = end
    }
    // With no other app to go to, the last one stays.
    uses[uses.count - 1].end = pickUp.end
  }
}
