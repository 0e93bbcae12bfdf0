import Device
import Simulation
import Testing

@testable import Users

@Suite("Places and charging habits of people")
struct PersonsRoutineTests {
  /// Everybody works, has Wi-Fi everywhere, charges at night, and is on time.
  private var clockwork: PlaceParameters {
    var places = PlaceParameters()
    (places.clockSigma, places.daySigma, places.commuteSigma, places.useSigma) = (0, 0, 0, 0)
    (places.working, places.homeWifi, places.workWifi, places.outing) = (1, 1, 1, 0)
    (places.night, places.desk, places.forgetting) = (1, 0, 0)
    return places
  }

  private func hours(_ instant: Instant) -> Double { (instant - .start) / .hours(1) }

  @Test(
    "who is always on time leaves at eight, is without network midway, and stays in at weekends")
  func clockworkNetwork() {
    let found = PersonsRoutine(number: 1, clockwork)
      .surroundings(seed: 1, duration: .days(7), startsAt: .zero).network
    let day: [(Double, NetworkKind)] = [
      (8, .cellular), (8.225, .none), (8.275, .cellular), (8.5, .wifi), (17, .cellular),
      (17.225, .none), (17.275, .cellular), (17.5, .wifi),
    ]
    var (kinds, known): ([NetworkKind], [Double]) = ([.wifi], [0])
    for index in 0..<5 {
      kinds += day.map { $0.1 }
      known += day.map { $0.0 + 24 * Double(index) }
    }
    #expect(found.map(\.kind) == kinds)
    #expect(zip(found, known).allSatisfy { abs(hours($0.at) - $1) < 0.001 })
  }

  @Test("the level falls by what an hour takes, and rises on the charger at night")
  func clockworkPower() {
    let found = PersonsRoutine(number: 1, clockwork)
      .surroundings(seed: 1, duration: .days(2), startsAt: .hours(12)).power
    let first = found[0]
    // Five hours after getting up with a full battery.
    #expect(first.at == .start && abs((first.level ?? 0) - 0.775) < 0.006)
    #expect(first.charging == false)
    func status(_ hour: Double) -> PowerChange? { found.last { hours($0.at) <= hour - 12 } }
    #expect(status(23)?.level == 0.28 && status(23)?.charging == false)
    #expect(status(23.25)?.level == 0.27 && status(23.25)?.charging == true)
    #expect(status(25)?.level == 0.97 && status(26)?.level == 1)
    #expect(status(30.9)?.charging == true && status(31)?.charging == false)
    #expect(status(32)?.level == 0.95 || status(32)?.level == 0.96)
  }

  @Test("a person is the same under every seed, and no two days need be alike")
  func person() {
    let routine = PersonsRoutine(number: 7, PlaceParameters())
    let one = routine.surroundings(seed: 1, duration: .days(14), startsAt: .hours(6))
    #expect(one == routine.surroundings(seed: 1, duration: .days(14), startsAt: .hours(6)))
    #expect(one != routine.surroundings(seed: 2, duration: .days(14), startsAt: .hours(6)))
    let longer = routine.surroundings(seed: 1, duration: .days(20), startsAt: .hours(6))
    #expect(Array(longer.network.prefix(one.network.count)) == one.network)
    #expect(Array(longer.power.prefix(one.power.count)) == one.power)
    // Another value of one parameter leaves the other traits as they were.
    var places = PlaceParameters()
    places.night = 0
    let other = PersonsRoutine(number: 7, places)
    #expect(other.wakes == routine.wakes && other.works == routine.works)
    #expect(other.home == routine.home && !other.chargesAtNight)
  }

  @Test("of many people as many have a habit as the parameters say")
  func shares() {
    let places = PlaceParameters()
    let people = (1...2_000).map { PersonsRoutine(number: $0, places) }
    func share(_ holds: (PersonsRoutine) -> Bool) -> Double {
      Double(people.count(where: holds)) / Double(people.count)
    }
    #expect(abs(share(\.works) - 0.7) < 0.03)
    #expect(abs(share { $0.home == .wifi } - 0.95) < 0.02)
    #expect(abs(share { $0.work == .wifi } - 0.7) < 0.03)
    #expect(abs(share(\.chargesAtNight) - 0.8) < 0.03)
    #expect(abs(share(\.chargesAtDesk) - 0.7 * 0.3) < 0.03)
    let mean = people.reduce(0) { $0 + $1.wakes } / Double(people.count)
    #expect(abs(mean - 7) < 0.06)
    #expect(abs(share { $0.commute < 0.5 } - 0.5) < 0.04)
  }

  @Test(
    "changes are in order, each a change, whatever the parameters",
    arguments: 1...40 as ClosedRange<UInt64>)
  func anyParameters(seed: UInt64) {
    var random = RandomStream(seed: seed, name: "test")
    var parameters = PeopleParameters()
    for field in PeopleParameters.placeFields {
      let range = field.range
      parameters[keyPath: field.path] =
        range.lowerBound + (range.upperBound - range.lowerBound) * random.uniform()
    }
    let start = TimeSpan.hours(1) * (24 * random.uniform())
    let found = PersonsRoutine(number: seed, parameters.places)
      .surroundings(seed: seed, duration: .days(9), startsAt: start)
    #expect(found.network.first?.at == .start && found.power.first?.at == .start)
    for (one, next) in zip(found.network, found.network.dropFirst()) {
      #expect(one.at <= next.at && one.kind != next.kind)
    }
    for (one, next) in zip(found.power, found.power.dropFirst()) {
      #expect(one.at <= next.at)
      #expect(one.level != next.level || one.charging != next.charging)
    }
    #expect(found.power.allSatisfy { (0.01...1).contains($0.level ?? 0) && $0.charging != nil })
    #expect(found.network.allSatisfy { $0.at < .start + .days(9) })
    let hours = HoursBySurroundings(found, duration: .days(9))
    #expect(hours.wifi >= 0 && hours.wifi + hours.cellular <= 24.001 && hours.charger <= 24.001)
  }
}
