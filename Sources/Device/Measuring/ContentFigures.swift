import Simulation

extension AppFigures {
  /// How long waits for a slot were: over all of them, and the longest.
  public static let waits: [Figure<AppStatistics>] =
    quantiles(of: { $0.slotWait }, "slot wait", "of the waits for a slot that ended in a start") + [
      Figure(
        "", "starvation", .span, .lower,
        "the longest time an app was eligible without a break, also when nothing came of it",
        whole: .greatest
      ) { $0.askedForWork ? $0.longestWait.seconds : nil }
    ]

  /// How long locks in shared containers were waited for.
  public static let locks: [Figure<AppStatistics>] = [
    Figure(
      "lock wait", "total", .span, .lower, "time waited for locks that another process held"
    ) { $0.lockWait.seconds },
    Figure(
      "lock wait", "in front", .span, .lower, "the part of it that began with the app in front"
    ) { $0.lockWaitInFront.seconds },
  ]

  /// How old what was missing at opens was.
  public static let staleness: [Figure<AppStatistics>] =
    quantiles(of: { $0.staleness }, "staleness", "of the staleness at opens")

  /// How complete the content was over time (Cho and Garcia-Molina, SIGMOD 2000), and how old what
  /// apps had of it was (Kaul, Yates and Gruteser, INFOCOM 2012), whether they were served or not.
  public static let content: [Figure<AppStatistics>] = [
    Figure(
      "fresh", "over time", .share, .higher,
      "F: share of the time in which nothing published is missing, mean over apps that follow",
      whole: .mean { $0.content.followed > .zero ? 1 : 0 }
    ) { $0.content.freshness },
    Figure(
      "", "age", .span, .lower,
      "A: age of the oldest missing item, 0 when nothing is missing, averaged over time, then apps",
      whole: .mean { $0.content.followed > .zero ? 1 : 0 }
    ) { $0.content.age },
    Figure(
      "", "age of information", .span, .lower,
      "now - publication of the newest item held, averaged over time and servers, then apps",
      whole: .mean { $0.content.followed > .zero ? 1 : 0 }
    ) { $0.content.ageOfInformation },
  ]

  private static func quantiles(
    of sample: @escaping @Sendable (AppStatistics) -> Sample, _ group: String, _ cases: String
  ) -> [Figure<AppStatistics>] {
    [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)].map { name, probability in
      Figure(
        group, name, .span, .lower,
        "\(probability) quantile \(cases), over all cases of all apps",
        whole: .pooled { Sample.quantile(probability, of: $0.map(sample)) }
      ) { sample($0).quantile(probability) }
    }
  }
}
