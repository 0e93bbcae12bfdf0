import Experiments
import Foundation
import Scripting
import Simulation
import Testing
import Workflows

@Suite("A experimentRun into a store")
struct ExperimentRunTests {
  private let provenance = SampleStudy.build.provenance(command: ["test"])

  @Test("it runs what is missing, and nothing twice")
  func twice() throws {
    let place = try StorePlace()
    var first = ExperimentRun(try SampleStudy.plan(), into: try Store(place.path, access: .write))
    try first.run(provenance)
    #expect(first.outcome.run == 18 && first.outcome.kept == 0 && first.outcome.failed == 0)
    #expect(first.outcome.brokenOff == nil)
    var second = ExperimentRun(try SampleStudy.plan(replications: 4), into: first.store)
    try second.run(provenance)
    #expect(second.outcome.run == 6 && second.outcome.kept == 18)
  }

  @Test("one that is interrupted reports how far it was, and the next goes on from there")
  func brokenOff() throws {
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    // More than are kept at a time.
    let plan = try SampleStudy.plan(replications: 60)
    let total = plan.experiment.runCount
    var first = ExperimentRun(plan, into: store, jobs: 1)
    try first.run(provenance) { $0.done < 5 }
    let stopped = try #require(first.outcome.brokenOff)
    #expect(stopped.total == total && stopped.done >= 5 && stopped.done < total)
    #expect(first.outcome.run == stopped.done)
    var second = ExperimentRun(plan, into: store, jobs: 1)
    var totals: Set<Int> = []
    try second.run(provenance) {
      totals.insert($0.total)
      return true
    }
    #expect(second.outcome.kept == stopped.done && second.outcome.run == total - stopped.done)
    #expect(totals == [total - stopped.done])
  }

  @Test("one that is stopped before it begins has run nothing")
  func notBegun() throws {
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    var experimentRun = ExperimentRun(try SampleStudy.plan(), into: store)
    try experimentRun.run(provenance) { _ in false }
    let stopped = try #require(experimentRun.outcome.brokenOff)
    #expect(stopped.done == 0 && stopped.total == 18 && experimentRun.outcome.run == 0)
    #expect(try counts(store) == [0, 0, 18])
  }

  @Test("parts run what is theirs, and merged they are the whole")
  func parts() throws {
    let places = try (0..<3).map { _ in try StorePlace() }
    for (index, place) in places.prefix(2).enumerated() {
      var experimentRun = ExperimentRun(
        try SampleStudy.plan(shard: Shard(index + 1, of: 2)),
        into: try Store(place.path, access: .write))
      try experimentRun.run(provenance)
      #expect(experimentRun.outcome.run == 9)
    }
    try Store.merge(places.prefix(2).map(\.path), into: places[2].path)
    var whole = ExperimentRun(
      try SampleStudy.plan(), into: try Store(places[2].path, access: .write))
    try whole.run(provenance)
    #expect(whole.outcome.kept == 18 && whole.outcome.run == 0)
  }

  @Test(
    "the store knows every file that runs were made of, those that apps required as they ran too")
  func files() throws {
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    var experimentRun = ExperimentRun(try SampleStudy.plan(lateModule("return 2")), into: store)
    try experimentRun.run(provenance)
    #expect(
      try store.files().map(\.path)
        == ["half.lua", "hour.lua", "pause.lua", "saver.lua", "sleeper.lua", "two.lua"])
    let noted = experimentRun.plan.files.map { Store.File(path: $0.path, digest: $0.digest) }
    #expect(try store.files() == noted)
    var again = ExperimentRun(try SampleStudy.plan(lateModule("return 2")), into: store)
    try again.run(provenance)
    #expect(again.outcome.kept == 18)
    // Keys do not tell of what was read while runs were made.
    var changed = ExperimentRun(try SampleStudy.plan(lateModule("return 3")), into: store)
    try changed.run(provenance)
    #expect(changed.outcome.kept == 0 && changed.outcome.run == 18)
  }

  /// An app that requires a module only when it is left.
  private func lateModule(_ module: String) -> ScriptTexts {
    var scripts = SampleStudy.scripts
    scripts["/study/saver.lua"] = SampleStudy.saver.replacing(
      "asyncAfter(2,", with: "asyncAfter(require(\"pause\"),")
    scripts["/study/pause.lua"] = module
    return ScriptTexts(scripts)
  }

  @Test("runs that cannot be made are reported and kept as failed, and only they are tried again")
  func failures() throws {
    // The plan tries the scenario's own seed only, and seeds 2, 5 and 7 draw what cannot be.
    let files = SampleStudy.files(
      replacing: "return scenario {",
      with: "local day = math.random() if day > 0.3 and day < 0.6 then error(\"no such day\") end "
        + "return scenario {")
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    var first = ExperimentRun(try SampleStudy.plan(files, replications: 8), into: store)
    try first.run(provenance)
    #expect(first.outcome.run == 48 && first.outcome.failed == 18)
    #expect(try counts(store) == [30, 18, 0])
    let failures = try store.failures()
    #expect(Set(failures.map(\.seed)) == [2, 5, 7])
    #expect(failures.allSatisfy { $0.message.contains("hour.lua:2: no such day") })
    var second = ExperimentRun(try SampleStudy.plan(files, replications: 8), into: store)
    try second.run(provenance)
    #expect(second.outcome.kept == 30)
    #expect(second.outcome.run == 18 && second.outcome.failed == 18)
  }

  @Test("a store that is taken away in the middle ends it, and what was reported before stays")
  func lostStore() throws {
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    var experimentRun = ExperimentRun(try SampleStudy.plan(replications: 60), into: store, jobs: 1)
    var removed = false
    let error = #expect(throws: StoreError.self) {
      try experimentRun.run(provenance) { progress in
        if progress.done > 0, !removed {
          removed = true
          try? FileManager.default.removeItem(atPath: place.path)
        }
        return true
      }
    }
    #expect(error?.description.contains("it was removed or replaced while it was in use") == true)
    #expect(experimentRun.outcome.run < 360)
  }

  /// Of runs that are done, failed and missing.
  private func counts(_ store: Store) throws -> [Int] {
    let progress = try store.progress()
    return [progress.done, progress.failed, progress.missing]
  }
}
