import Foundation
import Simulation

/// The time from taking the phone in hand to putting it away.
struct PickUp: Equatable {
  var start: Instant
  var end: Instant
  /// Whether it is a look at one app.
  var isGlance: Bool
}

/// The pick-ups of a person, one after the other.
///
/// The pauses between them are Weibull draws, measured in the person's expected pick-ups (a change
/// of time), so that they are long where the hours are quiet; a few are over at once.
struct PickUps {
  private let person: Person
  private let parameters: PeopleParameters
  private let startsAt: TimeSpan
  /// The scale of the Weibull distribution that has mean 1.
  private let scale: Double
  private var pauses: RandomStream
  private var agains: RandomStream
  private var glances: RandomStream
  private var lengths: RandomStream
  private var days: RandomStream
  /// How busy each day is, from the one before the run on, with mean 1.
  private var busyness: [Double] = []
  /// How far the logarithm of the last of these is from its mean, in deviations.
  private var mood = 0.0
  /// When the phone was put away.
  private var now: Instant

  /// Begins a day before the run: the phone was not put away just as that begins.
  ///
  /// - Parameters:
  ///   - startsAt: the time of day at the start; the first day is a Monday.
  init(_ person: Person, _ parameters: PeopleParameters, seed: UInt64, startsAt: TimeSpan) {
    func stream(_ name: String) -> RandomStream { RandomStream(seed: seed, name: "people/\(name)") }
    self.person = person
    self.parameters = parameters
    self.startsAt = startsAt.timeOfDay
    scale = 1 / tgamma(1 + 1 / parameters.pauseShape)
    pauses = stream("pauses")
    agains = stream("agains")
    glances = stream("glances")
    lengths = stream("lengths")
    days = stream("days")
    now = .start - .days(1)
  }

  /// Draws the next pick-up; nil when it is further than time goes.
  mutating func next() -> PickUp? {
    let pause = pauses.weibull(scale: scale, shape: parameters.pauseShape)
    let again = agains.exponential(mean: parameters.againSeconds)
    let isAgain = agains.bernoulli(parameters.againShare)
    guard let start = isAgain ? now + atLeast(again) : moment(after: pause) else { return nil }
    let isGlance = glances.bernoulli(parameters.glanceShare)
    let median = isGlance ? parameters.glanceMedian : parameters.stayMedian
    let length = median * lengths.logNormal(mu: 0, sigma: parameters.staySigma)
    now = start + atLeast(min(parameters.longest, length))
    return PickUp(start: start, end: now, isGlance: isGlance)
  }

  /// Returns a span of a millisecond at least, so that nothing takes no time.
  private func atLeast(_ seconds: Double) -> TimeSpan { .seconds(max(0.001, seconds)) }

  /// Returns the moment by which so many more pick-ups are to be expected since the last.
  private mutating func moment(after expected: Double) -> Instant? {
    var rest = expected
    var position = now
    while position < .distantFuture {
      let clock = position - .start + .days(1) + startsAt
      let day = Int(clock / .days(1))
      let hour = Int(clock.timeOfDay / .hours(1))
      let left = .hours(hour + 1) - clock.timeOfDay
      // Day 1 is the run's first, a Monday.
      let shares = (day + 6) % 7 >= 5 ? person.weekend : person.weekday
      let rate = person.pickUpsPerDay * busyness(day) * shares[hour]
      let ahead = rate * (left / .hours(1))
      if rest < ahead {
        return position + max(.milliseconds(1), .hours(1) * (rest / rate))
      }
      rest -= ahead
      position = position + left
    }
    return nil
  }

  private mutating func busyness(_ day: Int) -> Double {
    let (sigma, memory) = (parameters.daySigma, parameters.dayMemory)
    while busyness.count <= day {
      let news = days.normal(mean: 0, deviation: 1)
      let fresh = busyness.isEmpty ? 1 : (1 - memory * memory).squareRoot()
      mood = memory * mood + fresh * news
      busyness.append(exp(-sigma * sigma / 2 + sigma * mood))
    }
    return busyness[day]
  }
}
