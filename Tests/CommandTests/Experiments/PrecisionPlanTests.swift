import Testing

@Suite("A precision that cannot be asked for")
struct PrecisionPlanTests {
  /// What `check` says of an experiment with this precision.
  private func errors(_ precision: String) throws -> String {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([
      ("replications = 3,", "replications = 3, precision = { metric = \(precision) },")
    ])
    let outcome = try place.run("check", "two.lua")
    #expect(outcome.status == (outcome.errors.isEmpty ? 0 : 65))
    let compared = try place.run("compare", "two.lua", "--dry-run")
    #expect(compared.status == outcome.status && compared.errors == outcome.errors)
    return outcome.errors
  }

  private func tooWide(_ value: String, _ advice: String) -> String {
    "two.lua:5: experiment.precision.halfWidth: too wide for what is between 0 and 1 (\(value)); "
      + "give \(advice)\n"
  }

  @Test("a share is known to half of its extent without a run; per cent are told apart")
  func shares() throws {
    #expect(
      try errors("\"fresh at open\", halfWidth = 2")
        == tooWide("2 of \"fresh at open\"", "0.02 for 2 %"))
    #expect(
      try errors("\"fresh at open\", halfWidth = 0.5")
        == tooWide("0.5 of \"fresh at open\"", "less than 0.5"))
    #expect(
      try errors("\"fresh at open\", halfWidth = 80")
        == tooWide("80 of \"fresh at open\"", "less than 0.5"))
    #expect(try errors("\"fresh at open\", halfWidth = 0.49").isEmpty)
  }

  @Test("a difference of shares is between -1 and 1")
  func differences() throws {
    #expect(try errors("\"fresh at open\", of = \"difference\", halfWidth = 0.9").isEmpty)
    #expect(
      try errors("\"fresh at open\", of = \"difference\", halfWidth = 1")
        == tooWide("1 of \"fresh at open\"", "less than 1"))
  }

  @Test("what has no bounds may be known as badly as one likes")
  func unbounded() throws {
    #expect(try errors("\"background seconds used\", halfWidth = 1000").isEmpty)
  }

  @Test("a plan says how far it may go, with the number as it was written")
  func plan() throws {
    let place = try Workplace.withExperiment()
    let precision = "{ metric = \"wake ups\", of = \"difference\", halfWidth = 8, maximum = 40 }"
    try place.writeExperiment([("replications = 3,", "replications = 3, precision = \(precision),")]
    )
    let plan = try place.run("compare", "two.lua", "--dry-run").output
    let words = plan.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "seeds 1 to 3; more, up to 40, until the difference in wake ups is known to ±8 runs 18"))
  }
}
