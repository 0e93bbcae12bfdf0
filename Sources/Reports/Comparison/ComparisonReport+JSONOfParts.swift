import Device
import Experiments
import Simulation

// Units, regret and effects as JSON.

extension ComparisonReport {
  func json(_ table: UnitTable) -> [JSONValue.Member] {
    let spreads = zip(experiment.policies, table.spreads).compactMap { policy, spread in
      spread.map { JSONValue.object([.init("policy", .string(policy.label))] + json($0)) }
    }
    return [
      .init("setting", json(table.setting)), .init("metric", .string(table.metric.key)),
      .init("spreads", .array(spreads)),
      .init(
        "units",
        .array(
          table.rows.map { row in
            .object([
              json(row.unit),
              .init(
                "policies",
                .array(
                  row.comparison.standings.indices.map {
                    .object(json(row.comparison.standings[$0], of: $0))
                  })),
            ])
          })),
    ]
  }

  private func json(_ unit: ComparedUnit) -> JSONValue.Member {
    switch unit {
    case .seed(let seed): .init("seed", .unsigned(seed))
    case .block(let setting): .init("block", json(setting))
    }
  }

  private func json(_ spread: UnitTable.Spread) -> [JSONValue.Member] {
    [
      .init("count", .integer(spread.count)), .init("higher", .integer(spread.higher)),
      .init("lower", .integer(spread.lower)), .init("equal", .integer(spread.equal)),
      .init("better", number(spread.better?.share)),
      .init("betterLow", number(spread.better?.interval.lowerBound)),
      .init("betterHigh", number(spread.better?.interval.upperBound)),
      .init("p10", .number(spread.quantiles.low)), .init("p50", .number(spread.quantiles.median)),
      .init("p90", .number(spread.quantiles.high)),
      .init("least", .object([json(spread.least.unit), of(spread.least.difference)])),
      .init("greatest", .object([json(spread.greatest.unit), of(spread.greatest.difference)])),
    ]
  }

  private func of(_ difference: Double) -> JSONValue.Member {
    .init("difference", .number(difference))
  }

  func json(_ regret: Regret) -> [JSONValue.Member] {
    let reference: [JSONValue.Member] =
      switch regret.reference {
      case .bound: [.init("reference", .string("bound"))]
      case .policy(let policy):
        [
          .init("reference", .string("policy")),
          .init("referencePolicy", .string(experiment.policies[policy].label)),
        ]
      }
    return [
      .init("setting", json(regret.setting)), .init("metric", .string(regret.metric.key)),
    ] + reference + [
      .init(
        "policies",
        .array(
          zip(experiment.policies, regret.ratios).map { policy, ratio in
            .object([
              .init("policy", .string(policy.label)),
              .init("count", .integer(ratio?.count ?? 0)), .init("regret", number(ratio?.ratio)),
              .init("low", number(ratio?.interval?.lowerBound)),
              .init("high", number(ratio?.interval?.upperBound)),
            ])
          }))
    ]
  }

  func json(_ table: EffectTable) -> [JSONValue.Member] {
    let subject =
      switch table.columns[0].subject {
      case .value: "mean"
      case .difference: "difference"
      case .family: "family"
      }
    return [
      .init("metric", .string(table.metric.key)), .init("of", .string(subject)),
      .init("method", .string(table.method.rawValue)),
      .init(
        "parameters",
        .array(
          table.parameters.map {
            .object([
              .init("name", .string($0.name)),
              .init("values", .array($0.texts.map { .string($0) })),
            ])
          })),
      .init("columns", .array(table.columns.map { .object(json($0, of: table)) })),
    ]
  }

  private func json(_ column: EffectTable.Column, of table: EffectTable) -> [JSONValue.Member] {
    let subject: JSONValue.Member =
      switch column.subject {
      case .value(let policy), .difference(let policy):
        .init("policy", .string(experiment.policies[policy].label))
      case .family(let name): .init("family", .string(name))
      }
    let shares = column.shares.map { share in
      JSONValue.object([
        .init("parameters", .array(share.parameters.map { .string($0) })),
        .init("share", .number(share.value)),
      ])
    }
    return [subject] + json(column.mean) + [
      .init(
        "effects",
        .array(
          zip(table.terms, column.effects).map { term, effect in
            .object(json(term) + json(effect))
          })), .init("shares", .array(shares)),
    ]
  }

  private func json(_ term: EffectTable.Term) -> [JSONValue.Member] {
    [
      .init("parameters", .array(term.parameters.map { .string($0) })),
      .init("values", .array(term.texts.map { .string($0) })),
    ]
  }

  private func json(_ effect: EffectTable.Effect) -> [JSONValue.Member] {
    json(effect.estimate) + [
      .init("p", number(effect.estimate.pOfZeroMean)),
      .init("adjustedP", number(effect.adjustedP)),
      .init("size", number(effect.size?.mean)), .init("sizeLow", number(effect.size?.low)),
      .init("sizeHigh", number(effect.size?.high)),
      .init("effectDeviation", number(effect.deviation)),
    ]
  }
}
