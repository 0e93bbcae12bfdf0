import Foundation
import Testing

@Suite("dormouse diff")
struct DiffCommandTests {
  private func place() throws -> Workplace {
    let place = try Workplace.withScripts()
    try place.write(
      "return policy { name = \"half\", backgroundTime = function() return 15 end }", to: "half.lua"
    )
    return place
  }

  @Test("equal runs are said to be equal, with status 0")
  func equal() throws {
    let outcome = try place().run("diff", "hour.lua", "hour.lua")
    #expect(
      outcome.output == """
        1  hour.lua, first-come, seed 3
        2  hour.lua, first-come, seed 3

        The runs are equal: the same 39 records.

        """)
    #expect(outcome.status == 0)
  }

  @Test("two policies part at their first different decision, and their figures differ")
  func policies() throws {
    let place = try place()
    let before = try place.files()
    let outcome = try place.run(
      "diff", "hour.lua", "--policy", "first-come", "--policy", "half.lua")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 1)
    let text = outcome.output
    #expect(text.hasPrefix("1  hour.lua, first-come, seed 3\n2  hour.lua, half, seed 3\n\n"))
    #expect(text.contains("\nNumber 12 differs in\n  grantNs       1  30000000000\n"))
    #expect(text.contains("  grantNs       2  15000000000\n"))
    #expect(text.contains("\nThe worlds are equal: the same 4 records of user, network and power."))
    #expect(text.contains("\nbackground seconds granted"))
    #expect(text.contains("\nsleeper: background seconds used"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try place.files() == before)
  }

  @Test("writes two runs as a page, of scenarios and of their traces alike")
  func page() throws {
    let place = try place()
    let sides = ["--policy", "first-come", "--policy", "half.lua"]
    let scenarios = try place.run(["diff", "hour.lua", "--html", "a.html"] + sides)
    #expect(scenarios.status == 1, "\(scenarios.errors)")
    #expect(scenarios.output.contains("\nNumber 12 differs in\n"))
    let page = try pageData(place.read("a.html"))
    #expect(page.contains(#""label":"1 sleeper""#) && page.contains(#""label":"2 sleeper""#))
    #expect(page.contains(#"["1","hour.lua, first-come, seed 3"]"#))
    for (policy, name) in [("first-come", "1.jsonl"), ("half.lua", "2.jsonl")] {
      let run = try place.run("run", "hour.lua", "--quiet", "--policy", policy, "--trace", name)
      #expect(run.status == 0, "\(run.errors)")
    }
    let traces = try place.run("diff", "1.jsonl", "2.jsonl", "--html", "b.html")
    #expect(traces.status == 1, "\(traces.errors)")
    #expect(try pageData(place.read("b.html")).contains(#""label":"2 sleeper""#))
    let taken = try place.run("diff", "1.jsonl", "2.jsonl", "--html", "2.jsonl")
    #expect(taken.errors.hasPrefix("--html: it would overwrite 2.jsonl; "))
    #expect(taken.status == 64)
    let nowhere = try place.run(["diff", "hour.lua", "--html", "none/a.html"] + sides)
    #expect(nowhere.errors.hasPrefix("none/a.html: there is no such folder; "))
    #expect(nowhere.status == 66)
  }

  @Test("options given twice are for one run each, given once for both")
  func sides() throws {
    let outcome = try place().run(
      "diff", "hour.lua", "--set", "poolMinutes=0", "--set", "poolMinutes=5", "--set", "name=x",
      "--seed", "1", "--seed", "2")
    #expect(
      outcome.output.hasPrefix(
        """
        1  hour.lua, first-come, seed 1, name=x, poolMinutes=0
        2  hour.lua, first-come, seed 2, name=x, poolMinutes=5

        """))
    #expect(outcome.status == 1)
  }

  @Test("equal seeds can be compared, and do the same")
  func equalSeeds() throws {
    let outcome = try place().run("diff", "hour.lua", "--seed", "5", "--seed", "5")
    #expect(outcome.output.contains("\nThe runs are equal: the same "))
    #expect(outcome.status == 0)
  }

  @Test("traces are compared as they are, without explanations, and with a run of today")
  func traces() throws {
    let place = try place()
    _ = try place.run("run", "hour.lua", "--quiet", "--trace", "a.jsonl")
    _ = try place.run("run", "hour.lua", "--quiet", "--explain", "--trace", "b.jsonl")
    _ = try place.run("run", "hour.lua", "--quiet", "--policy", "nothing", "--trace", "c.jsonl")
    #expect(try place.run("diff", "a.jsonl", "b.jsonl").status == 0)
    #expect(try place.run("diff", "b.jsonl", "hour.lua").status == 0)
    let outcome = try place.run("diff", "a.jsonl", "c.jsonl")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\nRecords\nkind "))
    #expect(outcome.output.contains("\ntask.expire         1      0          -1\n"))
  }

  @Test(
    "what cannot be compared is said, with a status above 1",
    arguments: [
      (["hour.lua"], Int32(64), "dormouse diff: there is nothing to compare hour.lua with; "),
      (["hour.lua", "--seed", "1"], 64, "dormouse diff: there is nothing to compare hour.lua"),
      (
        ["hour.lua", "--seed", "1", "--seed", "2", "--seed", "3"], 64,
        "--seed: it is given 3 times; two runs take one or two\n"
      ),
      (["x.jsonl", "x.jsonl", "--seed", "1"], 64, "--seed: it is for scenarios, not for traces; "),
      (["none.jsonl", "hour.lua"], 66, "none.jsonl: there is no such file; check the name\n"),
      (["x.jsonl", "hour.lua"], 65, "x.jsonl:1: not JSON: no JSON value (column 1); "),
      (["hour.lua", "none.lua"], 66, "none.lua: there is no such file"),
    ])
  func refused(arguments: [String], status: Int32, message: String) throws {
    let place = try place()
    try place.write("hello\n", to: "x.jsonl")
    let outcome = try place.run(["diff"] + arguments)
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == status)
  }

  @Test("a run and what would be if something else were done at a moment")
  func whatIf() throws {
    let place = try place()
    let outcome = try place.run(
      "run", "hour.lua", "--at", "08:10", "--then", "open sleeper; wait 30; home", "--html",
      "w.html")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(
      outcome.output.hasPrefix(
        """
        1  hour.lua, first-come, seed 3
        2  hour.lua, first-come, seed 3, with 'open sleeper; wait 30; home' at 08:10


        """), "\(outcome.output)")
    #expect(outcome.output.contains("\n2  08:10:00.000  sleeper       user.open"))
    #expect(try place.read("w.html").hasPrefix("<!DOCTYPE html>"))
    let same = try place.run("run", "hour.lua", "--at", "08:10", "--then", "wait 5")
    #expect(same.output.contains("The runs are equal: the same 39 records."))
  }

  @Test("a change that cannot be made is told")
  func impossibleChange() throws {
    let place = try place()
    func error(_ arguments: String...) throws -> String {
      let outcome = try place.run(["run", "hour.lua"] + arguments)
      #expect(outcome.status == 64)
      return outcome.errors
    }
    #expect(try error("--then", "lock").hasPrefix("--then: no moment; add --at a time: 13:05"))
    #expect(try error("--at", "08:10").hasPrefix("--at: nothing is to happen then; add --then"))
    #expect(
      try error("--at", "08:10", "--then", "open sleper")
        == "--then: no such app (\"sleper\"); did you mean \"sleeper\"?\n")
    #expect(
      try error("--at", "3d", "--then", "lock")
        == "--at: it is not in the run (3d), which goes from 08:00:00.000 to 09:00:00.000\n")
    #expect(
      try error("--at", "08:10", "--then", "lock", "--timeline")
        == "--timeline: --then compares two runs; leave one of them out\n")
  }

  @Test("a block of Lua does what acts in words do, with a condition of its own")
  func block() throws {
    let place = try place()
    func changed(_ acts: String, _ more: String...) throws -> Workplace.Outcome {
      try place.run(["run", "hour.lua", "--at", "08:10:10", "--then", acts] + more)
    }
    let words = try changed("home; wait 30; open sleeper", "--json")
    let block = try changed(
      """
      if phone.foreground == "saver" then phone:home() end
      phone:advance(30)
      phone:app("sleeper"):open() print(#phone:app("saver").log, phone.now)
      """, "--json")
    #expect(block.status == 0 && block.errors == "--then: 0\\t640.0\n", "\(block.errors)")
    func figures(_ outcome: Workplace.Outcome) throws -> NSDictionary {
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      return try #require((object as? [String: Any])?["figures"] as? NSDictionary)
    }
    #expect(try figures(block) == figures(words) && figures(block).count > 3)
    #expect(
      try place.run("run", "hour.lua", "--at", "08:10", "--then", "phone:advance(5)").output
        .contains("The runs are equal: the same 39 records."))
  }

  @Test(
    "a block that cannot be run is told with its line",
    arguments: [
      ("phone:hom()", "line 1: phone: it has no such name (\"hom\"); did you mean \"home\"?"),
      ("\nphone:app(\"savr\"):open()", "line 2: phone:app: no such app (\"savr\"); "),
      ("phone:home(", "line 1: "), ("phone:finish()", "line 1: finish: the run goes on by itself"),
      ("phone:after(5, function() end)", "after: the block ends before its moment; "),
      ("phone:advance(hours(3))", "line 1: the phone's time is over (3600 s); let less time pass"),
    ])
  func wrongBlock(block: String, message: String) throws {
    let outcome = try place().run("run", "hour.lua", "--at", "08:30", "--then", block)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("--then: " + message), "\(outcome.errors)")
  }

  @Test("JSON has where two runs part and the figures that differ, of both")
  func json() throws {
    let place = try place()
    func object(_ arguments: String..., status: Int32) throws -> [String: Any] {
      let outcome = try place.run(["diff", "hour.lua", "--json"] + arguments)
      #expect(outcome.status == status && outcome.errors.isEmpty, "\(outcome.errors)")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }
    let same = try object("hour.lua", status: 0)
    #expect(same["isEqual"] as? Bool == true && same["records"] as? [Int] == [39, 39])
    #expect(same["firstDifference"] is NSNull)
    #expect((same["figures"] as? [String: Any])?.isEmpty == true)
    let other = try object("--policy", "first-come", "--policy", "half.lua", status: 1)
    #expect(
      other["runs"] as? [String]
        == ["hour.lua, first-come, seed 3", "hour.lua, half, seed 3"])
    let first = try #require(other["firstDifference"] as? [String: Any])
    #expect(first["number"] as? Int == 12)
    let records = try #require(first["records"] as? [[String: Any]])
    #expect(records.map { $0["grantNs"] as? Int } == [30_000_000_000, 15_000_000_000])
    let figures = try #require(other["figures"] as? [String: [Double?]])
    #expect(figures["backgroundSecondsGranted"]?.count == 2)
    let apps = try #require(other["apps"] as? [String: Any])
    #expect(apps["sleeper"] != nil)
    for (policy, name) in [("first-come", "1.jsonl"), ("half.lua", "2.jsonl")] {
      _ = try place.run("run", "hour.lua", "--quiet", "--policy", policy, "--trace", name)
    }
    let traces = try place.run("diff", "1.jsonl", "2.jsonl", "--json")
    #expect(traces.output.contains("\"figures\": null") && traces.status == 1)
    #expect(traces.output.contains("\"number\": 12,"))
  }
}
