import Testing

@testable import Scripting

@Suite("Samples of settings")
struct ParameterSampleTests {
  private func load(_ sample: String) throws(ScriptError) -> LoadedExperiment {
    try loadExperiment(experiment("parameters = sample { \(sample) }"))
  }

  /// By setting: the numbers of a parameter.
  private func numbers(_ loaded: LoadedExperiment, _ name: String) -> [Double] {
    loaded.settings.compactMap { setting in
      setting.values.first { $0.name == name }.flatMap { Double($0.text) }
    }
  }

  @Test("a Latin hypercube has one point in each stratum of each parameter")
  func latin() throws {
    let loaded = try load(
      "points = 20, of = { minutes = between(10, 50), share = between(0, 1), deep = { false, true }, "
        + "user = 'ann' }")
    #expect(loaded.settings.count == 20)
    for (name, low, high) in [("minutes", 10.0, 50.0), ("share", 0, 1)] {
      let strata = numbers(loaded, name).map { Int(($0 - low) / (high - low) * 20) }
      #expect(strata.sorted() == Array(0..<20), "\(name): \(strata)")
      #expect(strata != Array(0..<20))
    }
    let deep = loaded.settings.map { $0.values[0].text }
    #expect(deep.count { $0 == "true" } == 10 && deep.count { $0 == "false" } == 10)
    #expect(loaded.settings.allSatisfy { $0.values[3].text == "ann" })
    // No more digits than are needed.
    #expect(loaded.settings.allSatisfy { $0.values.allSatisfy { $0.text.count <= 8 } })
    try loaded.checkScenarios()
  }

  @Test("is the same under one seed and another under another; no parameter shifts another")
  func seeds() throws {
    let of = "of = { minutes = between(10, 50), share = between(0, 1) }"
    let first = try load(of)
    let again = try load(of)
    #expect(first.settings.count == 40 && first.settings == again.settings)
    let second = try load(of + ", seed = 2")
    #expect(numbers(first, "minutes") != numbers(second, "minutes"))
    let more = try load("of = { minutes = between(10, 50), user = { 'a', 'b' } }")
    #expect(numbers(more, "minutes") == numbers(first, "minutes"))
  }

  @Test("has no setting twice")
  func distinct() throws {
    let loaded = try load("points = 100, of = { deep = { false, true }, minutes = range(1, 3) }")
    #expect(loaded.settings.count == 6 && Set(loaded.settings).count == 6)
  }

  @Test("trajectories change each parameter once, by half of its values, and reach all of these")
  func morris() throws {
    let loaded = try load(
      "method = 'morris', trajectories = 6, of = { minutes = between(0, 30), share = between(0, 1), "
        + "deep = { false, true }, user = { 'x', 'y' } }")
    let settings = loaded.settings
    #expect(settings.count == 30 && Set(settings).count == 30)
    for start in stride(from: 0, to: 30, by: 5) {
      var changed: [Int] = []
      for point in start + 1..<start + 5 {
        let (one, other) = (settings[point - 1].values, settings[point].values)
        let places = one.indices.filter { one[$0] != other[$0] }
        #expect(places.count == 1)
        changed += places
        if let place = places.first, place == 1 {
          let step = (Double(other[1].text) ?? 0) - (Double(one[1].text) ?? 0)
          #expect(abs(step) == 20)
        }
      }
      #expect(changed.sorted() == [0, 1, 2, 3])
    }
    #expect(Set(numbers(loaded, "minutes")) == [0, 10, 20, 30])
    #expect(Set(numbers(loaded, "share")).count == 4)
    #expect(
      settings
        == (try load(
          "method = 'morris', trajectories = 6, of = { minutes = between(0, 30), "
            + "share = between(0, 1), deep = { false, true }, user = { 'x', 'y' } }")).settings)
  }

  @Test("sweeps a policy's parameters too")
  func policy() throws {
    let loaded = try loadExperiment(
      """
      return experiment { scenario = 's.lua', policies = {
        { policy = "likely-next", parameters = sample { points = 7, of = { halfLife = between(1, 8) } } } } }
      """)
    #expect(
      loaded.policies.count == 7 && loaded.policies[0].label.hasPrefix("likely-next{halfLife="))
  }

  @Test(
    "that cannot be are told",
    arguments: [
      ("of = { }", "sample.of: nothing to vary (no between, no list); give one at least"),
      (
        "of = { share = 0.5 }",
        "sample.of: nothing to vary (no between, no list); give one at least"
      ),
      (
        "points = 3",
        "sample: missing key (\"of\"); give table of name = between(low, high), list or "
          + "value: what is varied, and between which values"
      ),
      (
        "of = { share = between(0, 1) }, points = 1",
        "sample.points: out of range (1); give a whole number, 2 to 100000"
      ),
      (
        "of = { share = between(0, 1) }, levels = 4",
        "sample.levels: not of this method (\"latin\"); leave it out, or give method = \"morris\""
      ),
      (
        "of = { share = between(0, 1) }, method = 'morris', points = 4",
        "sample.points: not of this method (\"morris\"); leave it out, or give method = \"latin\""
      ),
      (
        "of = { share = between(0, 1) }, method = 'sobol'",
        "sample.method: unknown method (\"sobol\"); methods are \"latin\", \"morris\""
      ),
      (
        "of = { user = { 'a', 'b', 'c' } }",
        "sample.of.user: no order among its values (3); give numbers, two values, or "
          + "between(low, high)"
      ),
      (
        "of = { deep = { false, true } }, method = 'morris', trajectories = 2",
        "sample.trajectories: too few combinations (for 2 trajectories without a setting twice); "
          + "give fewer, or more levels"
      ),
      (
        "of = { share = between(0, 1) }, method = 'morris', trajectories = 60000",
        "sample.trajectories: too many settings (60000 times 2); give fewer, at most 100000 settings"
      ),
      (
        "of = { share = between(1, 1) }",
        "between: nothing in between (1, 1); give a lower and a higher number"
      ),
      (
        "of = { share = between(0, 1/0) }",
        "between: nothing in between (0, inf); give a lower and a higher number"
      ),
      ("of = { share = {} }", "sample.of.share: empty (no values); give at least one"),
    ])
  func bad(sample: String, message: String) {
    let problems = experimentProblems(of: experiment("parameters = sample { \(sample) }"))
    #expect(problems == "e.lua:2: \(message)")
  }

  @Test("need no blocks, and between belongs to them alone")
  func elsewhere() {
    #expect(
      experimentProblems(
        of: experiment(
          "parameters = sample { of = { share = between(0, 1) } }, blocks = 'share'"))
        == "e.lua:2: experiment.blocks: not with a sample (\"share\"); leave it out, for seeds are "
        + "units already")
    #expect(
      experimentProblems(of: experiment("parameters = { share = between(0, 1) }"))
        == "e.lua:2: experiment.parameters.share: not a list (a between { ... }); give { ... } with "
        + "values")
  }
}
