import Device
import Simulation

/// A person's places and charging habits, in traits that stay the same from day to day.
struct PersonsRoutine {
  /// The hour of the day of getting up.
  let wakes: Double
  /// The hour of going to bed; over 24: after midnight.
  let sleeps: Double
  let works: Bool
  let commute: Double
  let home: NetworkKind
  let work: NetworkKind
  let chargesAtNight: Bool
  let chargesAtDesk: Bool
  let usePerHour: Double
  let parameters: PlaceParameters

  /// Draws the routine of a person, each trait from a stream of its own.
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

  /// Returns network and charger on the days of a run as this person lives them. O(days).
  ///
  /// - Parameters:
  ///   - seed: the seed of all that differs from day to day.
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
    let battery = PersonsBattery(self, days)
    for (hour, status) in since(battery.changes(until: end)) {
      found.power.append(
        PowerChange(at: instant(hour), level: status.level, charging: status.isCharging))
    }
    return found
  }
}
