import Device
import Testing

@testable import Scripting

/// What an experiment with two metrics, two policies and some settings has come to.
private struct SampleResults: ExperimentResults {
  let metrics = ["fresh at open", "energy"]

  func summary(
    of metric: String, under policy: String, at cell: LoadedExperiment.Setting
  ) -> ResultSummary? {
    if metric == "energy" { return nil }
    let mean = policy == "nothing" ? 0.25 : 0.5
    let minutes = cell.values.first.flatMap { Double($0.text) } ?? 0
    return ResultSummary(
      mean: mean + minutes, deviation: 0.125, interval: mean - 0.25...mean + 0.25, count: 30)
  }

  func difference(
    of metric: String, under policy: String, at cell: LoadedExperiment.Setting
  ) -> ResultDifference? {
    policy == "nothing"
      ? ResultDifference(mean: -0.25, interval: -0.5 ... -0.125, p: 0.01, count: 29)
      : ResultDifference(mean: 0, interval: nil, p: nil, count: 1)
  }
}

@Suite("What experiments expect of their results")
struct ExpectationTests {
  /// What `expect` says is not so, one a line.
  private func failures(_ body: String, _ keys: String = "") throws(ScriptError) -> String {
    let text = experiment("\(keys)\nexpect = function(result)\n\(body)\nend")
    return try loadExperiment(text).check(SampleResults()).map(\.description)
      .joined(separator: "\n")
  }

  private func problem(_ body: String, _ keys: String = "") -> String {
    do throws(ScriptError) { return "no problem: " + (try failures(body, keys)) } catch {
      return error.description
    }
  }

  @Test("what is printed comes to the host, as the script is loaded and in expect, once each")
  func printed() throws {
    let loaded = try loadExperiment(
      "print('at', 'load') NSLog('%d', 3)\n"
        + experiment("expect = function(result) print(#result.policies) assert(false) end"))
    #expect(loaded.printed == ["at\tload", "3"])
    var lines: [String] = []
    #expect(try loaded.check(SampleResults()) { lines.append($0) }.count == 1)
    #expect(lines == ["2"])
  }

  @Test("is answered with means, intervals and paired differences")
  func answers() throws {
    #expect(
      try failures(
        """
        local metric = result:metric("fresh at open", "nothing")
        assert(metric.mean == 0.25 and metric.deviation == 0.125 and metric.n == 30)
        assert(metric.low == 0.0 and metric.high == 0.5)
        local difference = result:difference("energy", "nothing")
        assert(difference.mean == -0.25 and difference.p == 0.01 and difference.n == 29)
        assert(difference.low == -0.5 and difference.high == -0.125)
        local single = result:difference("energy", "first-come")
        assert(single.mean == 0 and single.low == nil and single.p == nil)
        local none = result:metric("energy", "nothing")
        assert(none.mean == nil and none.n == 0)
        assert(table.concat(result.policies, " ") == "first-come nothing")
        """) == "")
  }

  @Test("is asked of one setting, which is named as far as it must be")
  func settings() throws {
    let keys =
      "parameters = { minutes = { 5, 10 }, share = { 1, 2 }, user = { 'u', 'v' } }, "
      + "where = function(p) return p.share == 1 or p.minutes == 5 end, blocks = 'user',"
    #expect(
      try failures(
        """
        local function mean(setting) return result:metric("fresh at open", "nothing", setting).mean end
        assert(mean { minutes = 10 } == 10.25)
        assert(mean { share = 2 } == 5.25)
        assert(mean { share = 1.0, minutes = 5 } == 5.25)
        """, keys) == "")
    #expect(
      problem("result:metric('energy', 'nothing')", keys)
        == "e.lua:4: result:metric: several settings (3); give one of "
        + "{ minutes = 5, share = 1 }, { minutes = 5, share = 2 }, { minutes = 10, share = 1 }")
    #expect(
      problem("result:metric('energy', 'nothing', { minutes = 10, share = 2 })", keys)
        == "e.lua:4: result:metric: no such setting ({ minutes = 10, share = 2 }); settings are "
        + "{ minutes = 5, share = 1 }, { minutes = 5, share = 2 }, { minutes = 10, share = 1 }")
    #expect(
      problem("result:metric('energy', 'nothing', { minuts = 10 })", keys)
        == "e.lua:4: result:metric: unknown parameter (\"minuts\"); did you mean \"minutes\"?")
    #expect(
      problem("result:metric('energy', 'nothing', { user = 'u' })", keys)
        == "e.lua:4: result:metric: no setting to tell apart (\"user\"), but a block; leave it out")
  }

  @Test(
    "fails with the message of the assertion and its line",
    arguments: [
      ("\nassert(1 > 2)", "e.lua:5: expect: assertion failed!"),
      ("assert(false, 'not fresh enough')", "e.lua:4: expect: not fresh enough"),
      ("error('too ' .. 'old')", "e.lua:4: expect: too old"),
      (
        "assert(result:metric('energy', 'nothing').mean > 0)",
        "e.lua:4: expect: attempt to compare number with nil"
      ),
      ("assert(result.metric)", ""), ("return false", ""),
    ])
  func failing(body: String, message: String) throws {
    #expect(try failures(body) == message)
  }

  @Test(
    "asks for what there is, or that is an error of the script, also when it is caught",
    arguments: [
      (
        "result:metric('fresh at opn', 'nothing')",
        "result:metric: unknown metric (\"fresh at opn\"); did you mean \"fresh at open\"?"
      ),
      (
        "result:metric('energy', 'first-cone')",
        "result:metric: unknown policy (\"first-cone\"); did you mean \"first-come\"?"
      ),
      (
        "pcall(result.difference, result, 'energy', 5)",
        "result:difference: no policy (5); name one in quotes"
      ),
      ("result:metric()", "result:metric: no metric (nil); name one in quotes"),
      (
        "result:metric('energy', 'nothing', 5)",
        "result:metric: no setting (5); give { parameter = value }"
      ),
      (
        "result:metric('energy', 'nothing', { minutes = 5 })",
        "result:metric: unknown parameter (\"minutes\"); there is none"
      ),
      (
        "while true do end",
        "experiment.expect: the script goes on for too long (over 50000000 instructions); "
          + "look for a loop without end"
      ),
    ])
  func mistakes(body: String, message: String) {
    #expect(problem(body) == "e.lua:4: \(message)")
  }

  @Test("is nothing where there is no function")
  func none() throws {
    #expect(try loadExperiment(experiment("")).check(SampleResults()) == [])
  }
}
