import Experiments
import Scripting
import Testing
import Workflows

/// Which tasks expire does not depend on the seed here: all values are equal, and by how many
/// replications they are believed is known beforehand.
@Suite("Rounds for precision")
struct PrecisionRoundsTests {
  private let provenance = SampleStudy.build.provenance(command: ["test"])

  private func plan(
    halfWidth: Double, maximum: Int = 200, replications: Int = 3
  ) throws -> ExperimentPlan {
    try SampleStudy.plan(
      SampleStudy.files(
        replacing: "replications = 3,",
        with: """
          precision = { metric = "tasks expired", halfWidth = \(halfWidth), maximum = \(maximum) },
          replications = \(replications),
          """))
  }

  @Test(
    "they go on until precision is content, or its most are done",
    arguments: [
      // Thirty are the fewest that are believed.
      (0.5, 200, 3, 27), (0.5, 200, 30, 0), (0.5, 200, 40, 0),
      // .05^(1/n) >= .95 from 59 on, to which a round leads that at most doubles 30.
      (0.05, 200, 3, 56), (0.05, 40, 3, 37), (0.05, 3, 3, 0),
    ])
  func added(halfWidth: Double, maximum: Int, replications: Int, added: Int) throws {
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    let plan = try plan(halfWidth: halfWidth, maximum: maximum, replications: replications)
    var experimentRun = ExperimentRun(plan, into: store)
    try experimentRun.run(provenance)
    let count = replications + added
    #expect(experimentRun.outcome.added == added)
    #expect(experimentRun.outcome.run == 6 * count && experimentRun.outcome.kept == 0)
    #expect(try store.replications() == count)
    // What is there is not run again, and no more is asked for.
    var again = ExperimentRun(plan, into: store)
    try again.run(provenance)
    #expect(again.outcome.added == added)
    #expect(again.outcome.run == 0 && again.outcome.kept == 6 * count)
  }

  @Test("what a stricter plan has left in the store is in no report of another, and stays there")
  func laxer() throws {
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    func run(halfWidth: Double) throws -> ExperimentRun.Outcome {
      var experimentRun = ExperimentRun(try plan(halfWidth: halfWidth), into: store)
      try experimentRun.run(provenance)
      return experimentRun.outcome
    }
    _ = try run(halfWidth: 0.05)
    _ = try run(halfWidth: 0.5)
    #expect(try store.replications() == 30)
    #expect(try store.progress().done == 180)
    #expect(try run(halfWidth: 0.05).run == 0)
    #expect(try store.replications() == 59)
  }

  @Test("one that is broken off in a later round goes on there")
  func brokenOff() throws {
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    let plan = try plan(halfWidth: 0.5)
    var first = ExperimentRun(plan, into: store, jobs: 1)
    var totals: [Int] = []
    try first.run(provenance) {
      if totals.last != $0.total { totals.append($0.total) }
      return $0.total == 18 || $0.done < 20
    }
    let stopped = try #require(first.outcome.brokenOff)
    #expect(totals == [18, 162])
    #expect(stopped.total == 162 && stopped.done >= 20 && stopped.done < 162)
    #expect(first.outcome.run == 18 + stopped.done && first.outcome.added == 27)
    var second = ExperimentRun(plan, into: store)
    try second.run(provenance)
    #expect(second.outcome.brokenOff == nil && second.outcome.added == 27)
    #expect(second.outcome.kept == 18 + stopped.done)
    #expect(second.outcome.run == 162 - stopped.done)
  }
}
