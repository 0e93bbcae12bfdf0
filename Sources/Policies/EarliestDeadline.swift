import Device
import Simulation

/// A policy by which the fetch that is due first goes first.
///
/// Earliest deadline first for periodic tasks with implicit deadlines (Liu and Layland, JACM 20(1),
/// 1973), in two readings. By the last fetch: an app that wants to fetch every so often is due by
/// the time its next period would begin, `eligibleSince + minimumInterval`, so a late fetch delays
/// those after it. A deadline stands still while an app waits, so no app starves, however
/// overloaded the slots: after its own interval only those due before it go before it. Nominal: an
/// app's fetches are released every period from when it first became eligible, whatever became of
/// those before; each is due by the next release, and is dropped when that comes. That is the
/// classic model, in which earliest deadline first misses nothing that can be met; but an app that
/// is seldom due may starve where the slots are overloaded. Equal deadlines go by waiting.
/// Background time has no period: it is given as by `first-come`.
public final class EarliestDeadline: SchedulingPolicy {
  public let name: String
  private let isNominal: Bool
  /// Returns an app's nominal period in seconds; zero: the period is the app's own.
  private let periods: (AppID) -> Double
  /// The first release of each app's fetches.
  private var firstReleases = ByApp<Instant?>(nil)

  init(_ parameters: PolicyParameters) {
    name = "earliest-deadline\(parameters)"
    isNominal = parameters.isOn("nominal")
    periods = parameters.byApp
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    let jobs = candidates.indices.map {
      candidates[$0].kind == .fetch
        ? job(
          of: candidates[$0].app.id, since: candidates[$0].eligibleSince,
          interval: candidates[$0].minimumInterval, lastFetch: candidates[$0].app.lastFetchBegan,
          at: device.now)
        : Job(release: .start, deadline: candidates[$0].latest ?? candidates[$0].eligibleSince)
    }
    var decision = WorkDecision.first(
      of: candidates, slots: slots, on: device, because: "earliest deadline",
      order: .moment("deadline")
    ) {
      jobs[$0].release <= device.now ? jobs[$0].deadline.nanoseconds : nil
    }
    for (position, job) in jobs.enumerated() where job.release > device.now {
      decision.hold(
        candidates[position].app.id, on: device, because: "not released yet",
        score: job.deadline.seconds,
        needs: Obstacle(needs: "its next release", until: job.release))
      let wait = job.release - device.now
      decision.askAgainAfter = min(decision.askAgainAfter ?? wait, wait)
    }
    return decision
  }

  private struct Job {
    let release: Instant
    let deadline: Instant
  }

  /// Returns the fetch that the app may make now, or else its next.
  private func job(
    of app: AppID, since eligible: Instant, interval: TimeSpan, lastFetch: Instant?,
    at now: Instant
  ) -> Job {
    let own = periods(app)
    let period = own > 0 ? .seconds(own) : interval
    guard isNominal, period > .zero, period < .max else {
      return Job(release: .start, deadline: eligible + period)
    }
    let first = firstReleases[app] ?? eligible
    firstReleases[app] = first
    let count = Int(max(0, (now - first).nanoseconds / period.nanoseconds))
    var release = first + period * count
    if let lastFetch, lastFetch >= release { release = release + period }
    return Job(release: release, deadline: release + period)
  }
}

extension EarliestDeadline {
  static let entry = PolicyEntry(
    name: "earliest-deadline",
    summary: "starts the fetch whose interval is over first; gives time as first-come",
    explanation: """
      A fetch is due when the app's next period would begin, one period after it became eligible, \
      and the one due first goes first. With nominal=1, an app's fetches are released every \
      period from the first on, whenever those before were made: one that is not made by the next \
      release is dropped, and an app that is seldom due may starve when there are too few slots. A \
      period is the app's minimum interval unless set by its name. A request for background time \
      gets its allowance, or what the pool still has.
      """,
    kinds: "a fetch by its interval, other work by the latest moment that its app has named, or "
      + "since when it waits where there is none",
    source: "EDF: Liu and Layland, JACM 20(1), 1973",
    promisesNoStarvation: true,
    parameters: [
      .flag(
        "nominal", standard: false,
        summary: "1: periods are counted from the first fetch on, not from the last")
    ],
    appParameter: PolicyParameter(
      name: "APP", unit: "s", standard: 0, range: 0...31_536_000,
      summary: "the app's period; 0: its minimum interval")
  ) { parameters, _ in EarliestDeadline(parameters) }
}
