import Testing

extension WhyCommandTests {
  @Test("on Android it tells of Doze and the bucket, and of no pool")
  func android() throws {
    let scenario = repositoryFile("scripts/scenarios/android.lua")
    let told = try Workplace().run("why", scenario, "--app", "recipes", "--at", "13:05").output
    #expect(
      told.contains("then: it waited for no slot (it has no job). What happened\n"),
      "\(told)")
    #expect(told.contains("\n  bucket        never opened\n"), "\(told)")
    #expect(
      told.contains("\n  Doze          idle, lightly, until 13:08:10.000 if nobody uses it\n"),
      "\(told)")
    #expect(!told.contains("pool") && !told.contains("time used"), "\(told)")
  }
}
