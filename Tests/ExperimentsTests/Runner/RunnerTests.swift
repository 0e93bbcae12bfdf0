import Device
import Simulation
import Testing

@testable import Experiments

@Suite("The runner of experiments")
struct RunnerTests {
  private let experiment = Fetchers.experiment

  /// Fingerprints and failures by run.
  private func outcomes(_ factory: Fetchers = Fetchers(), jobs: Int) -> [PlannedRun: String] {
    var outcomes: [PlannedRun: String] = [:]
    let runs = experiment.runs().map { ($0, RunKey(of: $0, in: experiment)) }
    Runner(factory, jobs: jobs).run(
      runs,
      keep: { records in
        for record in records {
          #expect(record.key == RunKey(of: record.run, in: experiment))
          #expect(outcomes[record.run] == nil)
          outcomes[record.run] =
            switch record.outcome {
            case .done(let result): result.fingerprint.description
            case .failed(let message), .stalled(let message), .noRoom(let message): message
            }
        }
      })
    return outcomes
  }

  @Test("What runs come to does not depend on the number of threads")
  func anyNumberOfJobs() {
    let alone = outcomes(jobs: 1)
    #expect(alone.count == experiment.runCount)
    #expect(Set(alone.values).count > experiment.replications)
    #expect(outcomes(jobs: 2) == alone)
    #expect(outcomes(jobs: 7) == alone)
  }

  @Test("A run that cannot be is an outcome, and the others go on")
  func failures() {
    let broken = experiment.settings[0]
    let outcomes = outcomes(Fetchers(broken: broken), jobs: 2)
    #expect(outcomes.count == experiment.runCount)
    for (run, outcome) in outcomes {
      let isFailed = outcome == "fetchers: the setting (poolSeconds=60) is broken"
      #expect(isFailed == (run.setting == broken))
    }
  }

  @Test("It stops when it is told to, and what has ended is kept")
  func stopping() {
    var kept = 0
    let runs = experiment.runs(replications: 200).map { ($0, RunKey(of: $0, in: experiment)) }
    Runner(Fetchers(), jobs: 1).run(
      runs, keep: { kept += $0.count }, goesOn: { kept == 0 })
    #expect(kept > 0)
    #expect(kept < runs.count)
  }

  @Test("What keeping throws ends it")
  func keepingFails() {
    struct Full: Error {}
    let runs = experiment.runs().map { ($0, RunKey(of: $0, in: experiment)) }
    #expect(throws: Full.self) {
      try Runner(Fetchers(), jobs: 2).run(runs, keep: { (_) throws(Full) in throw Full() })
    }
  }

  @Test("A key tells runs apart by everything that makes them")
  func keys() {
    var keys = Set(experiment.runs().map { RunKey(of: $0, in: experiment) })
    #expect(keys.count == experiment.runCount)
    var other = experiment
    other.scenario = "other"
    keys.formUnion(other.runs().map { RunKey(of: $0, in: other) })
    other.warmUp = .seconds(1)
    keys.formUnion(other.runs().map { RunKey(of: $0, in: other) })
    #expect(keys.count == 3 * experiment.runCount)
    var moreOften = experiment
    moreOften.replications = 40
    moreOften.policies.reverse()
    #expect(keys.isSuperset(of: experiment.runs().map { RunKey(of: $0, in: moreOften) }))
  }

  @Test("What a run does while it warms up is done, and not counted")
  func warmUp() throws {
    let run = try #require(Array(experiment.runs()).first { $0.policy.label == "first-come" })
    var results: [RunResult] = []
    for hours in [0, 1, 2] {
      var run = run
      run.warmUp = .hours(hours)
      Runner(Fetchers(), jobs: 1).run([(run, RunKey("k"))]) { records in
        for case .done(let result) in records.map(\.outcome) { results.append(result) }
      }
    }
    try #require(results.count == 3)
    #expect(results.map(\.warmUp) == [.zero, .hours(1), .hours(2)])
    #expect(Set(results.map(\.fingerprint)).count == 1)
    let fetches = results.map(\.device.workStarted)
    #expect(fetches[0] > fetches[1] && fetches[1] > fetches[2] && fetches[2] > 0)
  }

  @Test("Who does not want it to go on at all gets nothing")
  func never() {
    let runs = experiment.runs().map { ($0, RunKey(of: $0, in: experiment)) }
    Runner(Fetchers(), jobs: 2).run(
      runs, keep: { _ in Issue.record("something was run") }, goesOn: { false })
  }

  @Test("Runs are asked for only when there is soon a thread for them")
  func backlog() {
    var asked = 0
    var kept = 0
    var most = 0
    let runs = experiment.runs(replications: 100).lazy.map { run in
      asked += 1
      most = max(most, asked - kept)
      return (run, RunKey(of: run, in: experiment))
    }
    Runner(Fetchers(), jobs: 2).run(runs, keep: { kept += $0.count })
    #expect(kept == 600 && asked == 600)
    // So many wait for each thread, and as many at most have ended and are about to be kept.
    #expect(most <= 2 * 2 * 128)
  }

  @Test("There is always a thread, and one a processor unless given")
  func threads() {
    #expect(Runner(Fetchers(), jobs: 0).jobs == 1 && Runner(Fetchers(), jobs: -3).jobs == 1)
    #expect(Runner(Fetchers()).jobs == ProcessorCount.usable && ProcessorCount.usable >= 1)
  }
}
