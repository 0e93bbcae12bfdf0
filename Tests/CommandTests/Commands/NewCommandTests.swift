import Foundation
import Testing

@Suite("dormouse new")
struct NewCommandTests {
  @Test("writes a scenario with its app that checks and runs, under a policy written likewise")
  func scenario() throws {
    let place = try Workplace()
    let new = try place.run("new", "scenario", "morning")
    #expect(new.status == 0)
    #expect(
      new.output == """
        wrote morning.lua
        wrote morning-app.lua
        wrote .luarc.json, .luacheckrc and .dormouse beside it, for editors
        next: dormouse run morning.lua

        """)
    #expect(try place.run("new", "policy", "mine.lua").output.hasPrefix("wrote mine.lua\n"))

    let check = try place.run("check", "morning.lua", "morning-app.lua", "mine.lua")
    #expect(
      check.output == """
        morning.lua: scenario with 2 apps, no errors
        morning-app.lua: app, tried in morning.lua
        mine.lua: policy, no errors

        """)
    #expect(check.errors.isEmpty)

    let run = try place.run("run", "morning.lua", "--policy", "mine.lua")
    #expect(run.status == 0)
    #expect(
      run.output.hasPrefix(
        "A morning with two apps\niOS 26, mine (mine.lua), seed 1, 6 h from 06:00\n\nNo app was "))
    #expect(run.output.contains("\nFindings: none\n"))
    #expect(!run.output.contains("fault"))
  }

  @Test("writes an experiment with its scenario that checks and runs, as often as one likes")
  func experiment() throws {
    let place = try Workplace()
    let new = try place.run("new", "experiment", "pools")
    #expect(
      new.output == """
        wrote pools.lua
        wrote pools-scenario.lua
        wrote pools-scenario-app.lua
        wrote .luarc.json, .luacheckrc and .dormouse beside it, for editors
        next: dormouse compare pools.lua

        """)
    let check = try place.run("check", "pools.lua", "pools-scenario.lua")
    #expect(
      check.output == """
        pools.lua: experiment of 80 runs (4 policies, 2 settings, 10 replications), no errors
        pools-scenario.lua: scenario with 2 apps, no errors

        """)
    let compare = try place.run("compare", "pools.lua")
    #expect(compare.status == 0)
    #expect(compare.output.hasPrefix("Which policy suits a small pool?\n"))
    #expect(compare.output.contains("likely-next"))
    #expect(compare.errors.hasPrefix("80 runs in "))
    let again = try place.run("compare", "pools.lua")
    #expect(again.errors == "80 runs done before; kept in pools.sqlite\n")
    #expect(again.output == compare.output)
  }

  @Test("overwrites nothing, and writes all of its files or none")
  func refusals() throws {
    let place = try Workplace()
    try place.write("mine", to: "day-app.lua")
    let taken = try place.run("new", "scenario", "day")
    #expect(
      taken.errors == "day-app.lua: it exists already; choose another name or remove it\n")
    #expect(taken.status == 65)
    #expect(try place.files() == ["day-app.lua"])
    #expect(try place.read("day-app.lua") == "mine")

    let folder = try place.run("new", "app", "none/app")
    #expect(
      folder.errors
        == "none/app.lua: there is no such folder; check the name, or make the folder\n")
    #expect(folder.status == 66)
    let unwritable = try place.run("new", "app", "/proc/app")
    #expect(
      unwritable.errors
        == "/proc/app.lua: it cannot be written (No such file or directory); check the folder\n")
    #expect(unwritable.status == 74)
  }

  @Test("takes names of any letters, and quotes for the shell what has to be")
  func otherNames() throws {
    let place = try Workplace()
    let new = try place.run("new", "scenario", "größe")
    #expect(new.output.hasSuffix("\nnext: dormouse run 'größe.lua'\n"))
    #expect(try place.run("run", "größe.lua", "--quiet").status == 0)
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("my apps"), withIntermediateDirectories: false)
    let spaced = try place.run("new", "policy", "my apps/p")
    #expect(
      spaced.output.hasSuffix("\nnext: dormouse run SCENARIO --policy 'my apps/p.lua'\n"))
    let advice = try place.run("run", "my apps/p.lua")
    #expect(advice.errors.hasSuffix("run a scenario with --policy 'my apps/p.lua'\n"))
  }

  @Test("takes a name with a folder")
  func folder() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("apps"), withIntermediateDirectories: false)
    let new = try place.run("new", "app", "apps/reader")
    #expect(
      new.output == """
        wrote apps/reader.lua
        wrote .luarc.json, .luacheckrc and .dormouse beside it, for editors
        next: name it in a scenario: app { id = "reader", script = "apps/reader.lua" }

        """)
    #expect(try place.run("check", "apps/reader.lua").output == "apps/reader.lua: app, no errors\n")
  }

  @Test("writes apps of a kind that run in a scenario as it says, without findings")
  func kinds() throws {
    let place = try Workplace()
    var apps: [String] = []
    for kind in ["refresh", "processing", "push", "transfer"] {
      let new = try place.run("new", "app", "my-\(kind)", "--kind", kind)
      let declared = try #require(new.output.split(separator: "scenario: ").last)
      apps.append(declared.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try place.write(
      """
      return scenario { duration = days(2), apps = { \(apps.joined(separator: ", ")) },
        servers = { server { host = "server.example" } },
        user = usage.schedule { { at = "08:00", open = "my-refresh", lasting = 60 },
          { at = "08:05", open = "my-processing", lasting = 60 },
          { at = "08:10", open = "my-transfer", lasting = 2 },
          { at = "08:15", open = "my-push", lasting = 60 } },
        pushes = { { to = "my-push", at = "09:00" } },
        power = { { at = "22:00", charging = true } }, policy = "first-come" }
      """, to: "day.lua")
    let run = try place.run("run", "day.lua", "--trace", "day.jsonl")
    #expect(run.output.contains("\nFindings: none\n"), "\(run.output)\(run.errors)")
    let trace = try place.read("day.jsonl")
    for kind in ["refresh", "processing", "push", "transfer"] {
      #expect(trace.contains(#""work":"\#(kind)","ending":"completed""#))
    }
    try androidKinds(place)
    let unknown = try place.run("new", "app", "x", "--kind", "refesh")
    #expect(unknown.status == 64 && unknown.errors.hasSuffix("did you mean refresh?\n"))
    #expect(try place.run("new", "policy", "x", "--kind", "refresh").status == 64)
  }

  private func androidKinds(_ place: Workplace) throws {
    for kind in ["job", "worker"] {
      let new = try place.run("new", "app", "my-\(kind)", "--kind", kind)
      #expect(new.output.hasPrefix("wrote my-\(kind).lua\n"))
    }
    try place.write(
      """
      return scenario { platform = "Android 15", duration = days(1), startsAt = "08:00",
        apps = { app { id = "my-job", script = "my-job.lua" },
          app { id = "my-worker", script = "my-worker.lua" } },
        servers = { server { host = "server.example", fails = 0.2 } },
        user = usage.schedule { { at = "08:05", open = "my-job", lasting = 60 },
          { at = "08:10", open = "my-worker", lasting = 60 } } }
      """, to: "android.lua")
    let check = try place.run("check", "my-job.lua", "my-worker.lua")
    #expect(check.output == "my-job.lua: app, no errors\nmy-worker.lua: app, no errors\n")
    let run = try place.run("run", "android.lua", "--trace", "android.jsonl")
    #expect(run.output.contains("\nFindings: none\n"), "\(run.output)\(run.errors)")
    let trace = try place.read("android.jsonl")
    for app in ["my-job", "my-worker"] {
      #expect(trace.contains(#""kind":"job.finish","app":"\#(app)""#), "\(trace.prefix(3_000))")
    }
  }

  @Test("quotes in its hint what a shell would take apart")
  func quoting() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("my {a,b}"), withIntermediateDirectories: false)
    let new = try place.run("new", "policy", "my {a,b}/p")
    #expect(new.output.hasSuffix("next: dormouse run SCENARIO --policy 'my {a,b}/p.lua'\n"))
  }
}
