import Foundation
import Testing

@Suite("Bad input to dormouse compare, report and merge")
struct StoreCommandTests {
  /// An experiment with one thing changed, and what is said of it.
  struct Mistake: CustomTestStringConvertible {
    let old: String
    let new: String
    let message: String

    var testDescription: String { new }
  }

  static let mistakes: [Mistake] = [
    .init(
      old: "\"hour.lua\"", new: "\"our.lua\"",
      message: "two.lua:2: experiment.scenario: no such file (\"our.lua\"); "),
    .init(
      old: "\"half.lua\"", new: "\"haff.lua\"",
      message: "two.lua:4: experiment.policies[2]: no such file (\"haff.lua\"); "),
    .init(
      old: "\"nothing\"", new: "\"nothin\"",
      message: "two.lua:4: policy: there is no such policy (nothin); "),
    .init(
      old: "\"nothing\"", new: "\"lottery{seats=3}\"", message: "two.lua:4: "),
    .init(
      old: "\"tasks expired\"", new: "\"tasks expirred\"",
      message: "two.lua:6: experiment.metrics: unknown metric (\"tasks expirred\"); "
        + "did you mean tasks expired?"),
    .init(
      old: "{ 0, 10 }", new: "{}", message: "two.lua:3: experiment.parameters.poolMinutes: empty"),
    .init(old: "replications = 3", new: "replications = 0", message: "two.lua:5: "),
    .init(
      old: "replications = 3", new: "replications = 3, baseline = \"first\"",
      message: "two.lua:5: experiment.baseline: none of the policies (\"first\"); "),
    .init(
      old: "poolMinutes =", new: "poolMinute =",
      message: "two.lua:3: experiment.parameters.poolMinute: "),
    .init(
      old: "replications = 3",
      new: "replications = 3, precision = { metric = \"fresh\", halfWidth = 1 }",
      message: "two.lua:5: experiment.precision.metric: unknown metric (\"fresh\"); "),
    .init(
      old: "{ 0, 10 }", new: "range(1, 50000)",
      message: "two.lua: too many runs (150,000,000,000); vary less or "),
    .init(
      old: "replications = 3", new: "replications = 2, seed = math.maxinteger",
      message: "two.lua: experiment.seed: seeds above 9223372036854775807 cannot be stored "),
  ]

  @Test("a wrong experiment is refused with its line and leaves no store", arguments: mistakes)
  func experiment(mistake: Mistake) throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([(mistake.old, mistake.new)])
    let before = try place.files()
    let many = mistake.new.contains("50000") ? ["--replications", "1000000"] : []
    let outcome = try place.run(["compare", "two.lua"] + many)
    #expect(outcome.errors.hasPrefix(mistake.message))
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == 65)
    #expect(try place.files() == before)
  }

  @Test(
    "wrong options are refused",
    arguments: [
      (["--jobs", "0"], "--jobs: expected a whole number from 1 to 1024 (0)"),
      (["--replications", "0"], "--replications: expected a whole number from 1 to "),
      (["--shard", "5/4"], "--shard: expected I/N, as in 1/4 for the first of four (5/4)"),
      (["--shard", "1/4/2"], "--shard: expected I/N"),
      (["--format", "jso"], "--format: there is no such format (jso); did you mean json?"),
      (["--metric", "fresh at opens"], "--metric: unknown metric (fresh at opens); did you mean"),
      (
        ["--summary", "--format", "json"],
        "--summary: it has no JSON; give --format text, csv, markdown"
      ),
      (["--summary", "--all"], "--summary: --all asks for more than that; give one of them"),
      (["--set", "pools=3"], "--set pools"),
      (["-x"], "dormouse compare: there is no such option (-x); "),
    ])
  func options(arguments: [String], message: String) throws {
    let place = try Workplace.withExperiment()
    let outcome = try place.run(["compare", "two.lua"] + arguments)
    #expect(outcome.errors.hasPrefix(message))
    #expect(outcome.status == 64)
  }

  @Test("what is no experiment is refused with what to do")
  func otherScripts() throws {
    let place = try Workplace.withExperiment()
    #expect(try place.run("compare", "hour.lua").errors.contains("dormouse run hour.lua"))
    #expect(try place.run("compare", "none.lua").status == 66)
    #expect(try place.run("run", "two.lua").errors.contains("dormouse compare two.lua"))
  }

  @Test("files that are no stores are refused and stay as they are")
  func foreignFiles() throws {
    let place = try Workplace.withExperiment()
    try place.write(
      "hello, this is a letter and no store, whatever it may be called", to: "a.sqlite")
    for command in [["compare", "two.lua", "-o", "a.sqlite"], ["report", "a.sqlite"]] {
      let outcome = try place.run(command)
      #expect(outcome.errors.hasPrefix("a.sqlite: it is not an SQLite file; "))
      #expect(outcome.status == 65)
    }
    #expect(try place.read("a.sqlite").hasPrefix("hello, this is a letter"))
    let folder = try place.run("compare", "two.lua", "-o", ".")
    #expect(folder.errors.hasPrefix(".: it is a folder; "))
    #expect(folder.status == 74)
    let nowhere = try place.run("compare", "two.lua", "-o", "none/two.sqlite")
    #expect(nowhere.errors.hasPrefix("none/two.sqlite: there is no such folder; "))
    #expect(nowhere.status == 66)
    let unwritable = try place.run("compare", "two.lua", "-o", "/proc/two.sqlite")
    #expect(unwritable.errors.hasPrefix("/proc/two.sqlite: it cannot be made ("))
    #expect(unwritable.status == 74)
    let missing = try place.run("report", "none.sqlite")
    #expect(missing.errors.hasPrefix("none.sqlite: there is no such file; "))
    #expect(missing.status == 66)
  }

  @Test("a store in use is refused, but can be read")
  func storeInUse() throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([("replications = 3", "replications = 2000")])
    let busy = try place.start(["compare", "two.lua", "--jobs", "1"])
    defer {
      busy.send(SIGKILL)
      _ = try? busy.finish()
    }
    try busy.wait { try place.files().contains("two.sqlite-wal") }
    let second = try place.run("compare", "two.lua")
    #expect(second.errors.hasPrefix("two.sqlite: it is in use by another process; "))
    #expect(second.status == 65)
    try busy.wait { try place.run("report", "two.sqlite").status == 0 }
    #expect(busy.isRunning)
    #expect(try place.run("report", "two.sqlite").status == 0)
  }

  @Test(
    "when no more can be written, what is done is kept, and the same command goes on from there")
  func noRoom() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua", "--replications", "40", "-o", "whole.sqlite", "--quiet")
    // In units of 512 bytes: more than an empty store has, and less than the whole one.
    let stopped = try place.shell(
      "ulimit -f 600; exec $0 compare two.lua --replications 40 --jobs 1 --quiet")
    #expect(stopped.errors.hasPrefix("two.sqlite: it cannot be read or written (disk I/O error"))
    #expect(stopped.errors.hasSuffix("; all finished runs are kept\n"))
    #expect(stopped.status == 74)
    let done = try place.progress(of: "two.sqlite")[0]
    #expect((1..<240).contains(done))
    let merge = try place.shell("ulimit -f 100; exec $0 merge whole.sqlite -o merged.sqlite")
    #expect(merge.errors.hasPrefix("merged.sqlite: it cannot be read or written (disk I/O error"))
    #expect(merge.status == 74)
    #expect(try !place.files().contains { $0.contains("merged") })
    let resumed = try place.run("compare", "two.lua", "--replications", "40")
    #expect(resumed.errors.hasPrefix("\(done) runs done before, \(240 - done) more in "))
    #expect(try place.results(of: "two.sqlite") == place.results(of: "whole.sqlite"))
  }

  @Test("a part that is named twice is refused, by whatever name")
  func partTwice() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua", "--shard", "1/2", "-o", "a.sqlite")
    let twice = try place.run("merge", "a.sqlite", "a.sqlite", "-o", "all.sqlite")
    #expect(
      twice.errors == "dormouse merge: a part is named twice (a.sqlite); name each once\n")
    #expect(twice.status == 64)
    let otherwise = try place.run("merge", "a.sqlite", "./a.sqlite", "-o", "all.sqlite")
    #expect(otherwise.errors.contains("(./a.sqlite is a.sqlite)"))
    #expect(try !place.files().contains("all.sqlite"))
  }

  @Test("parts of different plans are not merged, and nothing is left behind")
  func differentPlans() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua", "--shard", "1/2", "-o", "a.sqlite")
    try place.write("-- another\n" + SampleScripts.saver, to: "saver.lua")
    _ = try place.run("compare", "two.lua", "--shard", "2/2", "-o", "b.sqlite")
    let before = try place.files()
    let outcome = try place.run("merge", "a.sqlite", "b.sqlite", "-o", "all.sqlite")
    #expect(
      outcome.errors.hasPrefix("b.sqlite: it was made from another saver.lua than a.sqlite; "))
    #expect(outcome.status == 65)
    #expect(try place.run("merge", "a.sqlite").status == 64)
    #expect(
      try place.run("merge", "a.sqlite", "-o", "b.sqlite").errors.hasPrefix(
        "b.sqlite: it exists already; "))
    #expect(try place.files() == before)
  }

  @Test("a merge of some parts reports what is missing")
  func missingParts() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua", "--shard", "1/2", "-o", "a.sqlite")
    let outcome = try place.run("merge", "a.sqlite", "-o", "all.sqlite")
    #expect(
      outcome.errors.hasPrefix("9 runs of 1 part are in all.sqlite; 9 of the plan are missing"))
    #expect(
      try place.run("compare", "two.lua", "-o", "all.sqlite").errors.hasPrefix(
        "9 runs done before, 9 more"))
  }

  @Test("what precision asks for cannot be known in parts")
  func precisionInParts() throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([
      (
        "replications = 3",
        "replications = 3, precision = { metric = \"tasks expired\", halfWidth = 1 }"
      )
    ])
    let outcome = try place.run("compare", "two.lua", "--shard", "1/2")
    #expect(outcome.errors.hasPrefix("--shard: this experiment adds replications"))
    #expect(outcome.status == 64)
  }
}
