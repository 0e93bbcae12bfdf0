import Device

/// What reports tell of an app, besides why its processes ended.
public enum AppFigures {
  /// What it did with background time.
  public static let background: [Figure<AppStatistics>] = [
    Figure("", "opens", .count) { Double($0.opens) },
    Figure("background seconds", "granted", .seconds) { $0.granted.seconds },
    Figure("background seconds", "used", .seconds) { $0.used.seconds },
    Figure("background seconds", "returned", .seconds) { $0.returned.seconds },
    Figure("tasks", "begun", .count) { Double($0.tasksBegun) },
    Figure("tasks", "expired", .count) { Double($0.tasksExpired) },
    Figure("tasks", "refused", .count) { Double($0.tasksRefused) },
    Figure("", "exits", .count) { Double($0.exits.reduce(0, +)) },
  ]

  /// What its fetches came to, and what the user found when opening it.
  public static let fetch: [Figure<AppStatistics>] = [
    Figure("fetches", "new", .count) { Double($0.fetches(.newData)) },
    Figure("fetches", "none", .count) { Double($0.fetches(.noData)) },
    Figure("fetches", "failed", .count) { Double($0.fetches(.failed)) },
    Figure("fetches", "unanswered", .count) { Double($0.fetchesUnanswered) },
    Figure("slot wait", "mean", .span, whole: .mean { $0.slotWait.count }) { $0.slotWait.mean },
    Figure("slot wait", "at end", .span, whole: .greatest) {
      $0.stillWaiting > .zero ? $0.stillWaiting.seconds : nil
    },
    Figure("fresh", "at open", .share, whole: .mean { $0.opensWithContent }) { $0.freshAtOpen },
    Figure("staleness", "mean", .span, whole: .mean { $0.staleness.count }) { $0.staleness.mean },
    Figure("staleness", "longest", .span, whole: .greatest) { $0.staleness.max },
  ]

  public static let all = background + fetch
}
