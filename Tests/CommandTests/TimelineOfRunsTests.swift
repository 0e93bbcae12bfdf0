import Device
import Foundation
import Simulation
import Testing

@testable import Reports

/// What timelines say of runs against what the device says of itself.
@Suite("Timelines of runs")
struct TimelineOfRunsTests {
  /// The trace of a scenario that comes with the product, with explanations.
  private func trace(_ scenario: String) throws -> [RecordEntry] {
    let place = try Workplace()
    let path = repositoryFile("scripts/scenarios/\(scenario).lua")
    let outcome = try place.run(
      ["run", path, "--quiet", "--explain", "--trace", "t.jsonl"]
        // The other nine tenths are the same again.
        + (scenario == "freshness" ? ["--set", "hours=100"] : []))
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try place.read("t.jsonl").split(separator: "\n").map {
      try RecordEntry(parsing: Array($0.utf8))
    }
  }

  @Test(
    "slots and pool are, at each decision, what the device says that they are",
    arguments: ["weekday", "chat-push", "tasks", "freshness"])
  func levels(scenario: String) throws {
    var reader = TimelineReader()
    var levels: [Level: Double] = [:]
    var compared = 0
    for record in try trace(scenario) {
      if case .reviewExplained(let review) = record.record {
        // The line does not say which lane of slots it is about.
        let taken = [levels[.slots] ?? 0, levels[.processingSlots] ?? 0]
        let running = Double(review.running)
        #expect(taken.contains(running), "\(record.at): \(running) of \(taken)")
        if let pool = levels[.pool] {
          // What the pool's capacity does not hold is not in a trace of its own.
          #expect(pool >= review.pool.seconds, "\(record.at)")
          compared += 1
        }
      }
      reader.read(record) { event in
        if case .level(let level, let value) = event { levels[level] = value }
      }
    }
    #expect(compared > 0)
  }

  @Test("a page tells of decisions what it tells where all of them are explained")
  func explained() throws {
    let place = try Workplace()
    for name in ["news.lua", "refresh-chain.lua"] {
      try place.write(try text(ofFile: "scripts/apps/\(name)"), to: name)
    }
    // More candidates than a decision shows, of two kinds, and more chosen than it shows.
    let scenario = """
      local events = {}
      for i = 1, 30 do events[i] = { at = 20 * i, open = "n-" .. i, lasting = 5 } end
      for i = 1, 3 do events[30 + i] = { at = 700 + 20 * i, open = "r-" .. i, lasting = 5 } end
      return scenario {
        duration = hours(2), user = usage.schedule(events),
        apps = {
          app { id = "n", count = 30, script = "news.lua", modes = { "fetch" } },
          app { id = "r", count = 3, script = "refresh-chain.lua", modes = { "fetch" },
            permittedIdentifiers = { "com.example.news.refresh" }, options = { every = 900 } },
        },
        servers = { server { host = "news.example", publishes = { every = 100 } } },
        device = device { os = "iOS 18", fetchSlots = { concurrent = 14, starts = 100 } },
      }
      """
    try place.write(scenario, to: "crowd.lua")
    let run = ["run", "crowd.lua", "--policy", "fair-share", "--quiet", "--html"]
    for more in [["plain.html"], ["explained.html", "--explain", "--trace", "t.jsonl"]] {
      let outcome = try place.run(run + more)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try place.read("plain.html") == place.read("explained.html"))
  }

  @Test("findings are those of the report, also where one took the place of another")
  func findings() throws {
    let place = try Workplace.withScripts()
    for (name, file) in [
      ("late", "scripts/museum/register-too-late/app.lua"),
      ("leaky", "scripts/museum/end-dispatched/app.lua"),
      ("silent", "scripts/museum/no-handler/app.lua"),
    ] {
      try place.write(try text(ofFile: file), to: "\(name).lua")
    }
    try place.write(
      """
      return scenario {
        duration = hours(2), device = device { os = "iOS 18" }, policy = "everything",
        apps = {
          app {
            id = "late", script = "late.lua", modes = { "fetch" },
            permittedIdentifiers = { "refresh" },
          },
          app { id = "leaky", script = "leaky.lua" }, app { id = "silent", script = "silent.lua" },
          app { id = "sleeper", script = "sleeper.lua" },
        },
        user = usage.schedule {
          { at = "00:01", open = "late", lasting = 60 },
          { at = "00:10", open = "leaky", lasting = 60 },
          { at = "00:20", open = "silent", lasting = 60 },
          { at = "00:30", open = "sleeper", lasting = 60 },
          { at = "00:50", open = "sleeper", lasting = 60 },
        },
      }
      """, to: "mistakes.lua")
    var withdrawn = 0
    for file in ["mistakes.lua", repositoryFile("scripts/scenarios/weekday.lua")] {
      let outcome = try place.run("run", file, "--json", "--trace", "t.jsonl")
      #expect(outcome.status == 0, "\(outcome.errors)")
      var builder = TimelineBuilder()
      for line in try place.read("t.jsonl").split(separator: "\n") {
        let record = try RecordEntry(parsing: Array(line.utf8))
        if record.kind == .findingUndone { withdrawn += 1 }
        builder.read(record)
      }
      let timeline = builder.finished()
      let drawn = timeline.findings.map { found in
        "\(timeline.apps[found.app].name) \(found.rule) \(found.location?.file ?? ""):\(found.location?.line ?? 0) "
          + "\(found.times.count)"
      }
      struct Report: Decodable {
        struct Finding: Decodable {
          let app: String, rule: String, file: String?, line: Int?, count: Int
        }
        let findings: [Finding]
      }
      let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
      #expect(
        drawn.sorted()
          == report.findings.map {
            "\($0.app) \($0.rule) \($0.file ?? ""):\($0.line ?? 0) \($0.count)"
          }.sorted())
      #expect(!drawn.isEmpty)
    }
    #expect(withdrawn >= 4)
  }

  private func text(ofFile path: String) throws -> String {
    try String(contentsOfFile: repositoryFile(path), encoding: .utf8)
  }

  @Test("the page of a run is a function of the run, with --trace and without")
  func equal() throws {
    let place = try Workplace.withScripts()
    let first = try place.run("run", "hour.lua", "--quiet", "--html", "a.html")
    let second = try place.run(
      "run", "hour.lua", "--quiet", "--html", "b.html", "--trace", "t.jsonl")
    #expect(first.status == 0 && second.status == 0, "\(first.errors)\(second.errors)")
    #expect(try place.read("a.html") == place.read("b.html"))
    let plain = try place.run("run", "hour.lua", "--quiet", "--trace", "u.jsonl")
    #expect(plain.status == 0)
    #expect(try place.read("t.jsonl") == place.read("u.jsonl"))
    #expect(try pageData(place.read("a.html")).contains("good night"))
  }

  @Test("a page of a trace needs the whole of it, and says so")
  func traces() throws {
    let place = try Workplace.withScripts()
    _ = try place.run("run", "hour.lua", "--quiet", "--trace", "t.jsonl")
    let made = try place.run("trace", "t.jsonl", "--html", "t.html")
    #expect(made.status == 0 && made.output.isEmpty, "\(made.errors)")
    #expect(try place.read("t.html").contains("<title>t.jsonl</title>"))
    let filtered = try place.run("trace", "t.jsonl", "--html", "u.html", "--app", "saver")
    #expect(filtered.status == 64)
    #expect(
      filtered.errors
        == "--app: a page has the whole trace, and shows parts of it; leave it out\n")
    try place.write(
      #"{"ns":5,"kind":"user.open","app":"a"}"# + "\n" + #"{"ns":4,"kind":"user.open","app":"a"}"#,
      to: "back.jsonl")
    let back = try place.run("trace", "back.jsonl", "--html", "u.html")
    #expect(back.status == 65)
    #expect(back.errors.contains("back.jsonl:2: it is earlier than the record before it"))
    #expect(try !place.files().contains("u.html"))
  }

  @Test("a page that cannot be written is reported before the run")
  func places() throws {
    let place = try Workplace.withScripts()
    let folder = try place.run("run", "endless.lua", "--html", "no/such/page.html")
    #expect(folder.status == 66)
    #expect(folder.errors.contains("there is no such folder"))
    let itself = try place.run("run", "endless.lua", "--html", ".")
    #expect(itself.status == 74)
  }

  @Test("a timeline is printed in ASCII before the report, alone with --quiet, not beside JSON")
  func printed() throws {
    let place = try Workplace.withScripts()
    let alone = try place.run("run", "hour.lua", "--timeline", "--quiet")
    #expect(alone.status == 0)
    #expect(alone.output.utf8.allSatisfy { $0 < 0x80 })
    #expect(alone.output.contains("\nsleeper "))
    let both = try place.run("run", "hour.lua", "--timeline")
    #expect(both.output.hasPrefix(alone.output + "\nAn hour with two apps\n"))
    let json = try place.run("run", "hour.lua", "--timeline", "--json")
    #expect(json.status == 64)
    #expect(json.errors == "--timeline: --json prints there too; give one of them\n")
    let wide = try place.shell("COLUMNS=130 LANG=C.UTF-8 \"$0\" run hour.lua --timeline --quiet")
    #expect(wide.output.contains("█ in front"))
    #expect(wide.output.split(separator: "\n").map(\.count).max() ?? 0 > 100)
  }

  @Test("a run and its trace make the same trace of Perfetto, but for what only the device knows")
  func perfetto() throws {
    let place = try Workplace.withScripts()
    let made = try place.run(
      "run", "hour.lua", "--quiet", "--perfetto", "a.pftrace", "--trace", "t.jsonl", "--html",
      "a.html")
    #expect(made.status == 0, "\(made.errors)")
    let again = try place.run("trace", "t.jsonl", "--perfetto", "b.pftrace", "--html", "b.html")
    #expect(again.status == 0, "\(again.errors)")
    let sizes = try ["a.pftrace", "b.pftrace"].map {
      try Data(contentsOf: place.folder.appendingPathComponent($0)).count
    }
    #expect(sizes[1] > 1_000 && sizes[0] > sizes[1])
    let bad = try place.run("run", "endless.lua", "--perfetto", "no/such/file")
    #expect(bad.status == 66)
  }
}
