import Device
import Simulation

/// A policy that fetches for the app whose content, weighted by how often the user opens it, loses
/// most freshness by not being fetched.
///
/// Azar, Horvitz, Lubetzky, Peres and Shahaf (PNAS 115(32), 2018): where content changes at random
/// at the rate l, a copy that was refreshed t ago and is asked for at the rate w has the index
/// w / l x (1 - e^(-lt) (1 + lt)), what its freshness when it is asked for gains by each fetch more
/// if it is always fetched at that age (`RefreshObjective`). Who takes the highest index whenever
/// a fetch may start comes close to the best allocation of all fetches, without computing it, if apps are many; a
/// handful may fall into taking turns.
///
/// Opens are learned by the hours of the day (`OpenForecast`), change rates from the items that
/// apps receive (`WatchedContent`). Until an app was looked at `looksToLearn` times its index is
/// the highest that any rate gives, and `explore` of the starts go to who was looked at longest
/// ago: else an app that seems to change too fast to be worth a fetch would never be looked at
/// again. Starts are spread evenly over what the device sustains (`FetchBudget`): the window would
/// else be used up at once, and then nothing could be fetched when it is worth most. Background
/// time is given as by `first-come`.
public final class FreshnessIndex: SchedulingPolicy {
  public let name: String
  private let weighsOpens: Bool
  private let explore: Double
  private let looksToLearn: Int
  private let budget: FetchBudget
  private let fetchesPerHour: Double
  private var fetchTime = RunningMoments()
  private var nextStart = Instant.start
  /// What `explore` of all starts so far come to, less those that have gone to the longest unseen.
  private var unexplored = 0.0
  private var forecast: OpenForecast
  private var contents = ByApp<WatchedContent?>(nil)

  init(_ parameters: PolicyParameters, world: PolicyWorld) {
    name = "freshness-index\(parameters)"
    weighsOpens = parameters.isOn("opens")
    explore = parameters["explore"]
    looksToLearn = Int(parameters["looksToLearn"])
    fetchesPerHour = parameters["fetchesPerHour"]
    budget = FetchBudget(world.device)
    forecast = OpenForecast(parameters, startsAt: world.startsAt)
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .beside(
      { highest($0, slots: $1, device) }, for: candidates, slots: slots, on: device,
      isConcerned: { $0.fetchesContent })
  }

  /// Starts the candidate with the highest index, if a fetch is due. O(n log n).
  private func highest(
    _ candidates: WorkCandidates, slots: Int, _ device: DeviceSnapshot
  ) -> WorkDecision {
    for position in candidates.indices {
      let items = candidates[position].app.newItems
      watch(candidates[position].app.id) { $0.receive(items) }
    }
    if device.now < nextStart {
      return .none(
        of: candidates, on: device, because: "the next fetch is not due",
        needs: Obstacle(needs: "the next fetch to be due", until: nextStart),
        askAgainAfter: nextStart - device.now)
    }
    let outlook = forecast.outlook(on: device)
    let explores = unexplored >= 1
    let keys = candidates.indices.map { position in
      let app = candidates[position].app.id
      return explores
        ? age(of: contents[app], at: device.now) / .hours(1)
        : index(of: app, outlook, at: device.now)
    }.map(SortKey.key(ofProbability:))
    var decision = WorkDecision.first(
      of: candidates, slots: min(1, slots), on: device,
      because: explores ? "not looked at for longest" : "the highest index",
      order: .probability(explores ? "hours" : "index"), terms: { terms($0.app.id, outlook) },
      by: { keys[$0] })
    guard !decision.chosen.isEmpty else { return decision }
    unexplored += explore - (explores ? 1 : 0)
    // What could not start in time is made up for, but no more than one of them.
    nextStart = max(nextStart + pace, device.now)
    if candidates.count > 1 {
      decision.askAgainAfter = max(nextStart - device.now, min(pace, .seconds(1)))
    }
    return decision
  }

  /// The time between two starts.
  private var pace: TimeSpan {
    let rate = fetchesPerHour > 0 ? fetchesPerHour : budget.fetchesPerHour(taking: fetchTime.mean)
    return .seconds(3_600 / max(1e-9, rate))
  }

  private func index(of app: AppID, _ outlook: OpenForecast.Outlook, at now: Instant) -> Double {
    let content = contents[app]
    let age = age(of: content, at: now) / .hours(1)
    let worth =
      if let content, content.looks >= looksToLearn {
        RefreshObjective.freshness.worth(changeRate: content.rate, after: age)
      } else {
        RefreshObjective.freshness.greatestWorth(after: age)
      }
    return weighsOpens ? worth * outlook.expectedOpens(of: app) : worth
  }

  /// Returns how long ago an app's content was last known to be new.
  private func age(of content: WatchedContent?, at now: Instant) -> TimeSpan {
    max(.zero, now - (content?.refreshed ?? .start))
  }

  private func terms(_ app: AppID, _ outlook: OpenForecast.Outlook) -> [Term] {
    [
      Term("changes an hour", contents[app]?.rate ?? 0),
      Term("opens expected", outlook.expectedOpens(of: app)),
    ]
  }

  public func observe(_ outcome: PolicyOutcome) {
    forecast.observe(outcome)
    switch outcome {
    case .work(let kind, let app, let now, let result, let took):
      guard kind.fetchesContent else { break }
      fetchTime.add(took.seconds)
      guard let result, result != .failed else { break }
      watch(app) { $0.look(at: now - took, changed: result == .newData) }
    case .opened(let app, let now): watch(app) { $0.open(at: now) }
    case .backgroundTime: break
    }
  }

  private func watch(_ app: AppID, _ change: (inout WatchedContent) -> Void) {
    contents.change(app) { content in
      var watched =
        content ?? WatchedContent(app, minimumInterval: .zero, countsItems: true)
      change(&watched)
      content = watched
    }
  }
}

extension FreshnessIndex {
  static let entry = PolicyEntry(
    name: "freshness-index",
    summary: "fetches where freshness at opens loses most by waiting, by Azar's index",
    explanation: """
      Whenever a fetch may start, the app goes first whose index is highest: opens expected, times \
      what freshness gains by a fetch at this age of its content, which is little just after a \
      fetch, and little for what changes so fast that it is stale again at once. Where apps are \
      many it comes close to the best allocation of all fetches, without computing it. \
      Opens and change rates are learned; an app that was seldom looked at gets the benefit of the \
      doubt. Energy is no matter: every start that the device sustains is used, at even intervals.
      """,
    kinds: PolicyEntry.contentByTheRule,
    source: "Azar, Horvitz, Lubetzky, Peres and Shahaf, PNAS 115(32), 2018",
    promisesNoStarvation: false,
    parameters: [
      .flag("opens", summary: "0: all apps weigh the same, however often they are opened"),
      PolicyParameter(
        name: "fetchesPerHour", unit: "1/h", standard: 0, range: 0...1_000_000,
        summary: "fetches to start; 0: what the device's slots and pool sustain"),
      PolicyParameter(
        name: "explore", unit: "", standard: 0.01, range: 0...1,
        summary: "part of the fetches that goes to who was looked at longest ago"),
      PolicyParameter(
        name: "looksToLearn", unit: "", standard: 8, range: 1...256, isWhole: true,
        summary: "looks at an app before its rate is believed"),
      PolicyParameter(
        name: "horizon", unit: "s", standard: 86_400, range: 60...86_400,
        summary: "how far ahead an open counts"),
      PolicyParameter(
        name: "priorRate", unit: "opens an hour", standard: 0.02, range: 0...1_000,
        summary: "opens expected of an app without history"),
      PolicyParameter(
        name: "priorDays", unit: "days", standard: 1, range: 0.001...1_000,
        summary: "how many days of history the prior is worth"),
      .halfLife("halfLife"),
    ]
  ) { parameters, world in FreshnessIndex(parameters, world: world) }
}
