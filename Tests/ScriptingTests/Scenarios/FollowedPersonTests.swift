import Device
import Simulation
import Testing
import Users

@testable import Scripting

@Suite("A world as its person has it")
struct FollowedPersonTests {
  private func scenario(_ keys: String, user: String = "usage.people { person = 3 }") -> String {
    """
    return scenario { duration = days(3), startsAt = "06:00",
      apps = { app { id = "a", script = "app.lua", count = 3 } },
      user = \(user), \(keys) }
    """
  }

  @Test("network and power are drawn with the person, as far as the scenario asks for it")
  func follows() throws {
    let usual = try load(scenario("")).scenario
    #expect(usual.network.isEmpty && usual.power.isEmpty)
    let both = try load(scenario("network = 'person', power = 'person'"))
    let known = try #require(
      try UsagePeople(person: 3).surroundings(seed: 1, duration: .days(3), startsAt: .hours(6)))
    #expect(both.scenario.network.map(\.at) == known.network.map(\.at))
    #expect(both.scenario.network.map(\.kind) == known.network.map(\.kind))
    #expect(both.scenario.power == known.power && known.power.count > 30)
    #expect(both.scenario.user == usual.user, "what the person opens stays the same")
    let network = try load(scenario("network = 'person'")).scenario
    #expect(network.network.count == known.network.count && network.power.isEmpty)
    // Under another seed the person has other days.
    #expect(try both.drawn(from: 2).scenario.power != known.power)
  }

  @Test("values of places are taken, and those that cannot be are told")
  func places() throws {
    let home = try load(
      scenario(
        "network = 'person'",
        user: "usage.people { places = { working = 0, outing = 0, homeWifi = 0 } }"))
    #expect(home.scenario.network.map(\.kind) == [.cellular])
    for (user, message) in [
      (
        "usage.people { places = { working = 2 } }", "usage.people.places.working: out of range (2)"
      ),
      ("usage.people { places = { wrking = 1 } }", "did you mean \"working\"?"),
      ("usage.people { places = 1 }", "usage.people.places: "),
      ("usage.habits { }", "no person whose places it could follow (\"person\")"),
    ] {
      let found = problems(of: scenario("network = 'person'", user: user))
      #expect(found.contains(message), "\(found)")
    }
  }

  @Test("Low Power Mode goes with the level, and a simulated battery takes the charger alone")
  func power() throws {
    let low = try load(scenario("power = 'person', lowPowerAt = 0.9")).scenario.power
    #expect(low.contains { $0.lowPowerMode == true } && low.contains { $0.lowPowerMode == false })
    let simulated = try load(
      scenario("power = 'person', battery = 'simulated', lowPowerAt = 0.2")
    ).scenario
    #expect(simulated.battery == .simulated(lowPowerAt: 0.2))
    #expect(simulated.power.dropFirst().allSatisfy { $0.level == nil && $0.charging != nil })
  }

  @Test("users are told with the hours that they spend on networks and on the charger")
  func portrait() throws {
    let loaded = try load(scenario("network = 'person', power = 'person'"))
    let hours = try #require(try loaded.usage(seed: 1, days: 10).surroundings)
    #expect(hours.wifi + hours.cellular > 22 && hours.wifi + hours.cellular <= 24)
    #expect(try load(scenario("")).usage(seed: 1, days: 10).surroundings == nil)
  }
}
