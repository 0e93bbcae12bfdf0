/// The figures of an app in reports and experiments, besides why its processes ended.
public enum AppFigures {
  /// The figures of an app's background time.
  public static let background: [Figure<AppStatistics>] = [
    Figure("", "opens", .count, .neutral, "times the user opened an app") { Double($0.opens) },
    Figure(
      "background seconds", "granted", .seconds, .neutral,
      "background time given, for tasks and fetches"
    ) { $0.granted.seconds },
    Figure(
      "background seconds", "used", .seconds, .lower,
      "time given that passed while its process ran"
    ) { $0.used.seconds },
    Figure(
      "background seconds", "returned", .seconds, .neutral,
      "time given that was not used"
    ) { $0.returned.seconds },
    Figure("tasks", "begun", .count, .neutral, "background tasks begun and not refused") {
      Double($0.tasksBegun)
    },
    Figure("tasks", "expired", .count, .lower, "tasks still open when their time was over") {
      Double($0.tasksExpired)
    },
    Figure("tasks", "refused", .count, .lower, "tasks whose begin returned invalid") {
      Double($0.tasksRefused)
    },
    Figure("", "exits", .count, .lower, "processes that ended, for whatever reason") {
      Double($0.exits.reduce(0, +))
    },
  ]

  /// The figures of an app's fetches, and of the content that the user found when opening it.
  public static let fetch: [Figure<AppStatistics>] = [
    Figure("fetches", "new", .count, .higher, "fetches that ended with newData") {
      Double($0.fetches(.newData))
    },
    Figure("fetches", "none", .count, .lower, "fetches that ended with noData") {
      Double($0.fetches(.noData))
    },
    Figure("fetches", "failed", .count, .lower, "fetches that ended with failed") {
      Double($0.fetches(.failed))
    },
    Figure(
      "fetches", "unanswered", .count, .lower,
      "fetches that ended without a result: time over, or process ended"
    ) { Double($0.fetchesUnanswered) },
    Figure(
      "slot wait", "mean", .span, .lower, "from being eligible to the start of the work, mean",
      whole: .mean { $0.slotWait.count }
    ) { $0.slotWait.mean },
    Figure(
      "slot wait", "at end", .span, .lower, "the longest wait that is not over at the end",
      whole: .greatest
    ) { $0.stillWaiting > .zero ? $0.stillWaiting.seconds : nil },
    Figure(
      "fresh", "at open", .share, .higher,
      "opens at which nothing published was missing, of the opens of apps that follow a server",
      whole: .mean { $0.opensWithContent }
    ) { $0.freshAtOpen },
    Figure(
      "staleness", "mean", .span, .lower,
      "age of the oldest missing item at an open, 0 when nothing is missing, mean",
      whole: .mean { $0.staleness.count }
    ) { $0.staleness.mean },
    Figure(
      "staleness", "longest", .span, .lower, "the greatest staleness at any open",
      whole: .greatest
    ) { $0.staleness.max },
  ]

  /// The figures of things that an app may not have at all; each has its values by groups, or none.
  public static let occasional = work + pushes + taskRequests + transfers + widget + jobs + services

  public static let all = background + fetch + waits + staleness + content + locks + occasional
}
