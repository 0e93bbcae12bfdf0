import Device
import Policies
import Simulation
import Testing

@testable import Scripting

@Suite("Which servers an app follows")
struct FollowedServersTests {
  private func follows(_ app: String, script: String = "return {}") throws -> [String] {
    let loaded = try load(
      """
      return scenario { duration = 1, apps = { app { id = "a", script = "x.lua", \(app) } },
        servers = {
          server { host = "b.example" }, server { host = "a.example" },
          server { host = "data.example" },
        } }
      """, with: ["x.lua": script])
    return loaded.scenario.apps[0].follows
  }

  @Test("are those that its declaration names")
  func declared() throws {
    #expect(try follows("follows = { 'a.example', 'b.example' }") == ["a.example", "b.example"])
    let script = "local url = 'https://b.example/' return {}"
    #expect(try follows("follows = {}", script: script) == [])
    let text = """
      return scenario { duration = 1,
        apps = { app { id = "a", script = "app.lua", follows = { "newz.example", 3 } } },
        servers = { server { host = "news.example" } } }
      """
    #expect(
      problems(of: text).contains(
        "no server of this host (\"newz.example\"); did you mean \"news.example\"?"))
    #expect(problems(of: text).contains("not a string (3)"))
  }

  @Test("else those that its options name, else those that its script names")
  func found() throws {
    let script = "local url = 'https://b.example:80/feed' -- or https://metadata.example\nreturn {}"
    #expect(try follows("options = { host = 'a.example' }", script: script) == ["a.example"])
    let nested = "options = { { url = 'http://me@data.example/x' }, 'b.example' }"
    #expect(try follows(nested) == ["b.example", "data.example"])
    #expect(try follows("options = { 7, true }", script: script) == ["b.example"])
    #expect(try follows("") == [])
  }

  @Test("all five of Cho and Garcia-Molina's apps count, whether a policy serves them or not")
  func unserved() throws {
    let files = RepositoryFiles()
    let loaded = try ScenarioScript.load(
      "scripts/scenarios/freshness.lua", settings: ["hours": "20"], files: files)
    #expect(loaded.scenario.apps.map(\.follows) == (1...5).map { ["changes-\($0).example"] })
    let apps = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: []))
    for (name, fetches) in [("nothing", false), ("freshness-optimal{fetchesPerHour=5}", true)] {
      let policy = try PolicyCatalogue.policy(name, in: PolicyWorld(loaded.scenario))
      let device = Device(loaded.scenario, policy: policy, behaviors: apps.behaviorFactory)
      device.run()
      let run = device.result()
      #expect(run.apps.map(\.content.followed) == Array(repeating: .hours(20), count: 5))
      let fresh = try #require(Metrics.named("fresh over time")?.value(run))
      let age = try #require(Metrics.named("age")?.value(run))
      let information = try #require(Metrics.named("age of information")?.value(run))
      #expect(fetches ? fresh > 0.2 : fresh < 0.1)
      #expect(fetches ? age < 10_000 : age > 30_000)
      #expect(fetches ? information < 15_000 : information == 36_000)
    }
  }
}
