import Foundation
import Testing

@Suite("dormouse compare --sensitivity")
struct SensitivityTests {
  @Test(
    "chooses settings itself, tells how verdicts hold, and leaves a store to verify")
  func sensitivity() throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([("  parameters = { poolMinutes = { 0, 10 } },\n", "")])
    try place.write(
      SampleScripts.scenario.replacing("min = 0,", with: "min = 0, plausible = { 0, 20 },"),
      to: "hour.lua")
    let outcome = try place.run("compare", "two.lua", "--sensitivity", "--replications", "8")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("settings      poolMinutes = 10, 0, 13, 20\n"))
    #expect(outcome.output.contains("\nAll replications of each policy are one and the same run"))
    #expect(outcome.output.hasSuffix(Self.transcript))
    #expect(try place.run("report", "two.sqlite", "--sensitivity").output == outcome.output)
    #expect(try place.run("verify", "two.sqlite").status == 0)
    let json = try place.run("report", "two.sqlite", "--sensitivity", "--format", "json")
    #expect(json.status == 64 && json.errors.contains("--sensitivity: it has no JSON"))
  }

  private static let transcript = """
    background seconds used (s, lower is better): means
    setting         first-come    half  nothing
    poolMinutes=10        32.0  17.0 ≠    0.0 ≠
    poolMinutes=0            0     0 =      0 =
    poolMinutes=13        32.0  17.0 ≠    0.0 ≠
    poolMinutes=20        32.0  17.0 ≠    0.0 ≠
    Marks: + better, - worse than first-come (Holm's p < .05), ~ no difference shown, ≠ differs without
    chance, = identical

    Verdicts over settings: background seconds used, against first-come
    where           settings   half  nothing
    anywhere               4  1= 3≠    1= 3≠
    poolMinutes=0          1     1=       1=
    poolMinutes=10         1     1≠       1≠
    poolMinutes=13         1     1≠       1≠
    poolMinutes=20         1     1≠       1≠
    Each cell says in how many of the settings a verdict holds. Marks: + better, - worse than first-come
    (Holm's p < .05), ~ no difference shown, ≠ differs without chance, = identical

    half: background seconds used differs without chance as the experiment stands, which holds in 3 of
      4 settings; identical in 1 (where poolMinutes=0: 1 of 1).
    nothing: background seconds used differs without chance as the experiment stands, which holds in 3
      of 4 settings; identical in 1 (where poolMinutes=0: 1 of 1).

    """
}
