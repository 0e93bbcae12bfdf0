import Reports
import Scripting
import Testing

@testable import dormouse

@Suite("Putting a run together")
struct CompositionTests {
  private let files = ScriptTexts([
    "hour.lua": SampleScripts.scenario, "saver.lua": SampleScripts.saver,
    "sleeper.lua": SampleScripts.sleeper,
  ])

  @Test("a scenario in memory runs under its own policy and seed, or under others")
  func memory() throws {
    let plain = try Composition(.init(file: "hour.lua"), files: files)
    #expect(plain.policy.name == "first-come")
    #expect(plain.loaded.scenario.seed == 3)
    let other = try Composition(
      .init(file: "hour.lua", seed: 9, policy: "nothing"), files: files)
    #expect(other.policy.name == "nothing")
    #expect(other.loaded.scenario.seed == 9)
    #expect(other.loaded.scenario.user == plain.loaded.scenario.user)
  }

  @Test("the same request gives the same run")
  func deterministic() throws {
    let results = try (1...2).map { _ in
      let device = try Composition(.init(file: "hour.lua"), files: files).device()
      device.run()
      return device.result()
    }
    #expect(results[0].fingerprint == results[1].fingerprint)
    #expect(results[0].events > 0)
    #expect(results[0].findings.map(\.rule) == [.taskNotEndedInHandler, .taskNeverEnded])
  }

  @Test("the user's mistakes are wrong use, the scripts' are bad data")
  func errors() {
    let use = #expect(throws: CommandError.self) {
      try Composition(.init(file: "hour.lua", policy: "first-cone"), files: files)
    }
    #expect(use?.status == .usage)
    let data = #expect(throws: CommandError.self) {
      try Composition(.init(file: "our.lua"), files: files)
    }
    #expect(data?.status == .data)
  }
}
