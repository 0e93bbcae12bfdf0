import Foundation
import Testing

/// Pages of comparisons, as `compare` and `report` write them.
@Suite("Pages of comparisons")
struct ComparisonPagesTests {
  @Test("compare and report write the same page, in whatever order the runs were made")
  func equal() throws {
    let place = try Workplace.withExperiment()
    let whole = try place.run("compare", "two.lua", "--quiet", "--html", "a.html")
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(whole.output.isEmpty)
    let report = try place.run("report", "two.sqlite", "--html", "b.html")
    #expect(report.status == 0, "\(report.errors)")
    #expect(report.output.contains("background seconds used"))
    #expect(try place.read("a.html") == place.read("b.html"))
    #expect(try place.run("compare", "two.lua", "-o", "c.sqlite", "--jobs", "1").status == 0)
    #expect(try place.run("report", "c.sqlite", "--summary", "--html", "c.html").status == 0)
    #expect(try place.read("a.html") == place.read("c.html"))
  }

  @Test("an output that cannot be written is reported before any run")
  func unwritable() throws {
    let place = try Workplace.withExperiment()
    for (path, message, status) in [
      ("none/a.html", "none/a.html: there is no such folder; ", 66),
      (".", ".: it is a folder; name a file", 74),
      ("/proc/a.html", "/proc/a.html: it cannot be written (", 74),
      ("two.lua", "--html: it would overwrite two.lua; name another file", 64),
      ("./two.sqlite", "--html: it would overwrite two.sqlite; name another file", 64),
    ] {
      let outcome = try place.run("compare", "two.lua", "--html", path)
      #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
      #expect(outcome.status == Int32(status))
    }
    #expect(try !place.files().contains("two.sqlite"))
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    let before = try place.results(of: "two.sqlite")
    let outcome = try place.run("report", "two.sqlite", "--html", "two.sqlite")
    #expect(outcome.errors.hasPrefix("--html: it would overwrite two.sqlite; "))
    #expect(try place.results(of: "two.sqlite") == before)
  }

  @Test("what a command writes takes the place of nothing that it reads, or writes beside it")
  func spared() throws {
    let place = try Workplace.withScripts()
    #expect(try place.run("run", "hour.lua", "--quiet", "--trace", "t.jsonl").status == 0)
    let before = (try place.read("hour.lua"), try place.read("t.jsonl"))
    for (arguments, message) in [
      ("run hour.lua --html hour.lua", "--html: it would overwrite hour.lua; "),
      ("run hour.lua --trace hour.lua", "--trace: it would overwrite hour.lua; "),
      ("run hour.lua --trace a --html ./a", "--html: it would overwrite a; "),
      ("run hour.lua --html a --perfetto a", "--perfetto: it would overwrite a; "),
      ("trace t.jsonl --html t.jsonl", "--html: it would overwrite t.jsonl; "),
      ("trace t.jsonl --perfetto t.jsonl", "--perfetto: it would overwrite t.jsonl; "),
    ] {
      let outcome = try place.run(arguments.split(separator: " ").map(String.init))
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.status == 64)
    }
    #expect(try !place.files().contains("a"))
    #expect(try place.read("hour.lua") == before.0)
    #expect(try place.read("t.jsonl") == before.1)
  }

  @Test("a part of an experiment has no page")
  func shard() throws {
    let place = try Workplace.withExperiment()
    let outcome = try place.run("compare", "two.lua", "--shard", "1/2", "--html", "a.html")
    #expect(outcome.errors.hasPrefix("--html: a part of an experiment compares nothing yet; "))
    #expect(outcome.status == 64)
    #expect(try !place.files().contains("a.html"))
  }

  @Test("a run of a store has the page that it had when it was run, by number and by names")
  func storedRun() throws {
    let place = try Workplace.withExperiment()
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    let direct = try place.run(
      "run", "hour.lua", "--quiet", "--policy", "half.lua", "--seed", "2", "--set",
      "poolMinutes=10", "--html", "direct.html")
    #expect(direct.status == 0, "\(direct.errors)")
    let named = try place.run(
      "run", "two.sqlite", "--quiet", "--policy", "half.lua", "--seed", "2", "--set",
      "poolMinutes=10", "--html", "named.html")
    #expect(named.status == 0, "\(named.errors)")
    #expect(try place.read("named.html") == place.read("direct.html"))
    let numbered = try place.run(
      "run", "two.sqlite", "--run", "1", "--quiet", "--html", "1.html")
    #expect(numbered.status == 0, "\(numbered.errors)")
    #expect(try place.read("1.html").contains("<!DOCTYPE html>"))
    // The store has the scripts as they were.
    try place.write("return {}", to: "hour.lua")
    let again = try place.run("run", "two.sqlite", "--run", "1", "--quiet", "--html", "2.html")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try place.read("2.html") == place.read("1.html"))
  }
}
