import Foundation
import Testing

@Suite("A run that is taken from a store")
struct StoredRunTests {
  private func place() throws -> Workplace {
    let place = try Workplace.withExperiment()
    // The first app is behind before the warm-up is over, the second after it.
    try place.writeExperiment([("replications = 3", "replications = 3, warmUp = minutes(15)")])
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    return place
  }

  @Test("has the figures that the store has for it, and is named")
  func warmUp() throws {
    let place = try place()
    let arguments = ["--policy", "half.lua", "--set", "poolMinutes=10", "--seed", "2"]
    let text = try place.run(["run", "two.sqlite"] + arguments)
    #expect(text.status == 0, "\(text.errors)")
    let head = text.output.split(separator: "\n").map(String.init)
    #expect(head[1].contains(", half (half.lua), seed 2, "))
    #expect(head[2].hasPrefix("run "))
    #expect(
      head[2].hasSuffix(
        " of two.sqlite: poolMinutes=10, half, seed 2; without the warm-up of 15 min"))
    let json = try place.run(["run", "two.sqlite", "--json"] + arguments)
    let run = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(run["parameters"] as? [String: Int] == ["poolMinutes": 10])
    #expect(run["warmUp"] as? Double == 900)
    #expect((run["device"] as? [String: Any])?["backgroundSecondsUsed"] as? Double == 15)
    // Without --run it says which it took.
    #expect(
      try place.run("run", "two.sqlite").output.contains(
        " of two.sqlite: poolMinutes=0, first-come, seed 1; "))
  }

  @Test("is compared by these figures, under its parameters")
  func difference() throws {
    let outcome = try place().run(
      "diff", "two.sqlite", "--policy", "first-come", "--policy", "nothing", "--seed", "2",
      "--set", "poolMinutes=10")
    #expect(
      outcome.output.hasPrefix(
        "1  two.sqlite, first-come, seed 2, poolMinutes=10\n"), "\(outcome.errors)")
    #expect(outcome.output.contains("\nFigures of the run without its warm-up of 15 min\n"))
    #expect(outcome.output.contains("\nbackground seconds used "))
  }

  @Test("a report tells of runs that are kept beside those it shows")
  func beyondPlan() throws {
    let place = try place()
    let few = try place.run("compare", "two.lua", "--replications", "2")
    #expect(
      few.output.contains("12 done, 0 failed, 0 missing; 6 of other seeds are kept too\n"),
      "\(few.output)")
    let all = try place.run("compare", "two.lua")
    #expect(all.output.contains("18 done, 0 failed, 0 missing\n"))
  }
}
