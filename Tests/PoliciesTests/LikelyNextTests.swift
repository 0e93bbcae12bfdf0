import Device
import Simulation
import Testing

@testable import Policies

@Suite("likely-next")
struct LikelyNextTests {
  private let waiting = [candidate(2), candidate(1), candidate(0)]
  private let morning = device(at: 10 * 86_400 + 8 * 3_600)

  /// After ten days in which app 0 was opened at eight, app 1 too but less often, and app 2 in the
  /// evening.
  private func policy(_ settings: String = "") throws -> any SchedulingPolicy {
    let policy = try PolicyCatalogue.policy("likely-next{\(settings)}")
    policy.observe(all: opened(0, onDays: 0...9, atHour: 8))
    policy.observe(all: opened(1, onDays: 6...9, atHour: 8))
    policy.observe(all: opened(2, onDays: 0...9, atHour: 19))
    return policy
  }

  @Test("the likeliest apps are fetched for, the unlikely wait for their hour")
  func likeliest() throws {
    for (slots, chosen) in [(3, [0, 1]), (1, [0]), (0, [])] {
      let decision = try policy().fetches(waiting, slots: slots, device: morning)
      #expect(decision.indices == chosen)
      #expect(decision.reason(for: 2) == "not likely to be opened soon")
      #expect(decision.askAgainAfter == .minutes(15))
    }
    let evening = device(at: 10 * 86_400 + 18 * 3_600)
    #expect(try policy().fetches(waiting, slots: 3, device: evening).indices == [2])
  }

  @Test("without history everybody is likely enough, in order of waiting")
  func start() throws {
    let new = [candidate(1, since: 5), candidate(0, since: 9), candidate(2, since: 1)]
    let policy = try PolicyCatalogue.policy("likely-next")
    let decision = policy.fetches(new, slots: 3, device: device(at: 10))
    #expect(decision.indices == [2, 1, 0])
    #expect(decision.askAgainAfter == nil)
  }

  @Test("threshold and horizon decide who is likely")
  func parameters() throws {
    func chosen(_ settings: String) throws -> [Int] {
      try policy(settings).fetches(waiting, slots: 3, device: morning).indices
    }
    #expect(try chosen("threshold=0") == [0, 1, 2])
    #expect(try chosen("threshold=0.3") == [0])
    #expect(try chosen("horizon=86400,threshold=0.3").sorted() == [0, 1, 2])
  }

  /// Opened at eight on the first thirty days, or on the last five of 120.
  @Test("what is no more is forgotten, and a new habit is learned within days")
  func habits() throws {
    let old = opened(0, onDays: 0...29, atHour: 8)
    let new = opened(1, onDays: 115...119, atHour: 8)
    let now = device(at: 120 * 86_400 + 8 * 3_600)
    for (settings, chosen) in [("", [1]), ("halfLife=36500", [0])] {
      let policy = try PolicyCatalogue.policy("likely-next{\(settings)}")
      policy.observe(all: old + new)
      let decision = policy.fetches([candidate(0), candidate(1)], slots: 2, device: now)
      #expect(decision.indices == chosen, "\(settings)")
    }
  }

  /// Two apps on the device for 130 days: one is opened at eight until day 30, one from day 110 on.
  @Test(
    "on the device, a habit of three months ago starts no fetch, and a new one does",
    arguments: ["likely-next", "seven-factors"])
  func onDevice(name: String) throws {
    var configuration = DeviceConfiguration()
    configuration.limits.minimumFetchInterval = .hours(1)
    configuration.memoryMegabytes = .infinity
    var scenario = Scenario(
      duration: .days(130), startsAt: .hours(6), device: configuration,
      apps: ["old", "new"].map { AppConfiguration(name: $0, modes: [.fetch, .resident]) })
    for day in 0..<130 where day < 30 || day >= 110 {
      scenario.visit(day < 30 ? 0 : 1, at: .start + .days(day) + .hours(2) + .minutes(30))
    }
    func fetches(_ settings: String) throws -> [Int] {
      let policy = try PolicyCatalogue.policy("\(name){\(settings)}", in: PolicyWorld(scenario))
      let device = Device(scenario, policy: policy) { Worker($0, fetchTime: .milliseconds(200)) }
      device.run(until: .start + .days(120))
      let before = device.result()
      device.run()
      return zip(before.apps, device.result().apps).map { $1.fetches - $0.fetches }
    }
    let forgets = try fetches("")
    #expect(forgets[0] == 0 && forgets[1] >= 10, "\(forgets)")
    let never = name == "seven-factors" ? "usageHalfLife=36500" : "halfLife=36500"
    let remembers = try fetches(never)
    #expect(remembers[0] >= 10, "\(remembers)")
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() throws {
    #expect(try policy().backgroundTime(request(0), device: device()) == .seconds(30))
    #expect(try policy().backgroundTime(request(0), device: device(available: 4)) == .seconds(4))
  }
}
