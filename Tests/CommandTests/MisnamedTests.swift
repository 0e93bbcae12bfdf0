import Foundation
import Testing

@Suite("A command line that names what a command is not for")
struct MisnamedTests {
  @Test(
    "a file that is for another command is reported as such",
    arguments: [
      (
        ["report", "t.jsonl"],
        "t.jsonl: it is a trace, not a store of runs; 'dormouse trace t.jsonl'"
      ),
      (
        ["report", "two.lua"],
        "two.lua: it is a script, not a store of runs; 'dormouse run two.lua'"
      ),
      (
        ["merge", "two.lua", "-o", "m"],
        "two.lua: it is a script, not a store of runs; 'dormouse run"
      ),
      (
        ["check", "s.sqlite"],
        "s.sqlite: it is a store of runs, not a script; 'dormouse report s.sqlite'"
      ),
      (
        ["run", "t.jsonl"], "t.jsonl: it is a trace, not a script; 'dormouse trace t.jsonl' prints"
      ),
      (["run", "s.sqlite"], "s.sqlite: it is not an SQLite file; "),
      (
        ["compare", "t.jsonl"],
        "t.jsonl: it is a trace, not a script; 'dormouse trace t.jsonl' prints"
      ),
      (
        ["trace", "s.sqlite"],
        "s.sqlite: it is a store of runs, not a trace; 'dormouse report s.sqlite'"
      ),
      (
        ["trace", "hour.lua"], "hour.lua: it is a script, not a trace; 'dormouse run hour.lua' runs"
      ),
      (["diff", "s.sqlite", "t.jsonl"], "s.sqlite: it is not an SQLite file; "),
    ])
  func otherFiles(arguments: [String], message: String) throws {
    let place = try Workplace.withExperiment()
    try place.write("SQLite format 3\0and so on", to: "s.sqlite")
    try place.write(#"{"ns":0,"kind":"user.open","app":"a"}"# + "\n", to: "t.jsonl")
    let outcome = try place.run(arguments)
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == 65)
  }

  @Test("a metric of which a part is named is suggested")
  func metrics() throws {
    let outcome = try Workplace().run("report", "x.sqlite", "--metric", "fresh")
    #expect(
      outcome.errors.hasPrefix("--metric: unknown metric (fresh); did you mean fresh at open"))
    #expect(outcome.status == 64)
  }

  @Test("scripts require nothing through a link that leads out of their folder")
  func links() throws {
    let place = try Workplace.withScripts()
    let files = FileManager.default
    let inside = place.folder.appendingPathComponent("in")
    try files.createDirectory(at: inside, withIntermediateDirectories: false)
    try place.write("return 1", to: "outside.lua")
    try place.write("return 2", to: "in/beside.lua")
    try files.createSymbolicLink(
      atPath: inside.appendingPathComponent("out.lua").path, withDestinationPath: "../outside.lua")
    try files.createSymbolicLink(
      atPath: inside.appendingPathComponent("near.lua").path, withDestinationPath: "beside.lua")
    let app = "app { id = \"a\", script = \"../ticker.lua\" }"
    let scenario = { (module: String) in
      "require \"\(module)\" return scenario { duration = 5, apps = { \(app) } }"
    }
    try place.write(scenario("near"), to: "in/good.lua")
    try place.write(scenario("out"), to: "in/bad.lua")
    #expect(try place.run("run", "in/good.lua", "--quiet").status == 0)
    let bad = try place.run("run", "in/bad.lua")
    #expect(bad.errors.contains("it is a link out of its folder ('in/out.lua')"), "\(bad.errors)")
    #expect(bad.status == 65)
    #expect(try place.run("run", "in/bad.lua", "--lua-path", ".").status == 65)
    try place.write(scenario("outside"), to: "in/named.lua")
    #expect(try place.run("run", "in/named.lua", "--lua-path", ".", "--quiet").status == 0)
  }
}
