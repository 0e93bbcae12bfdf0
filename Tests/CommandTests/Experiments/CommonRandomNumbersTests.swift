import Foundation
import Testing

/// For one seed the world is the same whatever the policy does, so that policies can be compared
/// pair by pair.
@Suite("Common random numbers")
struct CommonRandomNumbersTests {
  static let policies = [
    "first-come", "round-robin", "fair-share", "earliest-deadline", "priority", "lottery", "random",
    "nothing", "everything", "likely-next", "ios-like", "standby-buckets", "coalescing",
    "freshness-optimal", "far-sighted", "learned", "most-recent", "markov",
  ]

  @Test("user, network and power do the same under every policy, and another seed is another world")
  func world() throws {
    let place = try Workplace()
    let worlds = try (1...2).map { seed in
      let worlds = try Self.policies.map { policy in
        try records(
          of: place, repositoryFile("scripts/scenarios/weekday.lua"), policy, seed,
          kinds: ["user.open", "user.close", "user.forceQuit", "network", "power"]
        ).map(\.line)
      }
      #expect(worlds.allSatisfy { $0 == worlds[0] })
      #expect(worlds[0].count > 40)
      return worlds[0]
    }
    #expect(worlds[0] != worlds[1])
  }

  /// Answers are small, so that they differ in latency and failure only.
  private static let scenario = """
    local apps, servers = {}, {}
    for index = 1, 4 do
      local host = "host-" .. index .. ".example"
      apps[index] = app {
        id = "app-" .. index, script = "fetcher.lua", modes = { "fetch" }, options = { host = host },
      }
      servers[index] = server {
        host = host, latency = { median = 0.5, p95 = 4 }, fails = 0.3, bytes = 0, itemBytes = 0,
        publishes = { perHour = 20 },
      }
    end
    return scenario {
      duration = hours(24), apps = apps, servers = servers, policy = "nothing",
      device = device { fetchSlots = { concurrent = 1, starts = 12, window = hours(1) } },
      user = usage.habits {
        sessionsPerDay = 20, apps = { ["app-1"] = 4, ["app-2"] = 3, ["app-3"] = 2, ["app-4"] = 1 },
      },
    }
    """

  private static let fetcher = """
    local options = ...
    local app = {}
    function app:didFinishLaunching(application)
      application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    end
    function app:performFetch(application, completionHandler)
      local data, response = URLSession.shared:data("https://" .. options.host .. "/")
      if response and response.statusCode == 200 then NSLog("%d", data.newItems) end
      completionHandler(UIBackgroundFetchResult.newData)
    end
    return app
    """

  @Test("each request of an app meets the same latency and failure, and servers publish the same")
  func servers() throws {
    let place = try Workplace()
    try place.write(Self.scenario, to: "servers.lua")
    try place.write(Self.fetcher, to: "fetcher.lua")
    let runs = try Self.policies.map { try answers(of: place, under: $0) }
    for app in (1...4).map({ "app-\($0)" }) {
      let answers = runs.map { run in run.filter { $0.app == app } }
      let longest = try #require(answers.max { $0.count < $1.count })
      #expect(longest.count > 20)
      #expect(longest.contains { $0.status == 500 })
      for list in answers {
        #expect(zip(list, longest).allSatisfy { $0.took == $1.took && $0.status == $1.status })
      }
      // What has been published by some moment, as all runs together saw it, never shrinks.
      let sights = runs.flatMap { published($0.filter { $0.app == app }) }.sorted {
        ($0.at, $0.items) < ($1.at, $1.items)
      }
      #expect(zip(sights, sights.dropFirst()).allSatisfy { $0.items <= $1.items })
      #expect(sights.count > 100)
    }
  }

  // MARK: Reading traces

  private struct Record {
    let line: String
    let fields: [String: Any]

    var kind: String { fields["kind"] as? String ?? "" }
    var app: String { fields["app"] as? String ?? "" }
    func integer(_ name: String) -> Int { fields[name] as? Int ?? -1 }
  }

  private struct Answer {
    let app: String
    let at: Int
    let took: Int
    let status: Int
    /// As the app was told, at once or when it ran again.
    var newItems: Int?
  }

  private func records(
    of place: Workplace, _ scenario: String, _ policy: String, _ seed: Int, kinds: [String]
  ) throws -> [Record] {
    let outcome = try place.run(
      "run", scenario, "--policy", policy, "--seed", "\(seed)", "--trace", "-", "--quiet")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n")
      .filter { line in kinds.contains { line.contains("\"kind\":\"\($0)\"") } }
      .map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return Record(line: String(line), fields: object as? [String: Any] ?? [:])
      }
  }

  private func answers(of place: Workplace, under policy: String) throws -> [Answer] {
    let records = try records(
      of: place, "servers.lua", policy, 1, kinds: ["request.start", "request.finish", "app.log"])
    var begun: [String: Int] = [:]
    var answers: [Answer] = []
    for record in records {
      let request = "\(record.app) \(record.integer("id"))"
      switch record.kind {
      case "request.start": begun[request] = record.integer("ns")
      case "app.log":
        let place = try #require(answers.lastIndex { $0.app == record.app })
        answers[place].newItems = Int(record.fields["message"] as? String ?? "")
      default:
        let at = record.integer("ns")
        answers.append(
          Answer(
            app: record.app, at: at, took: at - (begun[request] ?? 0),
            status: record.integer("status")))
      }
    }
    return answers
  }

  /// How much an app has had when each of its answers came.
  private func published(_ answers: [Answer]) -> [(at: Int, items: Int)] {
    var items = 0
    return answers.compactMap { answer in
      guard let new = answer.newItems else { return nil }
      items += new
      return (answer.at, items)
    }
  }
}
