import Foundation
import TestSizes
import Testing

/// The scripts of the repository, all of them, under all policies.
@Suite("Every script in scripts/")
struct EveryScriptTests {
  /// What keeps the runs short: of each scenario the settings, and until when it runs.
  private static let shorter = [
    "freshness.lua": ["--set", "hours=1", "--until", "10m"], "weekday.lua": ["--until", "12h"],
    "fortnight.lua": ["--set", "days=1"],
    "recorded.lua": ["--set", "file=used.csv", "--set", "format=csv"],
    "weekday-ios18.lua": ["--until", "12h"],
    "people.lua": ["--set", "apps=8", "--until", "12h"],
  ]

  /// For the one that needs a recording.
  private static let recording = """
    2024-01-01 08:00:00,News,opened
    2024-01-01 08:01:00,News,closed
    2024-01-01 08:05:00,Mail,opened
    2024-01-01 08:06:00,Mail,closed
    2024-01-01 12:00:00,News,opened
    2024-01-01 12:30:00,News,closed

    """

  private static func scripts(_ folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: repositoryFile("scripts/\(folder)"))
    return (files ?? []).filter { $0.hasSuffix(".lua") }.sorted()
  }

  /// Those that are built in, by name, and those of scripts/policies, by file.
  private static func policies(_ place: Workplace) throws -> [String] {
    let list = try place.run("policies").output.split(separator: "\n")
    let names = list.filter { !$0.hasPrefix(" ") }.compactMap { $0.split(separator: " ").first }
    #expect(names.count > 12)
    return names.map(String.init)
      + scripts("policies").map { repositoryFile("scripts/policies/\($0)") }
  }

  /// A morning of a phone that has every app of scripts/apps for iOS, each with all modes.
  private static func everyApp() -> String {
    let files = scripts("apps").filter { !$0.hasSuffix("-android.lua") }
    let apps = files.map { file in
      """
        app { id = "\(file.dropLast(4))", script = "\(repositoryFile("scripts/apps/\(file)"))",
          modes = { "fetch", "processing", "remote-notification", "audio", "location", "bluetooth" } },
      """
    }
    let opens = files.enumerated().map { index, file in
      "{ at = \(60 + index * 120), open = \"\(file.dropLast(4))\", lasting = 60 },"
    }
    return """
      return scenario { duration = hours(3), startsAt = "06:00", device = { os = "iOS 18" },
        apps = { \(apps.joined(separator: "\n")) },
        servers = { server { host = "news.example", publishes = { perHour = 6 } },
          server { host = "chat.example", publishes = { perHour = 6 } },
          server { host = "mail.example" }, server { host = "photos.example" } },
        pushes = { { to = "chat-push", perHour = 4 } },
        user = usage.schedule { \(opens.joined(separator: "\n")) } }
      """
  }

  private static let everyAppFile = "every app"
  private static let scenarios = scripts("scenarios") + [everyAppFile]

  /// The policies under which a scenario is run: all of them in full size, else every sixth, others
  /// for the next scenario, so that each policy and each scenario has its turn.
  private static func policies(_ place: Workplace, of scenario: String) throws -> [String] {
    let all = try policies(place)
    guard !FullSize.isWanted else { return all }
    let turn = try #require(scenarios.firstIndex(of: scenario))
    return all.enumerated().filter { ($0.offset + turn).isMultiple(of: 6) }.map(\.element)
  }

  @Test("has one fingerprint under each policy, in two processes", arguments: scenarios)
  func fingerprints(scenario: String) throws {
    let place = try Workplace()
    let more = Self.shorter[scenario] ?? []
    var path = repositoryFile("scripts/scenarios/\(scenario)")
    if scenario == Self.everyAppFile {
      path = "every.lua"
      try place.write(Self.everyApp(), to: path)
    }
    try place.write(Self.recording, to: "used.csv")
    var fingerprints: Set<String> = []
    for policy in try Self.policies(place, of: scenario) {
      let arguments = ["run", path, "--policy", policy, "--json"] + more
      let running = try [place.start(arguments), place.start(arguments)]
      let outcomes = try running.map { try $0.finish() }
      #expect(outcomes.map(\.status) == [0, 0], "\(policy): \(outcomes[0].errors)")
      #expect(outcomes[0].output == outcomes[1].output, "\(policy)")
      let line = outcomes[0].output.split(separator: "\n").first { $0.contains("\"fingerprint\"") }
      fingerprints.insert(String(try #require(line)))
      #expect(outcomes[0].output.contains("\"policyFaults\": 0"), "\(policy)")
    }
    #expect(!fingerprints.isEmpty)
  }
}
