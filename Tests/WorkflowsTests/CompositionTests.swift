import Runs
import Scripting
import Testing

@Suite("Putting a run together")
struct CompositionTests {
  private let file = "/study/hour.lua"

  @Test("a scenario in memory runs under its own policy and seed, or under others")
  func memory() throws {
    let plain = try Composition(.init(file: file), files: SampleStudy.files)
    #expect(plain.policy.name == "first-come")
    #expect(plain.loaded.scenario.seed == 3)
    let other = try Composition(
      .init(file: file, seed: 9, policy: "nothing"), files: SampleStudy.files)
    #expect(other.policy.name == "nothing")
    #expect(other.loaded.scenario.seed == 9)
    #expect(other.loaded.scenario.user == plain.loaded.scenario.user)
  }

  @Test("the same request gives the same run")
  func deterministic() throws {
    let results = try (1...2).map { _ in
      let device = try Composition(.init(file: file), files: SampleStudy.files).device()
      device.run()
      return device.result()
    }
    #expect(results[0].fingerprint == results[1].fingerprint)
    #expect(results[0].events > 0)
    #expect(results[0].findings.map(\.rule) == [.taskNeverEnded])
  }

  @Test("a wrong name that the user gave has no line, a wrong script has")
  func errors() {
    let use = #expect(throws: ScriptError.self) {
      try Composition(.init(file: file, policy: "first-cone"), files: SampleStudy.files)
    }
    #expect(use?.problems.map(\.location?.line) == [nil])
    #expect(use?.description.contains("first-cone") == true)
    #expect(throws: ScriptError.self) {
      try Composition(.init(file: "/study/our.lua"), files: SampleStudy.files)
    }
  }

  @Test("one look shows what is wrong with apps and with the policy")
  func both() {
    let files = SampleStudy.files(replacing: "local app = {}", with: "local app = = {}")
    let error = #expect(throws: ScriptError.self) {
      try Composition(.init(file: file, policy: "first-cone"), files: files)
    }
    #expect(error?.problems.count == 3)
    #expect(error?.problems.last?.message.contains("first-cone") == true)
  }

  @Test("modules are sought beside the scenario, and then where the user says")
  func modules() throws {
    var scripts = SampleStudy.scripts
    scripts["/study/hour.lua"] =
      "local name = require \"names\"\n"
      + SampleStudy.scenario.replacing("\"An hour with two apps\"", with: "name")
    scripts["/shared/names.lua"] = "return \"shared\""
    let request = Composition.Request(file: file, luaPath: ["/shared"])
    let shared = try Composition(request, files: ScriptTexts(scripts))
    #expect(shared.loaded.scenario.title == "shared")
    scripts["/study/names.lua"] = "return \"own\""
    #expect(try Composition(request, files: ScriptTexts(scripts)).loaded.scenario.title == "own")
  }

  @Test("parameters are set by text, and an unknown one is reported")
  func settings() throws {
    let request = Composition.Request(file: file, settings: ["poolMinutes": "0"])
    let device = try Composition(request, files: SampleStudy.files).device()
    device.run()
    // No pool, no tasks.
    #expect(device.result().apps.map(\.tasksExpired) == [0, 0])
    let error = #expect(throws: ScriptError.self) {
      try Composition(.init(file: file, settings: ["pool": "0"]), files: SampleStudy.files)
    }
    #expect(error?.description.contains("pool") == true)
  }

  @Test("whoever asks hears of each decision")
  func explaining() throws {
    var heard = 0
    let composition = try Composition(.init(file: file), files: SampleStudy.files)
    let device = composition.device(explaining: { _ in heard += 1 })
    device.run()
    #expect(heard > 0)
    #expect(heard == device.result().device.decisions)
  }
}
