import Device
import Policies
import Simulation
import Testing

@Suite("How policies explain their decisions")
struct ExplanationTests {
  private let candidates = [
    candidate(app(0, used: 9, lastUsed: 0, lastFetch: 6_900), since: 10, interval: 900),
    candidate(app(1, used: 4, lastUsed: 0), since: 20, interval: 3_600),
    candidate(app(2, used: 1, lastUsed: 0), since: 30, interval: 100),
  ]
  /// Two hours after midnight.
  private func asked(_ power: PowerStatus = PowerStatus(level: 1, isCharging: false))
    -> DeviceSnapshot
  {
    var asked = device(at: 7_200, network: .cellular, power: power)
    asked.explains = true
    return asked
  }

  @Test(
    "each explains every candidate once, and explains nothing unless asked",
    arguments: PolicyCatalogue.entries.map(\.name))
  func complete(name: String) throws {
    let told = try PolicyCatalogue.policy(name, in: world(apps: 3))
      .fetches(candidates, slots: 1, device: asked())
    let explanation = try #require(told.explanation)
    #expect(explanation.candidates.map(\.app.index).sorted() == [0, 1, 2])
    #expect(explanation.candidates.prefix(told.chosen.count).map(\.app) == told.chosen)
    #expect(explanation.candidates.prefix(told.chosen.count).allSatisfy { $0.obstacle == nil })
    let untold = try PolicyCatalogue.policy(name, in: world(apps: 3))
      .fetches(candidates, slots: 1, device: device(at: 7_200, network: .cellular))
    #expect(untold.explanation == nil)
    #expect(untold.chosen == told.chosen)
    #expect(untold.reasons.elementsEqual(told.reasons, by: ==))
  }

  @Test(
    "scores are what the rule says, in its order",
    arguments: [
      ("first-come", "eligible since", [0, 1, 2], [10.0, 20, 30]),
      ("round-robin", "places after the turn", [0, 1, 2], [0, 1, 2]),
      ("fair-share", "time charged", [2, 1, 0], [1, 4, 9]),
      ("earliest-deadline", "deadline", [2, 0, 1], [130, 910, 3_620]),
      ("priority{app-0=3,app-1=1,app-2=2}", "priority", [1, 2, 0], [1, 2, 3]),
      ("everything", "place in the scenario", [0, 1, 2], [0, 1, 2]),
      ("standby-buckets", "bucket", [0, 1, 2], [1, 1, 1]),
    ])
  func scores(policy: String, measure: String, order: [Int32], scores: [Double]) throws {
    let told = try #require(
      PolicyCatalogue.policy(policy, in: world(apps: 3))
        .fetches(candidates, slots: 1, device: asked()).explanation)
    #expect(told.measure?.name == measure)
    #expect(told.measure?.isHighestFirst == false)
    #expect(told.candidates.map(\.app.index) == order)
    #expect(told.candidates.map(\.score) == scores)
    #expect(told.candidates.allSatisfy { $0.obstacle == nil })
  }

  @Test("likely-next gives the probability, and the one that was needed")
  func probability() throws {
    let policy = try PolicyCatalogue.policy("likely-next{threshold=0.5}")
    for _ in 0..<6 { policy.observe(.opened(app: AppID(1), at: .start + .hours(2))) }
    let told = try #require(
      policy.fetches(candidates, slots: 1, device: asked()).explanation)
    #expect(told.measure == Measure("probability of an open", .number, isHighestFirst: true))
    #expect(told.candidates.map(\.app.index) == [1, 0, 2])
    let scores = try told.candidates.map { try #require($0.score) }
    #expect(scores[0] >= 0.5 && scores[1] < 0.5 && scores[1] == scores[2])
    #expect(told.candidates.map { $0.obstacle?.score } == [nil, 0.5, 0.5])
  }

  @Test("what holds apps back is shown with the moment when it ends")
  func obstacles() throws {
    func obstacles(_ policy: String, _ device: DeviceSnapshot) throws -> [Obstacle?] {
      let policy = try PolicyCatalogue.policy(policy, in: world(apps: 3))
      return try #require(policy.fetches(candidates, slots: 3, device: device).explanation)
        .candidates.sorted { $0.app < $1.app }.map(\.obstacle)
    }
    let rate = try obstacles("seven-factors{usageThreshold=0}", asked())
    #expect(rate[0]?.until == .start + .seconds(8_100))
    #expect(rate[1] == nil)
    let low = PowerStatus(level: 0.1, isCharging: false)
    #expect(
      try obstacles("seven-factors", asked(low))[1]?.needs == "the charger, or a battery of 0.2")
    let company = try obstacles("coalescing{tolerance=80000}", asked())
    #expect(company[2]?.until == .start + .seconds(80_010))
    #expect(try obstacles("nothing", asked())[0]?.needs.hasPrefix("another policy") == true)
  }

  @Test("fair-share shows the share that a grant comes from")
  func share() {
    let policy = FairShare()
    var device = device(available: 30)
    device.explains = true
    _ = policy.fetches([candidate(0)], slots: 1, device: device)
    let decision = policy.answer(request(1), device: device).value
    #expect(decision.amount == .seconds(30))
    #expect(decision.explanation?.terms.first == Term("share", .seconds(30)))
    device.explains = false
    #expect(policy.answer(request(2), device: device).value.explanation == nil)
  }

  @Test("far-sighted shows what it keeps back, where it keeps something")
  func keptBack() throws {
    var scenario = Scenario(duration: .hours(1), apps: [AppConfiguration(name: "app-0")])
    scenario.visit(0, at: .start + .minutes(30))
    let policy = try PolicyCatalogue.policy("far-sighted", in: PolicyWorld(scenario))
    for (available, second, kept) in [
      (600, 0, []), (50, 0, [10.0]), (20, 0, [20]), (50, 3_000, []),
    ] as [(Int, Int, [Double])] {
      var device = device(available: available, at: second)
      device.explains = true
      let decision = policy.answer(request(0), device: device).value
      #expect(decision.explanation?.terms.map(\.value) == kept)
    }
  }
}
