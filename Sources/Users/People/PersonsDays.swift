import Device
import Simulation

/// The days of a person one after the other, in hours since the midnight before the run.
struct PersonsDays {
  private(set) var network: [(hour: Double, NetworkKind)]
  /// The times on the charger.
  private(set) var charges: [Range<Double>] = []
  /// The times asleep.
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

  /// Goes through a day, which takes the same draws whatever comes of them.
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
        connect(to: .cellular, from: leaves)
        connect(to: person.home, from: isHome)
      }
    }
    if !person.chargesAtNight, !person.chargesAtDesk, remembers[2] {
      let begins = max(isHome, midnight + 19)
      charge(begins..<max(begins, min(sleeps, begins + parameters.eveningHours)))
    }
    bedtime = sleeps
  }

  private mutating func travel(from start: Double, to end: Double, then place: NetworkKind) {
    guard start < end else { return connect(to: place, from: max(start, end)) }
    let gap = (end - start) * person.parameters.gap
    connect(to: .cellular, from: start)
    if gap > 0 {
      connect(to: .none, from: (start + end - gap) / 2)
      connect(to: .cellular, from: (start + end + gap) / 2)
    }
    connect(to: place, from: end)
  }

  private mutating func connect(to kind: NetworkKind, from hour: Double) {
    // A day that begins before the last one has ended goes on from there.
    network.append((max(hour, network.last?.hour ?? hour), kind))
  }

  private mutating func charge(_ span: Range<Double>) {
    let begins = max(span.lowerBound, charges.last?.upperBound ?? span.lowerBound)
    if begins < span.upperBound { charges.append(begins..<span.upperBound) }
  }
}
