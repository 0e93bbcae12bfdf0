import Device
import Simulation

/// Network and charger as a user's places have them.
public struct Surroundings: Sendable, Equatable {
  /// In order of time, the first at the start.
  public var network: [NetworkChange] = []
  /// Likewise.
  public var power: [PowerChange] = []
}

/// Where a person is and when the phone is charged: what stays the same from day to day.
struct PersonsRoutine {
  /// Hours of the day.
  let wakes: Double
  let sleeps: Double
  let works: Bool
  let commute: Double
  let home: NetworkKind
  let work: NetworkKind
  let chargesAtNight: Bool
  let chargesAtDesk: Bool
  let usePerHour: Double
  let parameters: PlaceParameters

  /// Each trait has a stream of its own.
  init(number: UInt64, _ parameters: PlaceParameters) {
    func stream(_ trait: String) -> RandomStream {
      RandomStream(seed: number, name: "person/places/\(trait)")
    }
    func isOf(_ share: Double, _ trait: String) -> Bool {
      var stream = stream(trait)
      return stream.bernoulli(share)
    }
    var (mornings, evenings) = (stream("wakes"), stream("sleeps"))
    var (ways, uses) = (stream("commute"), stream("use"))
    self.parameters = parameters
    wakes = mornings.normal(mean: parameters.wakes, deviation: parameters.clockSigma)
    sleeps = evenings.normal(mean: parameters.sleeps, deviation: parameters.clockSigma)
    works = isOf(parameters.working, "works")
    // Nobody is on the way for more than four hours.
    commute = min(
      4, parameters.commuteHours * ways.logNormal(mu: 0, sigma: parameters.commuteSigma))
    home = isOf(parameters.homeWifi, "home") ? .wifi : .cellular
    work = isOf(parameters.workWifi, "work") ? .wifi : .cellular
    chargesAtNight = isOf(parameters.night, "night")
    chargesAtDesk = works && isOf(parameters.desk, "desk")
    usePerHour = parameters.usePerHour * uses.logNormal(mu: 0, sigma: parameters.useSigma)
  }

  /// Days of a run as this person lives them; O(days).
  ///
  /// - Parameters:
  ///   - seed: of what differs from day to day.
  ///   - startsAt: the time of day at the start; the first day is a Monday.
  func surroundings(seed: UInt64, duration: TimeSpan, startsAt: TimeSpan) -> Surroundings {
    let start = startsAt.timeOfDay / .hours(1)
    let end = start + duration / .hours(1)
    var days = PersonsDays(self, seed: seed)
    // From three days before, so that the level at the start is one that a day has led to.
    for day in -3...Int(end / 24) { days.live(day) }
    func instant(_ hour: Double) -> Instant {
      .start + .seconds(((hour - start) * 3_600).rounded())
    }
    func since<Change>(_ changes: [(hour: Double, Change)]) -> [(hour: Double, Change)] {
      let first = changes.lastIndex { $0.hour <= start } ?? 0
      return changes[first...].map { (max(start, $0.hour), $0.1) }.filter { $0.0 < end }
    }
    var found = Surroundings()
    for (hour, kind) in since(days.network) where kind != found.network.last?.kind {
      found.network.append(NetworkChange(at: instant(hour), kind: kind))
    }
    let gauge = LevelOfDays(self, days)
    for (hour, status) in since(gauge.told(until: end)) {
      found.power.append(
        PowerChange(at: instant(hour), level: status.level, charging: status.isCharging))
    }
    return found
  }
}

/// What a person does day by day, in hours since the midnight before the run.
private struct PersonsDays {
  private(set) var network: [(hour: Double, NetworkKind)]
  /// On the charger.
  private(set) var charges: [Range<Double>] = []
  /// Asleep.
  private(set) var nights: [Range<Double>] = []

  private let person: PersonsRoutine
  private var clocks: RandomStream
  private var outings: RandomStream
  private var memory: RandomStream
  private var bedtime: Double?

  init(_ person: PersonsRoutine, seed: UInt64) {
    func stream(_ name: String) -> RandomStream {
      RandomStream(seed: seed, name: "people/places/\(name)")
    }
    self.person = person
    clocks = stream("clocks")
    outings = stream("outings")
    memory = stream("memory")
    network = [(-96, person.home)]
  }

  /// Each day takes the same draws, whatever comes of them.
  mutating func live(_ day: Int) {
    let parameters = person.parameters
    let midnight = Double(day) * 24
    let early = clocks.normal(mean: 0, deviation: parameters.daySigma)
    let late = clocks.normal(mean: 0, deviation: parameters.daySigma)
    let goesOut = outings.bernoulli(parameters.outing)
    let at = 10 + 8 * outings.uniform()
    let hours = parameters.outingHours * outings.logNormal(mu: 0, sigma: 0.5)
    let remembers = (0..<3).map { _ in !memory.bernoulli(parameters.forgetting) }
    let wakes = midnight + min(14, max(0, person.wakes + early))
    let sleeps = max(wakes + 6, midnight + person.sleeps + late)
    if let bedtime, bedtime < wakes {
      nights.append(bedtime..<wakes)
      if person.chargesAtNight, remembers[0] { charge(bedtime..<wakes) }
    }
    var isHome = wakes
    if person.works, ((day % 7) + 7) % 7 < 5 {
      let leaves = wakes + parameters.leavesAfter
      let arrives = leaves + person.commute
      let returns = arrives + parameters.workHours
      isHome = min(returns + person.commute, sleeps)
      travel(from: leaves, to: arrives, then: person.work)
      travel(from: returns, to: isHome, then: person.home)
      if person.chargesAtDesk, remembers[1] { charge(arrives..<returns) }
    } else if goesOut {
      let leaves = max(midnight + at, wakes)
      isHome = min(leaves + hours, sleeps)
      if leaves < isHome {
        be(on: .cellular, from: leaves)
        be(on: person.home, from: isHome)
      }
    }
    if !person.chargesAtNight, !person.chargesAtDesk, remembers[2] {
      let begins = max(isHome, midnight + 19)
      charge(begins..<max(begins, min(sleeps, begins + parameters.eveningHours)))
    }
    bedtime = sleeps
  }

  private mutating func travel(from start: Double, to end: Double, then place: NetworkKind) {
    guard start < end else { return be(on: place, from: max(start, end)) }
    let gap = (end - start) * person.parameters.gap
    be(on: .cellular, from: start)
    if gap > 0 {
      be(on: .none, from: (start + end - gap) / 2)
      be(on: .cellular, from: (start + end + gap) / 2)
    }
    be(on: place, from: end)
  }

  private mutating func be(on kind: NetworkKind, from hour: Double) {
    // A day that begins before the last one has ended goes on from there.
    network.append((max(hour, network.last?.hour ?? hour), kind))
  }

  private mutating func charge(_ span: Range<Double>) {
    let begins = max(span.lowerBound, charges.last?.upperBound ?? span.lowerBound)
    if begins < span.upperBound { charges.append(begins..<span.upperBound) }
  }
}

/// The level of a battery that is used evenly by day, little at night, and charged.
private struct LevelOfDays {
  private let parameters: PlaceParameters
  private let use: Double
  private let charges: [Range<Double>]
  private let nights: [Range<Double>]

  init(_ person: PersonsRoutine, _ days: PersonsDays) {
    parameters = person.parameters
    use = person.usePerHour
    charges = days.charges
    nights = days.nights
  }

  /// What the phone tells each hour and whenever the charger is connected or not, in hundredths.
  func told(until end: Double) -> [(hour: Double, PowerStatus)] {
    var moments = charges.flatMap { [$0.lowerBound, $0.upperBound] }
    moments += nights.flatMap { [$0.lowerBound, $0.upperBound] }
    moments += stride(from: -48, through: end, by: 1)
    moments = moments.filter { $0 >= -48 && $0 < end }.sorted()
    var (charging, resting) = (SpanWalk(charges), SpanWalk(nights))
    var (level, hour) = (1.0, -48.0)
    var found: [(hour: Double, PowerStatus)] = []
    for moment in moments {
      // What holds between two moments holds in their midst.
      let midst = (hour + moment) / 2
      let rate =
        charging.contains(midst)
        ? parameters.chargePerHour : -(resting.contains(midst) ? parameters.restPerHour : use)
      level = min(1, max(0.01, level + (moment - hour) * rate))
      hour = moment
      let status = PowerStatus(
        level: (level * 100).rounded() / 100, isCharging: charging.contains(moment))
      if status != found.last?.1 { found.append((moment, status)) }
    }
    return found
  }
}

/// Tells whether moments that never fall lie in spans, which are in order.
private struct SpanWalk {
  private let spans: [Range<Double>]
  private var next = 0

  init(_ spans: [Range<Double>]) {
    self.spans = spans
  }

  mutating func contains(_ moment: Double) -> Bool {
    while next < spans.count, spans[next].upperBound <= moment { next += 1 }
    return next < spans.count && spans[next].lowerBound <= moment
  }
}
