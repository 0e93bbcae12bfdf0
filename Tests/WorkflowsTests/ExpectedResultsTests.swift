import Device
import Experiments
import Foundation
import Scripting
import Testing
import Workflows

@Suite("What expect may ask of the results")
struct ExpectedResultsTests {
  /// A plan with an `expect` of this body, and a store of its runs.
  private func study(
    _ body: String, user: String = SampleStudy.user
  ) throws -> (plan: ExperimentPlan, place: StorePlace) {
    let expect = "expect = function(result)\n\(body)\nend"
    let plan = try SampleStudy.plan(
      ScriptTexts(
        SampleStudy.scripts.mapValues {
          $0.replacing(SampleStudy.user, with: user)
            .replacing("replications = 3,", with: "replications = 3, \(expect),")
        }))
    let place = try StorePlace()
    var experimentRun = ExperimentRun(plan, into: try Store(place.path, access: .write))
    try experimentRun.run(SampleStudy.build.provenance(command: []))
    return (plan, place)
  }

  /// What its `expect` says, asked of a store that is opened anew.
  private func said(_ body: String) throws -> [String] {
    let (plan, place) = try study(body)
    return try plan.unmetExpectations(in: Store(place.path, access: .read)).map(\.message)
  }

  @Test("the failures of expect on the store's results are reported, and nothing else")
  func verdict() throws {
    let claim = """
      local used = result:metric("background seconds used", "nothing", { poolMinutes = 10 })
      """
    #expect(
      try said("\(claim)\nassert(used.mean > 0, 'nothing has used nothing')")
        == ["expect: nothing has used nothing"])
    #expect(try said("\(claim)\nassert(used.mean == 0)").isEmpty)
    let (_, place) = try study("error('never asked')")
    let plain = try SampleStudy.plan()
    #expect(try plain.unmetExpectations(in: Store(place.path, access: .read)).isEmpty)
  }

  @Test("metrics and differences are those of the analysis, under their setting and policy")
  func figures() throws {
    let (plan, place) = try study(
      """
      local cell = { poolMinutes = 10 }
      local own = result:metric("backgroundSecondsUsed", "half", cell)
      local other = result:metric("background seconds used", "half", { poolMinutes = 0 })
      local change = result:difference("background seconds used", "half", cell)
      error(("%.17g %.17g %.17g %.17g %d | %.17g | %.17g %.17g %.17g %.17g %d"):format(own.mean,
        own.deviation, own.low, own.high, own.n, other.mean, change.mean, change.low, change.high,
        change.p, change.n), 0)
      """, user: "usage.habits { sessionsPerDay = 200, apps = { saver = 1, sleeper = 1 } }")
    let store = try Store(place.path, access: .read)
    let message = try #require(try plan.unmetExpectations(in: store).first?.message)
    let said = message.dropFirst("expect: ".count).split(separator: " ").compactMap { Double($0) }
    let used = try #require(Metrics.named("background seconds used"))
    let analysis = try ExperimentAnalysis(of: store, metrics: [used])
    let settings = plan.experiment.settings
    let comparison = try #require(analysis.comparison(used.name, under: settings[1]))
    let other = try #require(analysis.comparison(used.name, under: settings[0]))
    let own = try #require(comparison.standings[1].estimate)
    let difference = try #require(comparison.standings[1].difference)
    let expected: [Double?] = [
      own.mean, own.deviation, own.low, own.high, 3, other.standings[1].estimate?.mean,
      difference.estimate.mean, difference.estimate.low, difference.estimate.high,
      difference.adjustedP, 3,
    ]
    #expect(said == expected.compactMap(\.self) && said.count == 11)
    #expect(own.mean != other.standings[1].estimate?.mean && difference.estimate.mean != 0)
    #expect(difference.p != difference.adjustedP)
  }

  @Test("the baseline has no difference, and a metric without a value has none")
  func nothing() throws {
    #expect(
      try said(
        """
        local none = result:difference("tasks expired", "first-come", { poolMinutes = 10 })
        assert(none.n == 0 and none.mean == nil and none.p == nil, "a difference from itself")
        local fresh = result:metric("fresh at open", "first-come", { poolMinutes = 10 })
        assert(fresh.n == 0 and fresh.mean == nil, "freshness of apps that follow nobody")
        assert(#result.policies == 3 and result.policies[2] == "half")
        """
      ).isEmpty)
  }

  @Test("an unknown metric is a mistake of the script, with its line, and no failed expectation")
  func mistake() throws {
    let (plan, place) = try study("result:metric('tasks expire', 'half', { poolMinutes = 0 })")
    let error = #expect(throws: WorkflowError.self) {
      try plan.unmetExpectations(in: Store(place.path, access: .read))
    }
    guard case .script(let script) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(script.problems.count == 1 && script.problems[0].location?.line == 6)
    #expect(script.description.contains("did you mean tasks expired?"), "\(script)")
    #expect(error?.description == script.description)
  }

  @Test("a store without runs is reported as that")
  func empty() throws {
    let (plan, _) = try study("error('never asked')")
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    #expect(
      throws: WorkflowError.store(
        .unusable("\(place.path): it has no runs yet; run `dormouse compare`"))
    ) { try plan.unmetExpectations(in: store) }
  }
}
