import Device
import Simulation
import Testing

@testable import Policies

/// The orders of magnitude that are reported of devices.
@Suite("ios-like over two weeks on a device")
struct IOSLikeDaysTests {
  /// A policy, and what it starts.
  private final class Watched: SchedulingPolicy {
    let name = "watched"
    private let policy: any SchedulingPolicy
    private(set) var starts: [(app: Int, at: Instant)] = []

    init(_ policy: any SchedulingPolicy) { self.policy = policy }

    func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
      policy.backgroundTime(request, device: device)
    }

    func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
      -> WorkDecision
    {
      let decision = policy.fetches(candidates, slots: slots, device: device)
      starts += decision.chosen.map { (Int($0.index), device.now) }
      return decision
    }

    func observe(_ outcome: PolicyOutcome) { policy.observe(outcome) }

    /// Starts of an app in the second week, in these hours of the day.
    func count(of app: Int, hours: Range<Int>) -> Int {
      starts.count { start in
        let hour = Int((start.at - .start) / .hours(1))
        return start.app == app && hour >= 7 * 24 && hours.contains(hour % 24)
      }
    }
  }

  private static let days = 14

  /// From eight to 22 o'clock the phone is taken up every hour, and is on the charger from 23 to 7.
  /// App 0 is opened every morning, app 1 was opened on the first day only, the others take turns.
  private func watched() throws -> Watched {
    var device = DeviceConfiguration()
    device.memoryMegabytes = .infinity
    device.pool.capacity = .days(1_000)
    var scenario = Scenario(
      duration: .days(Self.days), device: device,
      apps: (0..<8).map { AppConfiguration(name: "app-\($0)", modes: [.fetch]) })
    scenario.visit(1, at: .start + .hours(7))
    for day in 0..<Self.days {
      let midnight = Instant.start + .days(day)
      scenario.visit(0, at: midnight + .hours(8) + .minutes(10))
      for hour in 8..<22 {
        scenario.visit(2 + hour % 6, at: midnight + .hours(hour) + .minutes(30))
      }
      scenario.power.append(PowerChange(at: midnight + .hours(7), level: 1, charging: false))
      scenario.power.append(PowerChange(at: midnight + .hours(23), level: 0.4, charging: true))
    }
    let policy = Watched(
      try PolicyCatalogue.policy("ios-like", in: PolicyWorld(scenario)))
    Device(scenario, policy: policy) { Worker($0, fetchTime: .seconds(2)) }.run()
    return policy
  }

  @Test("an app opened daily gets 10 to 75 refreshes a day, one not opened for days none")
  func daily() throws {
    let policy = try watched()
    let opened = [0, 2, 3, 4, 5, 6, 7].map { policy.count(of: $0, hours: 0..<24) / 7 }
    #expect(opened.allSatisfy { (10...75).contains($0) }, "\(opened)")
    #expect(policy.starts.contains { $0.app == 1 })
    #expect(policy.count(of: 1, hours: 0..<24) == 0)
  }

  /// Asked every minute for a fortnight about an app whose requests are submitted again as soon as
  /// they are served: starts by hour of the day in the second week.
  private func starts(of kind: WorkKind) throws -> [Int] {
    let policy = try PolicyCatalogue.policy("ios-like")
    var hours = [Int](repeating: 0, count: 24)
    var earliest = 0
    for minute in 0..<Self.days * 24 * 60 {
      let (now, hour) = (minute * 60, minute / 60 % 24)
      let isDay = (8..<22).contains(hour)
      if isDay, minute % 60 == 30 {
        policy.observe(.opened(app: AppID(hour % 6), at: .start + .seconds(now)))
      }
      let isCharging = hour < 7 || hour >= 23
      let snapshot = device(
        at: now, power: PowerStatus(level: isCharging ? 0.8 : 0.5, isCharging: isCharging),
        isInUse: isDay && (30..<35).contains(minute % 60))
      let candidate = WorkCandidate(
        app: app(0, lastUsed: max(0, now - 6 * 3_600)), kind: kind,
        eligibleSince: .start + .seconds(earliest), earliest: .start + .seconds(earliest),
        latest: .start + .seconds(earliest + 86_400), minimumInterval: .zero,
        allowance: .minutes(10))
      guard earliest <= now,
        !policy.fetches([candidate], slots: 1, device: snapshot).chosen.isEmpty
      else { continue }
      if minute >= 7 * 24 * 60 { hours[hour] += 1 }
      earliest = now + 900
    }
    return hours
  }

  @Test("processing is the other way round: many at night on the charger, few by day")
  func processing() throws {
    let (refresh, processing) = (try starts(of: .refresh), try starts(of: .processing))
    func night(_ hours: [Int]) -> Int { hours[0..<6].reduce(0, +) }
    func day(_ hours: [Int]) -> Int { hours[9..<21].reduce(0, +) }
    #expect(night(processing) > 7 * 15 && night(processing) > 4 * day(processing), "\(processing)")
    #expect(night(refresh) < 7 * 6 && day(refresh) > 3 * night(refresh), "\(refresh)")
  }

  @Test("few of them are at night, though the charger is connected then")
  func nights() throws {
    let policy = try watched()
    for app in [0, 2, 3, 4, 5, 6, 7] {
      let night = Double(policy.count(of: app, hours: 0..<7)) / 7
      let day = Double(policy.count(of: app, hours: 9..<21)) / 12
      #expect(night < day / 2, "app \(app): \(night) and \(day) an hour")
    }
  }
}
