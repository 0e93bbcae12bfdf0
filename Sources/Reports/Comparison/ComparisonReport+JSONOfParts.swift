import Device
import Experiments
import Simulation

// Units, regret and effects as JSON.

extension ComparisonReport {
  func json(_ table: UnitTable) -> JSONValue {
    let spreads = zip(experiment.policies, table.spreads).compactMap { policy, spread in
      spread.map { spread -> JSONValue in
        let name: JSONValue = ["policy": policy.label]
        return name.adding(json(spread))
      }
    }
    return [
      "setting": json(table.setting), "metric": table.metric.key, "spreads": spreads,
      "units": table.rows.map { row in
        json(row.unit).adding(["policies": json(row.comparison)])
      },
    ]
  }

  private func json(_ unit: ComparedUnit) -> JSONValue {
    switch unit {
    case .seed(let seed): ["seed": seed]
    case .block(let setting): ["block": json(setting)]
    }
  }

  private func json(_ spread: UnitTable.Spread) -> JSONValue {
    [
      "count": spread.count, "higher": spread.higher, "lower": spread.lower,
      "equal": spread.equal, "better": spread.better?.share,
      "betterLow": spread.better?.interval.lowerBound,
      "betterHigh": spread.better?.interval.upperBound, "p10": spread.quantiles.low,
      "p50": spread.quantiles.median, "p90": spread.quantiles.high,
      "least": json(spread.least.unit).adding(["difference": spread.least.difference]),
      "greatest": json(spread.greatest.unit).adding(["difference": spread.greatest.difference]),
    ]
  }

  func json(_ regret: Regret) -> JSONValue {
    let head: JSONValue = ["setting": json(regret.setting), "metric": regret.metric.key]
    let reference: JSONValue =
      switch regret.reference {
      case .bound: ["reference": "bound"]
      case .policy(let policy): ["reference": "policy", "referencePolicy": label(policy)]
      }
    return head.adding(reference).adding([
      "policies": zip(experiment.policies, regret.ratios).map { policy, ratio -> JSONValue in
        [
          "policy": policy.label, "count": ratio?.count ?? 0, "regret": ratio?.ratio,
          "low": ratio?.interval?.lowerBound, "high": ratio?.interval?.upperBound,
        ]
      }
    ])
  }

  func json(_ table: EffectTable) -> JSONValue {
    let subject =
      switch table.columns[0].subject {
      case .value: "mean"
      case .difference: "difference"
      case .family: "family"
      }
    return [
      "metric": table.metric.key, "of": subject, "method": table.method.rawValue,
      "parameters": table.parameters.map { parameter -> JSONValue in
        ["name": parameter.name, "values": parameter.texts]
      }, "columns": table.columns.map { json($0, of: table) },
    ]
  }

  private func json(_ column: EffectTable.Column, of table: EffectTable) -> JSONValue {
    let subject: JSONValue =
      switch column.subject {
      case .value(let policy), .difference(let policy): ["policy": label(policy)]
      case .family(let name): ["family": name]
      }
    return subject.adding(json(column.mean)).adding([
      "effects": zip(table.terms, column.effects).map { json($0).adding(json($1)) },
      "shares": column.shares.map { share -> JSONValue in
        ["parameters": share.parameters, "share": share.value]
      },
    ])
  }

  private func json(_ term: EffectTable.Term) -> JSONValue {
    ["parameters": term.parameters, "values": term.texts]
  }

  private func json(_ effect: EffectTable.Effect) -> JSONValue {
    json(effect.estimate).adding([
      "p": effect.estimate.pOfZeroMean, "adjustedP": effect.adjustedP,
      "size": effect.size?.mean, "sizeLow": effect.size?.low, "sizeHigh": effect.size?.high,
      "effectDeviation": effect.deviation,
    ])
  }
}
