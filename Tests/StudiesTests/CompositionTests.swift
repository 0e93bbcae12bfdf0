import Scripting
import Studies
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
    #expect(results[0].findings.map(\.rule) == [.taskNotEndedInHandler, .taskNeverEnded])
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
}
