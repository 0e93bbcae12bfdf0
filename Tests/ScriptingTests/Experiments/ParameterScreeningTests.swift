import Testing

@testable import Scripting

@Suite("Settings of a screening")
struct ParameterScreeningTests {
  private func load(_ parameters: String, _ keys: String = "") throws -> LoadedExperiment {
    let scenario = """
      local p = scenario.parameters { \(parameters) }
      return scenario { duration = hours(2), apps = { app { id = "a", script = "app.lua" } } }
      """
    let texts = [
      "app.lua": "return {}", "s.lua": scenario, "e.lua": experiment(keys),
    ]
    return try ExperimentScript.load("e.lua", files: ScriptTexts(texts), isScreening: true)
  }

  private func values(_ loaded: LoadedExperiment, _ name: String) -> Set<String> {
    Set(loaded.settings.compactMap { $0.values.first { $0.name == name }?.text })
  }

  @Test("few combinations are all taken, the experiment as it stands first")
  func combinations() throws {
    let loaded = try load(
      "starts = { default = 6, plausible = { 3, 60 } }, deep = { default = true }, days = { default = 2 }"
    )
    #expect(loaded.settings.count == 4 * 2)
    #expect(loaded.settings[0].description == "deep = true, starts = 6")
    // By ratios, in whole numbers; the one nearest to 6 gives way to it.
    #expect(values(loaded, "starts") == ["3", "6", "22", "60"])
    #expect(Set(loaded.settings).count == 8)
  }

  @Test("many combinations become trajectories, of which the first starts from the experiment")
  func trajectories() throws {
    let loaded = try load(
      """
      a = { default = 1, plausible = { 0, 2 } }, b = { default = 0.5, min = 0, max = 1 },
      c = { default = "x", choices = { "w", "x" } }, d = { default = 5, plausible = { 1, 9 } },
      e = { default = 0.5, plausible = { 0.1, 2 } }
      """)
    #expect(loaded.settings.count == 10 * 6)
    #expect(loaded.settings[0].description == "a = 1, b = 0.5, c = x, d = 5, e = 0.5")
    for first in stride(from: 0, to: 60, by: 6) {
      for step in first..<first + 5 {
        let pairs = zip(loaded.settings[step].values, loaded.settings[step + 1].values)
        #expect(pairs.count { $0.0 != $0.1 } == 1)
      }
    }
    #expect(values(loaded, "a") == ["0", "1", "2"])
    #expect(values(loaded, "b") == ["0", "0.5", "0.67", "1"])
    #expect(values(loaded, "e") == ["0.1", "0.27", "0.5", "2"])
  }

  @Test("what the experiment lists is taken as it is, a single value is where it starts from")
  func listed() throws {
    let loaded = try load(
      "starts = { default = 6, plausible = { 3, 60 } }, slots = { default = 3, plausible = { 1, 3 } }",
      "parameters = { starts = { 2, 6 }, slots = 2 }, expect = function() error('no') end")
    #expect(values(loaded, "starts") == ["2", "6"] && values(loaded, "slots") == ["1", "2", "3"])
    #expect(loaded.settings[0].description == "slots = 2, starts = 6")
    #expect(!loaded.hasExpectation)
  }

  @Test("where nothing can be varied, or settings mean something else, the message says what to do")
  func refused() {
    let refusals = [
      ("days = { default = 2 }", "", "nothing to vary"),
      (
        "a = { default = 1 }", "parameters = sample { of = { a = { 1, 2 } } }",
        "a sample has its settings"
      ),
      (
        "a = { default = 1, plausible = { 0, 9 } }", "parameters = { a = { 1, 2 } }, blocks = 'a'",
        "blocks: not with --sensitivity"
      ),
      (
        "a = { default = 1, plausible = { 0, 9 } }", "where = function(p) return p.a > 1 end",
        "leaves out the experiment as it stands (a = 1)"
      ),
    ]
    for (parameters, keys, message) in refusals {
      #expect { try load(parameters, keys) } throws: { "\($0)".contains(message) }
    }
  }

  @Test("plausible numbers rise, keep to the limits, and belong to a number")
  func plausible() {
    let refusals = [
      ("a = { default = 1, plausible = { 3, 2 } }", "no least and greatest"),
      ("a = { default = 1, min = 1, plausible = { 0, 2 } }", "below min (0)"),
      ("a = { default = 1, max = 1, plausible = { 0, 2 } }", "above max (2)"),
      ("a = { default = 'x', plausible = { 0, 2 } }", "not of a number"),
    ]
    for (parameters, message) in refusals {
      #expect { try load(parameters) } throws: { "\($0)".contains(message) }
    }
  }
}
