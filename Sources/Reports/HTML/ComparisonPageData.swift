import Device
import Experiments
import Simulation

/// The data that the page's script reads (page/comparison/model.js): numbers in the metrics' own
/// units, with the texts that the other forms of the report have for them.
struct ComparisonPageData {
  private let page: ComparisonPage
  private var report: ComparisonReport { page.report }
  private var experiment: Experiment { report.experiment }

  init(_ page: ComparisonPage) { self.page = page }

  /// Returns all data as JSON. O(figures).
  func json() -> [UInt8] {
    var json = PageJSON()
    json.object { json in
      json.list("facts", report.facts) { json, fact in
        json.array { json in
          json.value(fact.name)
          json.value(fact.value)
        }
      }
      json.list("notes", report.notes) { json, note in json.value(note) }
      json.list("policies", experiment.policies) { json, policy in json.value(policy.label) }
      json.member("baseline", experiment.baseline)
      json.member("unit", experiment.blocks.isEmpty ? "seed" : "block")
      json.member("replications", report.analysis.replications)
      json.member("firstSeed", String(experiment.firstSeed))
      json.member("level", report.analysis.level)
      json.list("settings", report.analysis.sections) { json, section in
        setting(section.setting, &json)
      }
      metrics(&json)
      json.list("sections", report.analysis.sections.indices) { json, section in
        comparisons(section, &json)
      }
      json.list("probabilities", ComparisonPage.probabilities) { json, p in json.value(p) }
      json.list("runs", page.runs) { json, runs in self.runs(runs, &json) }
      apps(&json)
      totals(&json)
    }
    return json.bytes
  }

  private func setting(_ setting: Setting, _ json: inout PageJSON) {
    json.array { json in
      for value in setting.values {
        json.array { json in
          json.value(value.name)
          json.value(value.text)
        }
      }
    }
  }

  // MARK: Metrics

  /// Returns the role of a metric: `shown` with a chart of its own, `quantile`, or `extra`.
  private func role(_ place: Int) -> String {
    let metric = report.analysis.metrics[place]
    if place < report.shownCount { return "shown" }
    return ComparisonReport.quantiles.contains { $0.name == metric.name } ? "quantile" : "extra"
  }

  private func metrics(_ json: inout PageJSON) {
    json.key("metrics")
    json.array { json in
      for (place, metric) in report.analysis.metrics.enumerated() {
        self.metric(metric, role(place), report.scale(place, under: 0), &json)
      }
      for (place, metric) in page.extras.metrics.enumerated() {
        self.metric(metric, "extra", extraScale(place, under: 0), &json)
      }
    }
  }

  private func extraScale(_ place: Int, under section: Int) -> MetricScale {
    MetricScale(
      page.extras.metrics[place].unit, page.extras.sections[section].comparisons[place],
      all: page.extras.sections.map { $0.comparisons[place] })
  }

  private func metric(
    _ metric: Metrics.Metric, _ role: String, _ scale: MetricScale, _ json: inout PageJSON
  ) {
    json.object { json in
      json.member("name", metric.name)
      json.member("role", role)
      json.member("better", metric.better.rawValue)
      json.member("definition", metric.definition)
      json.member("ownUnit", metric.unit.name)
      json.member("unit", scale.unit)
      json.member("factor", scale.factor)
    }
  }

  /// Writes the comparisons by metric, in the order of `metrics`, and policy.
  private func comparisons(_ section: Int, _ json: inout PageJSON) {
    json.array { json in
      for (place, comparison) in report.analysis.sections[section].comparisons.enumerated() {
        standings(comparison, report.scale(place, under: section), &json)
      }
      for (place, comparison) in page.extras.sections[section].comparisons.enumerated() {
        standings(comparison, extraScale(place, under: section), &json)
      }
    }
  }

  private func standings(
    _ comparison: Comparison, _ scale: MetricScale, _ json: inout PageJSON
  ) {
    json.array { json in
      for policy in comparison.standings.indices {
        standing(
          comparison.standings[policy], StandingText(comparison, policy, scale), &json)
      }
    }
  }

  private func standing(
    _ standing: Comparison.Standing, _ text: StandingText, _ json: inout PageJSON
  ) {
    json.object { json in
      json.member("missing", standing.missing)
      estimate(standing.estimate, &json)
      json.key("texts")
      json.array { json in
        for text in [
          text.mean, text.interval, text.difference, text.differenceInterval, text.adjustedP,
          text.meanRank, text.wins, text.verdict, text.mark,
        ] { json.value(text) }
      }
      guard let difference = standing.difference else { return }
      json.key("difference")
      json.object { json in
        estimate(difference.estimate, &json)
        json.member("p", difference.p)
        json.member("adjustedP", difference.adjustedP)
        json.member("verdict", difference.verdict.rawValue)
      }
    }
  }

  private func estimate(_ estimate: Estimate?, _ json: inout PageJSON) {
    json.member("count", estimate?.count ?? 0)
    guard let estimate else { return }
    json.member("mean", estimate.mean)
    json.member("deviation", estimate.deviation)
    json.member("low", estimate.low)
    json.member("high", estimate.high)
  }

  // MARK: Runs

  private func runs(_ runs: ComparisonPage.Runs, _ json: inout PageJSON) {
    json.object { json in
      json.list("seeds", runs.worlds) { json, world in json.value(String(world.seed)) }
      json.list("blocks", runs.worlds) { json, world in json.value(world.block) }
      json.list("values", runs.values) { json, policies in
        json.array { json in
          for values in policies {
            json.array { json in for value in values { json.value(value) } }
          }
        }
      }
      json.list("spreads", runs.spreads) { json, policies in
        json.array { json in
          for spread in policies {
            json.array { json in for value in spread { json.value(value) } }
          }
        }
      }
    }
  }

  // MARK: Apps

  private func apps(_ json: inout PageJSON) {
    json.list("apps", page.apps) { json, table in
      let scale = MetricScale(table.metric.unit, table.rows.map(\.comparison))
      json.object { json in
        json.key("metric")
        metric(table.metric, "app", scale, &json)
        json.member(
          "setting",
          report.analysis.sections.firstIndex { $0.setting == table.setting } ?? 0)
        json.list("rows", table.rows) { json, row in
          json.object { json in
            json.member("name", row.name)
            json.member("isGroup", row.isGroup ? 1 : 0)
            json.key("policies")
            standings(row.comparison, scale, &json)
          }
        }
      }
    }
  }

  // MARK: What happened in all runs

  private func totals(_ json: inout PageJSON) {
    json.key("totals")
    json.object { json in
      json.list("exits", report.exitTotals) { json, total in self.total("", total, &json) }
      json.key("findings")
      json.array { json in
        for rule in report.ruleTotals {
          let what = "\(rule.rule.summary) (\(rule.rule.rawValue))"
          for place in rule.places { total(what, place, &json) }
        }
      }
      json.list("failures", report.failureTotals) { json, total in
        json.array { json in
          json.value(report.name(of: total.first))
          json.value(total.message)
          json.value(total.count)
        }
      }
    }
  }

  private func total(_ what: String, _ total: ComparisonReport.Total, _ json: inout PageJSON) {
    json.object { json in
      json.member("what", what)
      json.member("title", total.title)
      json.list("counts", total.counts) { json, count in json.value(count) }
    }
  }
}
