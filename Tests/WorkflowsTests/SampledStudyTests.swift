import Device
import Experiments
import Foundation
import Scripting
import Testing
import Workflows

/// An app that is left twice an hour works `first` seconds after the first visit and three times
/// `second` after the other, and once more for the product of both: what the parameters do to the
/// background seconds used is known.
@Suite("What parameters do in a run, from script to effect")
struct SampledStudyTests {
  private func effects(
    _ parameters: String, product: Bool = false
  ) throws -> (table: EffectTable, settings: [Setting]) {
    let place = try StorePlace()
    let files = ScriptTexts([
      "/s/worker.lua": """
      local options = ...
      local app, visit = {}, 0
      function app:didEnterBackground(application)
        visit = visit + 1
        local task = application:beginBackgroundTask("work", function() end)
        DispatchQueue.main:asyncAfter(options.seconds[visit], function()
          application:endBackgroundTask(task)
        end)
      end
      return app
      """,
      "/s/e.lua": """
      return experiment {
        parameters = \(parameters), policies = "everything", replications = 1,
        metrics = "background seconds used",
        scenario = function(p)
          local seconds = { p.first, 3 * p.second, \(product ? "p.first * p.second" : "1") }
          return scenario {
            duration = hours(1), device = device { pool = {} },
            apps = { app { id = "a", script = "worker.lua", options = { seconds = seconds } } },
            user = usage.schedule {
              { at = 60, open = "a", lasting = 10 }, { at = 600, open = "a", lasting = 10 },
              { at = 1200, open = "a", lasting = 10 },
            },
          }
        end,
      }
      """,
    ])
    let plan = try ExperimentPlan(.init(file: "/s/e.lua"), by: SampleStudy.build, files: files)
    var experimentRun = ExperimentRun(plan, into: try Store(place.path, access: .write), jobs: 1)
    try experimentRun.run(SampleStudy.build.provenance(command: ["test"]))
    #expect(experimentRun.outcome.failed == 0)
    let metric = try #require(Metrics.named("background seconds used"))
    let table = try #require(try EffectTable.all(of: [metric], in: experimentRun.store).first)
    return (table, plan.experiment.settings)
  }

  @Test("a grid's effects are those of the formula, interaction and all")
  func grid() throws {
    let (table, _) = try effects("{ first = { 1, 3 }, second = { 1, 2, 6 } }", product: true)
    #expect(table.method == .factorial)
    let known = { (first: Double, second: Double) in first + 3 * second + first * second }
    let means = [1.0, 3].map { first in [1.0, 2, 6].map { known(first, $0) } }
    let grand = means.joined().reduce(0, +) / 6
    for (term, effect) in zip(table.terms, table.columns[0].effects) {
      let values = term.texts.compactMap { Double($0) }
      let ofFirst = means[values[0] == 1 ? 0 : 1].reduce(0, +) / 3
      let expected: Double
      switch term.parameters {
      case ["first"]: expected = ofFirst - grand
      case ["second"]: expected = (known(1, values[0]) + known(3, values[0])) / 2 - grand
      default:
        let ofSecond = (known(1, values[1]) + known(3, values[1])) / 2
        expected = known(values[0], values[1]) - ofFirst - ofSecond + grand
      }
      #expect(abs(effect.estimate.mean - expected) < 1e-6, "\(term)")
    }
  }

  @Test("a Latin hypercube finds the slopes of what is linear")
  func latin() throws {
    let (table, settings) = try effects(
      "sample { points = 12, of = { first = between(1, 9), second = between(0.5, 4) } }")
    #expect(table.method == .linear && settings.count == 12)
    for (place, slope) in [1.0, 3].enumerated() {
      let numbers = settings.compactMap { Double($0.values[place].text) }
      let range = (numbers.max() ?? 0) - (numbers.min() ?? 0)
      #expect(abs(table.columns[0].effects[place].estimate.mean - slope * range) < 1e-6)
    }
    #expect((table.columns[0].shares.last?.value ?? 0) > 1 - 1e-9)
  }

  @Test("a screening finds what acts alone, and what by another")
  func morris() throws {
    let of = "of = { first = between(1, 4), second = between(1, 4) }"
    let (alone, _) = try effects("sample { method = 'morris', trajectories = 3, \(of) }")
    #expect(alone.method == .screening)
    for (effect, slope) in zip(alone.columns[0].effects, [1.0, 3]) {
      #expect(abs(effect.estimate.mean - 3 * slope) < 1e-6)
      #expect((effect.deviation ?? 1) < 1e-6)
    }
    let (together, _) = try effects(
      "sample { method = 'morris', trajectories = 3, \(of) }", product: true)
    #expect(together.columns[0].effects.allSatisfy { ($0.deviation ?? 0) > 1 })
  }
}
