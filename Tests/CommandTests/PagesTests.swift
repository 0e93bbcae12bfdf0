import Foundation
import TestSizes
import Testing

/// Every example of the pages is run, by these or by the tests of its page.
@Suite("Examples of the pages")
struct PagesTests {
  /// Tests that run all examples of a language on a page, by their files.
  private static let others: [String: [(language: String, test: String)]] = [
    "README.md": [
      ("lua", "CommandTests/TutorialTests.swift"), ("console", "CommandTests/TutorialTests.swift"),
    ],
    "docs/embedding.md": [("swift", "ScriptingTests/EmbeddingPageTests.swift")],
    "docs/findings.md": [("lua", "CommandTests/Commands/ExplainCommandTests.swift")],
    "docs/swift-testing.md": [("swift", "CommandTests/SwiftTestingPageTests.swift")],
    "docs/killed.md": ["lua", "json", "console"].map {
      ($0, "CommandTests/TutorialTests.swift")
    },
    "docs/notifications.md": [("lua", "ScriptingTests/Apps/NotificationScriptTests.swift")],
    "docs/store.md": [("sql", "ExperimentsTests/Store/StorePageTests.swift")],
    "docs/traces.md": [("text", "CommandTests/TracesPageTests.swift")],
    "docs/work.md": [
      ("lua", "CommandTests/TutorialTests.swift"), ("console", "CommandTests/TutorialTests.swift"),
    ],
    "docs/tutorial.md": [
      ("lua", "CommandTests/TutorialTests.swift"), ("console", "CommandTests/TutorialTests.swift"),
    ],
  ]

  private static func pages() throws -> [String] {
    let docs = try FileManager.default.contentsOfDirectory(atPath: repositoryFile("docs"))
    return ["README.md", "scripts/python/README.md"]
      + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }

  @Test("each is run here or by its page's tests, or says why it is not")
  func examples() throws {
    var count = 0
    var excused: [String] = []
    for page in try Self.pages() {
      for block in try PageBlock.blocks(of: page) where !block.language.isEmpty {
        count += 1
        if let reason = block.said("not run") {
          #expect(reason.count > 20)
          excused.append("\(page): \(block.language)")
        } else if let other = Self.others[page]?.first(where: { $0.language == block.language }) {
          let test = try String(
            contentsOfFile: repositoryFile("Tests/\(other.test)"), encoding: .utf8)
          #expect(test.contains(page), "\(other.test) is no test of \(page)")
        } else if !Self.needsOthers(block) {
          try run(block, of: page)
        }
      }
    }
    #expect(count > 100)
    #expect(
      excused == [
        "README.md: sh", "README.md: console", "scripts/python/README.md: sh",
        "docs/agents.md: sh", "docs/agents.md: python", "docs/ci.md: yaml",
        "docs/ci.md: sh",
        "docs/store.md: sql", "docs/studio.md: console",
      ])
  }

  /// Whether a block needs a program that `scripts/test` does not install: Python or gnuplot.
  private static func needsOthers(_ block: PageBlock) -> Bool {
    block.language == "python" || block.language == "sh" && block.text.contains("dormouse plot")
  }

  @Test("those that need Python or gnuplot run too", .fullSize)
  func withOtherPrograms() throws {
    let blocks = try Self.pages().flatMap { page in
      try PageBlock.blocks(of: page)
        .filter { Self.needsOthers($0) && $0.said("not run") == nil }.map { (page, $0) }
    }
    #expect(blocks.count > 1)
    for (page, block) in blocks { try run(block, of: page) }
  }

  private func run(_ block: PageBlock, of page: String) throws {
    let place = try Workplace()
    // Apps lie beside and below, as pages say the one or the other.
    for (name, script) in [
      ("apps", "apps"), ("work/apps", "apps"), ("work/scripts", ""),
      ("work/weekday.lua", "scenarios/weekday.lua"),
    ] {
      let link = place.folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: URL(fileURLWithPath: repositoryFile("scripts/\(script)")))
    }
    try place.write(block.text, to: "work/block.\(block.language)")
    let line: String
    switch block.language {
    case "lua": line = try prepared(block, place)
    case "sh":
      try place.write(Self.compared, to: "work/week.lua")
      if block.text.contains("week.sqlite") {
        try finish(place, "dormouse compare week.lua --quiet")
      }
      // Who runs this has built the command.
      line = block.text.split(separator: "\n").filter { !$0.hasPrefix("swift build") }
        .joined(separator: "\n")
    case "python":
      try place.write(Self.compared, to: "work/week.lua")
      try finish(place, "dormouse compare week.lua --quiet -o weekday.sqlite")
      line = "PYTHONPATH=scripts/python python3 block.python"
    default:
      Issue.record("\(page):\(block.line): nobody knows how to run this (\(block.language))")
      return
    }
    let outcome = try place.typed("set -e\n\(line)", in: "work")
    #expect(outcome.status == 0, "\(page):\(block.line): \(outcome.output)")
  }

  private func finish(_ place: Workplace, _ line: String) throws {
    let outcome = try place.typed(line, in: "work")
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  /// A small experiment.
  private static let compared = """
    return experiment {
      scenario = "scripts/scenarios/weekday.lua", policies = { "first-come", "fair-share" },
      parameters = { poolMinutes = { 5, 10 } }, replications = 2,
      metrics = { "fresh at open", "energy total", "background seconds used" },
    }
    """

  /// Makes what a block of Lua needs; the line that runs it.
  private func prepared(_ block: PageBlock, _ place: Workplace) throws -> String {
    if block.text.contains("return experiment {") {
      try place.write("return policy { fetches = function() return {} end }", to: "work/own.lua")
      // Two replications may well show nothing of what it expects of many.
      return "dormouse compare block.lua --replications 2 --quiet || [ $? = 1 ]"
    }
    if block.text.contains("return scenario {") {
      try place.write("time,screen_status\n0,1\n60,0\n7200,1\n7260,0\n", to: "work/screen.csv")
      try place.write(
        "time,battery_level,battery_status\n0,50,3\n3600,40,2\n", to: "work/battery.csv")
      return "dormouse check block.lua --no-run && dormouse run block.lua"
    }
    if block.text.contains("return policy {") {
      return "dormouse run scripts/scenarios/weekday.lua --policy block.lua"
    }
    if block.text.hasPrefix("function app:") {
      let script =
        "local app = {}\nlocal function save(done) done() end\n\(block.text)\nreturn app, save\n"
      try place.write(script, to: "work/app.lua")
      return "dormouse check app.lua --no-run"
    }
    if block.text.contains("\nreturn app") { return "dormouse check block.lua" }
    if block.text.hasPrefix("test(") {
      let app = repositoryFile("examples/photos/Tests/PhotosTests/Apps/photos.lua")
      try place.write(String(contentsOfFile: app, encoding: .utf8), to: "work/photos.lua")
      return "dormouse test block.lua"
    }
    // The expectation of a scenario.
    try place.write(
      """
      return scenario { duration = hours(6), policy = "first-come",
        apps = { app { id = "chat", script = "apps/chat.lua", modes = { "fetch" } } },
        servers = { server { host = "chat.example", publishes = { at = { 3600 } } } },
        user = usage.schedule { { at = 60, open = "chat", lasting = 60 },
          { at = 18000, open = "chat", lasting = 60 } },
        \(block.text)
      }
      """, to: "work/scenario.lua")
    return "dormouse run scenario.lua"
  }
}
