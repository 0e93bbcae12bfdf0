import Foundation
import Testing

/// A scenario's `group` and `count`, by way of the runs and the store, in all formats of the
/// report.
@Suite("Groups of apps, from scenario to report")
struct AppGroupTests {
  private static let scenario = """
    return scenario {
      duration = hours(4), device = device { pool = {} },
      apps = {
        app { id = "reader", script = "saver.lua", count = 2 },
        app { id = "mail", script = "saver.lua", group = "post" },
        app { id = "chat", script = "saver.lua", group = "post" },
        app { id = "alone", script = "saver.lua" },
      },
      user = usage.habits {
        sessionsPerDay = 60,
        apps = { ["reader-1"] = 4, ["reader-2"] = 3, mail = 2, chat = 1, alone = 1 },
      },
    }
    """

  private func withStore() throws -> Workplace {
    let place = try Workplace.withExperiment()
    try place.write(Self.scenario, to: "groups.lua")
    try place.write(
      """
      return experiment {
        scenario = "groups.lua", policies = { "nothing", "first-come" }, replications = 5,
        metrics = "background seconds used",
      }
      """, to: "two.lua")
    let outcome = try place.run("compare", "two.lua", "--quiet")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return place
  }

  @Test("those with a count are a group by their id, others by the name they give, or in none")
  func text() throws {
    let report = try withStore().run("report", "two.sqlite", "--apps").output
    let title = "background seconds used (s, lower is better), by group: means\n"
    let start = try #require(report.range(of: title)?.upperBound)
    let table = report[start...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }
    #expect(table.dropFirst().map { $0.prefix { $0 != " " } } == ["post", "reader"])
    #expect(report.contains(", by group: differences from nothing ±95%\n"))
    #expect(!(try withStore().run("report", "two.sqlite").output.contains("by group")))
  }

  @Test("a group's mean and difference are those of its apps, in CSV and JSON alike")
  func figures() throws {
    let place = try withStore()
    let csv = try place.run("report", "two.sqlite", "--apps", "--format", "csv").output
    let lines = csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let head = try #require(lines.first)
    func values(_ column: String, of name: String, in kind: String) throws -> [Double] {
      let kind = try #require(head.firstIndex(of: kind))
      let metric = try #require(head.firstIndex(of: "metric"))
      let policy = try #require(head.firstIndex(of: "policy"))
      let column = try #require(head.firstIndex(of: column))
      return lines.filter {
        $0[kind] == name && $0[metric] == "background seconds used" && $0[policy] == "first-come"
      }.compactMap { Double($0[column]) }
    }
    let json = try place.run("report", "two.sqlite", "--apps", "--format", "json").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let table = try #require((object?["apps"] as? [[String: Any]])?.first)
    #expect((table["apps"] as? [[String: Any]])?.count == 5)
    let groups = try #require(table["groups"] as? [[String: Any]])
    #expect(groups.map { $0["group"] as? String } == ["post", "reader"])
    for (group, apps) in zip(groups, [["chat", "mail"], ["reader-1", "reader-2"]]) {
      let name = try #require(group["group"] as? String)
      let policy = try #require((group["policies"] as? [[String: Any]])?.last)
      let difference = try #require(policy["difference"] as? [String: Any])
      for (column, known) in [("mean", policy["mean"]), ("difference", difference["mean"])] {
        let own = try values(column, of: name, in: "app_group")
        let parts = try apps.flatMap { try values(column, of: $0, in: "app") }
        try #require(own.count == 1 && parts.count == 2)
        #expect(own[0] > 0 && abs(own[0] - (parts[0] + parts[1]) / 2) < 1e-9)
        #expect(known as? Double == own[0])
      }
    }
  }
}
