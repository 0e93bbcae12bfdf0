import Experiments
import Scripting
import Testing

@testable import Workflows

/// A key stands for all that a run depends on, so that what has it need not be run again; and for
/// nothing else, so that what has not changed is not run again.
@Suite("The keys of runs")
struct RunKeysTests {
  /// By setting, policy and seed.
  private func keys(
    _ scripts: [String: String] = SampleStudy.scripts, file: String = "/study/two.lua",
    luaPath: [String] = []
  ) throws -> [String: String] {
    let plan = try ExperimentPlan(
      .init(file: file, luaPath: luaPath), by: SampleStudy.build, files: ScriptTexts(scripts))
    return Dictionary(
      uniqueKeysWithValues: plan.runs().map { run, key in
        ("\(run.setting) \(run.policy.label) \(run.seed)", key.description)
      })
  }

  private func changed(
    _ file: String, _ old: String, _ new: String,
    in scripts: [String: String] = SampleStudy.scripts
  ) throws -> [String: String] {
    var scripts = scripts
    let text = try #require(scripts[file])
    let other = text.replacing(old, with: new)
    try #require(other != text)
    scripts[file] = other
    return scripts
  }

  @Test(
    "what an experiment shows, asks and adds leaves the keys of the runs it had as they were",
    arguments: [
      ("title = \"Two apps compared\"", "title = \"Another\""),
      ("\"tasks expired\" }", "\"wake ups\" }"), ("replications = 3", "replications = 5"),
      ("{ 0, 10 }", "{ 5, 10, 0 }"),
      (
        "{ \"first-come\", \"half.lua\", \"nothing\" }",
        "{ \"random\", \"nothing\", \"half.lua\", \"first-come\" }"
      ),
      ("replications = 3", "replications = 3, baseline = \"nothing\""),
      (
        "replications = 3",
        "replications = 3, precision = { metric = \"wake ups\", halfWidth = 2, maximum = 40 }"
      ), ("replications = 3", "replications = 3, expect = function(result) end"),
    ])
  func kept(old: String, new: String) throws {
    let before = try keys()
    let after = try keys(changed("/study/two.lua", old, new))
    #expect(before.count == 18)
    for (run, key) in before { #expect(after[run] == key, "\(run)") }
  }

  @Test("blocks have seeds of their own; a run that both plans have keeps its key")
  func blocks() throws {
    let before = try keys()
    let after = try keys(
      changed("/study/two.lua", "replications = 3", "replications = 3, blocks = \"poolMinutes\""))
    #expect(after.count == 18)
    let shared = before.filter { after[$0.key] != nil }
    // Seeds 1 and 3 of the one pool, seed 2 of the other, under three policies each.
    #expect(shared.count == 9)
    for (run, key) in shared { #expect(after[run] == key, "\(run)") }
  }

  @Test("where a study lies, and what lies beside it, is no part of a key")
  func place() throws {
    let moved = Dictionary(
      uniqueKeysWithValues: SampleStudy.scripts.map {
        ($0.replacing("/study/", with: "/home/me/x/"), $1)
      })
    #expect(try keys(moved, file: "/home/me/x/two.lua") == keys())
    let more = SampleStudy.scripts.merging(["/study/unread.lua": "return 1"]) { $1 }
    #expect(try keys(more) == keys())
  }

  @Test(
    "another scenario, app, first seed or warm-up makes all runs others",
    arguments: [
      ("/study/hour.lua", "lasting = 30", "lasting = 31"),
      ("/study/sleeper.lua", "local app = {}", "local app = {} "),
      ("/study/two.lua", "replications = 3", "replications = 3, warmUp = 60"),
      ("/study/two.lua", "replications = 3", "replications = 3, seed = 4"),
    ])
  func others(file: String, old: String, new: String) throws {
    let before = Set(try keys().values)
    let after = Set(try keys(changed(file, old, new)).values)
    #expect(after.count == 18 && before.isDisjoint(with: after))
  }

  @Test("a module that a scenario requires makes all runs others, in whatever folder it lies")
  func modules() throws {
    var scripts = SampleStudy.scripts
    scripts["/study/hour.lua"] = "local sizes = require \"sizes\"\n" + SampleStudy.scenario
    for module in ["/study/sizes.lua", "/shared/sizes.lua"] {
      scripts[module] = "return 1"
      let before = Set(try keys(scripts, luaPath: ["/shared"]).values)
      scripts[module] = "return 2"
      let after = Set(try keys(scripts, luaPath: ["/shared"]).values)
      #expect(before.isDisjoint(with: after), "\(module)")
      scripts[module] = nil
    }
  }

  @Test("a module of a policy makes that policy's runs others, and no more")
  func policyModules() throws {
    var scripts = try changed("/study/half.lua", "return 15", "return require(\"time\")")
    scripts["/study/half.lua"] = "local time = require \"time\"\n" + SampleStudy.half
    scripts["/study/time.lua"] = "return 15"
    let before = try keys(scripts)
    scripts["/study/time.lua"] = "return 16"
    let after = try keys(scripts)
    for (run, key) in before {
      #expect((after[run] != key) == run.contains(" half "), "\(run)")
    }
  }

  @Test("an experiment that makes its own scenario is a part of its runs")
  func ownScenario() throws {
    var scripts = SampleStudy.scripts
    scripts["/study/own.lua"] = """
      return experiment {
        title = "own", parameters = { length = { 60, 120 } },
        scenario = function(p)
          return scenario {
            duration = p.length, apps = { app { id = "saver", script = "saver.lua" } },
          }
        end,
        policies = { "first-come" }, replications = 2,
      }
      """
    let before = try keys(scripts, file: "/study/own.lua")
    #expect(Set(before.values).count == 4)
    let after = try keys(
      changed("/study/own.lua", "duration = p.length", "duration = 2 * p.length", in: scripts),
      file: "/study/own.lua")
    #expect(Set(before.values).isDisjoint(with: after.values))
  }

  @Test("only a file that keys do not cover makes runs stale, and only when it is another")
  func stale() throws {
    var scripts = SampleStudy.scripts
    scripts["/study/pause.lua"] = "return 2"
    let plan = try ExperimentPlan(
      .init(file: "/study/two.lua"), by: SampleStudy.build, files: ScriptTexts(scripts))
    // As a store would have noted it while apps ran.
    _ = try plan.loaded.files.contents(of: "/study/pause.lua")
    let files = plan.files
    #expect(files.map(\.path).contains("pause.lua"))
    #expect(!files.contains(where: plan.isStale))
    let others = files.map { Store.File(path: $0.path, digest: "0") }
    #expect(others.filter(plan.isStale).map(\.path) == ["pause.lua"])
    #expect(!plan.isStale(.init(path: "gone.lua", digest: "0")))
  }

  @Test("names and digests that would be equal when joined make digests that are not")
  func joined() {
    let parts = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["a", "b", "c"], []]
    #expect(Set(parts.map(WorldDigest.joined)).count == parts.count)
  }
}
