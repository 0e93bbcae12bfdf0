import Simulation

/// The chain of apps that a person opens: next comes the one before the last, one that follows the
/// last for this person, or one that is wanted at this hour.
struct AppChain {
  private let person: Person
  private let parameters: PeopleParameters
  private var ways: RandomStream
  private var choices: RandomStream
  /// The app opened last.
  private var last: Int?
  /// The app opened before the last, which is another.
  private var before: Int?
  /// How much each app is wanted, by hour.
  private let wants: [[Double]]
  /// How likely each app is to follow an app, of those that were asked for.
  private var followers: [[Double]?]

  init(_ person: Person, _ parameters: PeopleParameters, seed: UInt64) {
    self.person = person
    self.parameters = parameters
    ways = RandomStream(seed: seed, name: "people/ways")
    choices = RandomStream(seed: seed, name: "people/choices")
    wants = person.wants()
    followers = Array(repeating: nil, count: person.shares.count)
  }

  /// Draws the next app; nil when there is no other than the last, which follows itself only as the
  /// first of a pick-up. It takes two draws, whatever comes of them. O(apps).
  mutating func next(hour: Int, beginsPickUp: Bool) -> Int? {
    var way = ways.uniform()
    let point = choices.uniform()
    guard let last else { return note(pick(wants[hour], at: point)) }
    if beginsPickUp {
      if way < parameters.resuming { return last }
      way = (way - parameters.resuming) / (1 - parameters.resuming)
    }
    if way < parameters.returning, let before { return note(before) }
    if way < parameters.returning + parameters.following,
      let follower = pick(followers(of: last), at: point, but: last)
    {
      return note(follower)
    }
    return note(pick(wants[hour], at: point, but: last) ?? (beginsPickUp ? last : nil))
  }

  private mutating func note(_ app: Int?) -> Int? {
    guard let app, app != last else { return app }
    before = last
    last = app
    return app
  }

  private mutating func followers(of app: Int) -> [Double] {
    if let known = followers[app] { return known }
    let made = person.followers(of: app)
    followers[app] = made
    return made
  }

  /// Returns the app at a point, from 0 to 1, of the weights laid end to end with one of them left
  /// out; nil when nothing is left.
  private func pick(_ weights: [Double], at point: Double, but excluded: Int? = nil) -> Int? {
    var total = 0.0
    for (app, weight) in weights.enumerated() where app != excluded { total += weight }
    guard total > 0 else { return nil }
    var rest = point * total
    var found: Int?
    for (app, weight) in weights.enumerated() where app != excluded && weight > 0 {
      found = app
      if rest < weight { break }
      rest -= weight
    }
    return found
  }
}
