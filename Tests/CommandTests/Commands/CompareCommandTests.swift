import Experiments
import Foundation
import Testing

@Suite("dormouse compare")
struct CompareCommandTests {
  @Test("runs every policy under every setting and seed, keeps the runs, and reports")
  func compares() throws {
    let place = try Workplace.withExperiment()
    let outcome = try place.run("compare", "two.lua", "--jobs", "2")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Two apps compared"))
    #expect(outcome.output.contains("background seconds used"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(outcome.errors.hasPrefix("18 runs in "))
    #expect(outcome.errors.hasSuffix(" on 2 threads; kept in two.sqlite\n"))
    #expect(try place.run("report", "two.sqlite").output == outcome.output)
    let summary = try place.run("report", "two.sqlite", "--summary").output
    let means = try #require(outcome.output.range(of: "Summary: means"))
    #expect(summary.hasPrefix("Two apps compared\n") && summary.count < outcome.output.count)
    #expect(summary.hasSuffix(outcome.output[means.lowerBound...]))
    let single = try place.run("report", "two.sqlite", "--summary", "--metric", "tasks expired")
    #expect(single.output.contains("\ntasks expired (lower is better): means\n"))
  }

  @Test("leaves one file when it has ended")
  func leavesOneFile() throws {
    let place = try Workplace.withExperiment()
    let before = try place.files()
    _ = try place.run("compare", "two.lua", "-o", "a.sqlite", "--quiet")
    #expect(try place.files() == (before + ["a.sqlite"]).sorted())
  }

  @Test("comes to the same to the last bit with one thread, two, and in four parts that are merged")
  func anyWay() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua", "--jobs", "1", "-o", "one.sqlite", "--quiet")
    _ = try place.run("compare", "two.lua", "--jobs", "2", "-o", "two.sqlite", "--quiet")
    // Not in order, as they may come from different machines.
    for part in [3, 1, 4, 2] {
      let outcome = try place.run(
        "compare", "two.lua", "--shard", "\(part)/4", "-o", "p\(part).sqlite")
      #expect(outcome.status == 0)
      #expect(outcome.output.isEmpty)
    }
    let merged = try place.run(
      "merge", "p2.sqlite", "p1.sqlite", "p4.sqlite", "p3.sqlite", "-o", "all.sqlite")
    #expect(merged.errors == "18 runs of 4 parts are in all.sqlite\n")
    let one = try place.results(of: "one.sqlite")
    #expect(one.count > 18 * 40)
    #expect(try place.results(of: "two.sqlite") == one)
    #expect(try place.results(of: "all.sqlite") == one)
    let report = try place.run("report", "one.sqlite", "--format", "csv").output
    #expect(try place.run("report", "all.sqlite", "--format", "csv").output == report)
  }

  @Test("goes on where it was killed, and comes to the same", arguments: ["-9", "-INT"])
  func resumes(signal: String) throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua", "-o", "whole.sqlite", "--quiet")
    // Enough runs that it is still at work when the first are done.
    let many = ["--replications", "400", "-o", "broken.sqlite", "--quiet"]
    let killed = try place.shell(
      """
      $0 compare two.lua \(many.joined(separator: " ")) & p=$!
      while ! [ -s broken.sqlite-wal ]; do sleep 0.01; done
      sleep 0.3; kill \(signal) $p; wait $p
      """)
    #expect(killed.status == (signal == "-9" ? 137 : 130))
    if signal == "-INT" { #expect(killed.errors.contains("the same command goes on from there")) }
    let resumed = try place.run("compare", "two.lua", "-o", "broken.sqlite")
    #expect(resumed.status == 0)
    #expect(try place.progress(of: "broken.sqlite") == [18, 0, 0])
    let wanted = try place.results(of: "whole.sqlite")
    // Keys of runs beyond the plan are still there; what the plan has is equal.
    let found = Set(try place.results(of: "broken.sqlite"))
    #expect(wanted.allSatisfy(found.contains))
  }

  @Test("says so when it is at fault itself, and keeps what is done")
  func faults() throws {
    let place = try Workplace.withExperiment()
    let outcome = try place.shell(
      """
      $0 compare two.lua --replications 400 -o broken.sqlite & p=$!
      while ! [ -s broken.sqlite-wal ]; do sleep 0.01; done
      sleep 0.1; kill -ILL $p; wait $p
      """)
    #expect(outcome.status == 70)
    #expect(
      outcome.errors
        == "dormouse: a fault of its own (signal 4); please report it, with the command and its files\n"
    )
    #expect(try place.run("compare", "two.lua", "-o", "broken.sqlite").status == 0)
  }

  @Test("adds replications, settings and policies to what is there")
  func adds() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua")
    #expect(
      try place.run("compare", "two.lua").errors == "18 runs done before; kept in two.sqlite\n")
    let more = try place.run("compare", "two.lua", "--replications", "4")
    #expect(more.errors.hasPrefix("18 runs done before, 6 more in "))
    try place.writeExperiment([("\"nothing\"", "\"nothing\", \"round-robin\"")])
    let policy = try place.run("compare", "two.lua", "--replications", "4")
    #expect(policy.errors.hasPrefix("24 runs done before, 8 more in "))
    let shrunk = try place.run("compare", "two.lua", "--replications", "2", "--quiet")
    #expect(
      shrunk.errors
        == "two.sqlite: its plan was another, whose 32 runs are kept; reports are of this one (16 runs)\n"
    )
    _ = try place.run("compare", "two.lua", "--replications", "4", "--quiet")
    try place.writeExperiment([("{ 0, 10 }", "{ 10 }")])
    let fewer = try place.run("compare", "two.lua")
    #expect(
      fewer.errors == """
        two.sqlite: its plan was another, whose 32 runs are kept; reports are of this one (9 runs)
        9 runs done before; kept in two.sqlite

        """)
    #expect(try place.progress(of: "two.sqlite") == [9, 0, 0])
  }

  @Test("tells how many runs of another plan are kept: those that were made")
  func keptOfAnother() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua", "--shard", "1/3", "-o", "two.sqlite", "--quiet")
    try place.writeExperiment([("{ 0, 10 }", "{ 10 }")])
    #expect(
      try place.run("compare", "two.lua", "--quiet").errors
        == "two.sqlite: its plan was another, whose 6 of 18 runs are kept; reports are of this one (9 "
        + "runs)\n")
  }

  @Test("tells of a policy that fails, and prints what the script prints, on the standard error")
  func told() throws {
    let place = try Workplace.withExperiment()
    try place.write("return policy { backgroundTime = function() error('no') end }", to: "bad.lua")
    try place.writeExperiment([
      ("\"nothing\"", "\"bad.lua\""),
      ("return experiment", "print('hello')\nreturn experiment"),
    ])
    let csv = try place.run("compare", "two.lua", "--format", "csv")
    #expect(csv.errors.hasPrefix("hello\nbad failed in calls of "), "\(csv.errors)")
    #expect(csv.output.hasPrefix("setting,policy,"))
    let latex = try place.run("report", "two.sqlite", "--format", "latex")
    #expect(latex.errors.hasPrefix("bad failed"), "\(latex.errors)")
    let plot = try place.run("plot", "two.sqlite", "--kind", "intervals", "-o", "x.gp")
    #expect(plot.status == 0)
    #expect(plot.errors.hasPrefix("bad failed in calls of "), "\(plot.errors)")
  }

  @Test("runs again what a changed script concerns, and nothing else")
  func changes() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua")
    try place.write(SampleScripts.half.replacing("15", with: "16"), to: "half.lua")
    let policy = try place.run("compare", "two.lua")
    #expect(policy.errors.hasPrefix("12 runs done before, 6 more in "))
    try place.write(SampleScripts.half, to: "half.lua")
    #expect(try place.run("compare", "two.lua").errors.hasPrefix("18 runs done before;"))
    try place.write("-- slower\n" + SampleScripts.saver, to: "saver.lua")
    #expect(try place.run("compare", "two.lua").errors.hasPrefix("18 runs in "))
  }

  @Test("runs all again when a module has changed that was required only while apps ran")
  func changedModule() throws {
    let place = try Workplace.withExperiment()
    try place.write("return { seconds = 2 }", to: "pause.lua")
    try place.write(
      SampleScripts.saver.replacing("asyncAfter(2,", with: "asyncAfter(require(name).seconds,")
        .replacing("local app = {}", with: "local app, name = {}, \"pau\" .. \"se\""),
      to: "saver.lua")
    _ = try place.run("compare", "two.lua")
    #expect(try place.run("compare", "two.lua").errors.hasPrefix("18 runs done before;"))
    try place.write("return { seconds = 3 }", to: "pause.lua")
    #expect(try place.run("compare", "two.lua").errors.hasPrefix("18 runs in "))
    #expect(try place.progress(of: "two.sqlite") == [18, 0, 0])
  }

  @Test("does not mind from which folder it is given")
  func anyFolder() throws {
    let place = try Workplace.withExperiment()
    _ = try place.run("compare", "two.lua")
    let folder = place.folder.lastPathComponent
    let outcome = try place.shell("cd .. && $0 compare \(folder)/two.lua -o \(folder)/two.sqlite")
    #expect(outcome.errors == "18 runs done before; kept in \(folder)/two.sqlite\n")
  }

  @Test("names a scenario above the experiment alike from every folder, and goes on from each")
  func scenarioAbove() throws {
    let place = try Workplace.withExperiment()
    let inner = place.folder.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    try place.writeExperiment(
      [("\"hour.lua\"", "\"../hour.lua\""), ("\"half.lua\"", "\"../half.lua\"")],
      to: "inner/two.lua")
    let first = try place.shell("cd inner && $0 compare two.lua -o ../two.sqlite --shard 1/2")
    #expect(first.status == 0)
    let again = try place.run("compare", "inner/two.lua", "-o", "two.sqlite", "--shard", "1/2")
    #expect(again.errors.hasPrefix("part 1/2, 9 runs done before; kept in two.sqlite"))
    let other = try place.shell(
      "cd / && $0 compare '\(inner.path)/../inner/two.lua' -o '\(place.folder.path)/b.sqlite' --shard 2/2"
    )
    #expect(other.status == 0)
    let merged = try place.run("merge", "two.sqlite", "b.sqlite", "-o", "all.sqlite")
    #expect(merged.errors == "18 runs of 2 parts are in all.sqlite\n")
  }

  @Test("runs a scenario that draws at random anew for each seed, alike for all policies")
  func randomScenario() throws {
    let place = try Workplace.withExperiment()
    let hour = try place.read("hour.lua")
    try place.write(
      hour.replacing(
        "at = \"08:10\", open", with: "at = 600 + math.random(0, 300), open"), to: "hour.lua")
    try place.writeExperiment([("\"half.lua\"", "{ label = \"again\", policy = \"first-come\" }")])
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    let store = try Store(place.folder.appendingPathComponent("two.sqlite").path, access: .read)
    var values: [Int: [Double?]] = [:]
    try store.observations(of: "pool left") { values[$0.policy, default: []].append($0.value) }
    #expect(values[0] == values[1] && values[0]?.isEmpty == false)
    let runs = try ["3", "4", "4"].map { seed in
      try place.run("run", "hour.lua", "--seed", seed, "--json").output
    }
    #expect(runs[1] == runs[2] && runs[0] != runs[1])
  }

  @Test("says a range for what it will cost, of runs from all over the grid")
  func dryRunRange() throws {
    let place = try Workplace.withExperiment()
    let outcome = try place.shell("exec taskset -c 0 $0 compare two.lua --dry-run")
    let cost = try #require(outcome.output.split(separator: "\n").first { $0.contains("  cost ") })
    #expect(
      try #/  cost          [0-9.]+ ms a run, 12 tried here: .+ to .+ on 1 thread; about/#
        .firstMatch(in: String(cost)) != nil, "\(cost)")
  }

  @Test("adds replications until the metric is known well enough, or the maximum is reached")
  func precision() throws {
    let place = try Workplace.withExperiment()
    try place.write(
      """
      return scenario {
        duration = hours(1), device = device { pool = {} },
        apps = { app { id = "saver", script = "saver.lua" } },
        user = usage.habits { sessionsPerDay = 200, apps = { saver = 1 } },
      }
      """, to: "varied.lua")
    try place.write(
      """
      local p = experiment.parameters { maximum = { default = 1000 } }
      return experiment {
        scenario = "varied.lua", policies = "first-come", replications = 5,
        metrics = "background seconds used",
        precision = { metric = "background seconds used", halfWidth = 2, maximum = p.maximum },
        expect = function(result)
          local used = result:metric("background seconds used", "first-come")
          assert(used.high - used.low <= 4, "not known well enough")
        end,
      }
      """, to: "precise.lua")
    let outcome = try place.run("compare", "precise.lua")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains(" added for precision; kept in precise.sqlite\n"))
    let again = try place.run("compare", "precise.lua")
    #expect(again.errors.hasSuffix(" runs done before; kept in precise.sqlite\n"))
    #expect(again.output == outcome.output)
    #expect(outcome.output.contains("replications; reached\n"))
    let most = try place.run("compare", "precise.lua", "--set", "maximum=6", "-o", "few.sqlite")
    #expect(most.errors.contains("6 runs in "))
    #expect(most.output.contains("6 replications; not reached: ±"))
    #expect(most.errors.contains("expect: not known well enough"))
    #expect(most.status == 1)
  }

  @Test("runs the experiment of docs/experiments.md that makes its own scenario")
  func examplePage() throws {
    let page = try String(contentsOfFile: repositoryFile("docs/experiments.md"), encoding: .utf8)
    let block = try #require(
      page.components(separatedBy: "```lua\n").last { $0.hasPrefix("return experiment {") })
    let place = try Workplace()
    let app = try String(contentsOfFile: repositoryFile("scripts/apps/news.lua"), encoding: .utf8)
    for folder in ["apps", "experiments"] {
      try FileManager.default.createDirectory(
        at: place.folder.appendingPathComponent(folder), withIntermediateDirectories: false)
    }
    try place.write(app, to: "apps/news.lua")
    try place.write(block.components(separatedBy: "```")[0], to: "experiments/readers.lua")
    let outcome = try place.run("compare", "experiments/readers.lua")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("patient"))
    #expect(outcome.output.contains("apps=2"))
    #expect(try place.progress(of: "readers.sqlite")[0] > 20)
  }

  @Test("prints the plan and its cost, and runs nothing")
  func dryRun() throws {
    let place = try Workplace.withExperiment()
    let before = try place.files()
    let outcome = try place.run("compare", "two.lua", "--dry-run", "--jobs", "1")
    #expect(
      outcome.output.hasPrefix(
        """
        Two apps compared
          scenario      hour.lua: 2 apps, 1 h
          settings      2: poolMinutes 0, 10
          policies      3: first-come (baseline), half, nothing
          replications  3, seeds 1 to 3
          runs          18
          cost          
        """))
    #expect(outcome.output.hasSuffix(" of store\n"))
    #expect(try place.files() == before)
    _ = try place.run("compare", "two.lua", "--shard", "1/3", "-o", "two.sqlite", "--quiet")
    let later = try place.run("compare", "two.lua", "--dry-run")
    #expect(later.output.contains("  runs          18, 6 of them done in two.sqlite\n"))
    _ = try place.run("compare", "two.lua", "--quiet")
    let over = try place.run("compare", "two.lua", "--dry-run")
    #expect(over.output.hasSuffix("  cost          none: nothing is left to run\n"))
  }

  @Test("a run that fails is reported with its message, the others go on, and it is run again")
  func failures() throws {
    let place = try Workplace.withExperiment()
    try place.write(
      "if math.random() > 0.6 then error(\"bad luck\") end\n" + SampleScripts.half, to: "half.lua")
    try place.writeExperiment([("replications = 3", "replications = 8")])
    let outcome = try place.run("compare", "two.lua")
    let progress = try place.progress(of: "two.sqlite")
    #expect(progress[0] + progress[1] == 48)
    #expect((1...15).contains(progress[1]))
    #expect(
      outcome.errors.contains("two.lua: \(progress[1]) of 48 runs failed, the first: half.lua:1: "))
    #expect(outcome.errors.contains("bad luck"))
    #expect(outcome.status == 65)
    #expect(outcome.output.contains("bad luck"))
    let again = try place.run("compare", "two.lua")
    #expect(again.errors.contains("\(progress[0]) runs done before, \(progress[1]) more in "))
    try place.write(SampleScripts.half, to: "half.lua")
    #expect(try place.run("compare", "two.lua").status == 0)
    #expect(try place.progress(of: "two.sqlite") == [48, 0, 0])
  }

  @Test("a policy compared with itself differs by exactly nothing in every metric")
  func itself() throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([
      ("\"half.lua\"", "{ label = \"again\", policy = \"first-come\" }")
    ])
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    let store = try Store(place.folder.appendingPathComponent("two.sqlite").path, access: .read)
    let experiment = try store.experiment()
    let analysis = try ExperimentAnalysis(of: experiment) { metric in
      try store.values(of: metric.name, in: experiment, replications: 3)
    }
    var compared = 0
    for comparison in analysis.sections.flatMap(\.comparisons) {
      guard let difference = comparison.standings[1].difference else { continue }
      compared += 1
      #expect(difference.estimate.mean == 0 && difference.estimate.halfWidth == 0)
      #expect(difference.adjustedP == 1)
      #expect(difference.verdict == .equal)
    }
    #expect(compared > 60)
    #expect(try place.run("report", "two.sqlite").output.contains("identical"))
  }

  @Test("an expectation that does not hold is reported with its line, and status 1")
  func expectation() throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([
      (
        "metrics =",
        """
        expect = function(result)
            local used = result:metric("background seconds used", "nothing", { poolMinutes = 10 })
            assert(used.mean > 0, "nothing has used nothing")
          end,
          metrics =
        """
      )
    ])
    let outcome = try place.run("compare", "two.lua", "--quiet")
    #expect(outcome.errors == "two.lua:8: expect: nothing has used nothing\n")
    #expect(outcome.status == 1)
  }
}

extension Workplace {
  /// Runs of a store's plan that are done, failed and missing.
  func progress(of name: String) throws -> [Int] {
    let progress = try Store(folder.appendingPathComponent(name).path, access: .read).progress()
    return [progress.done, progress.failed, progress.missing]
  }
}
