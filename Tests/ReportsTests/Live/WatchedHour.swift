import Simulation

@testable import Device
@testable import Reports

/// An hour from 08:00 on: the first app is opened at 08:10 for a minute, and fetches whenever it may.
enum WatchedHour {
  static func run(
    _ apps: [String] = ["mail", "news", "idle"], title: String = "An hour",
    until limit: Double? = nil,
    duration: TimeSpan = .hours(1), _ change: (inout Scenario) -> Void = { _ in }
  ) -> LiveRun {
    var scenario = Scenario(
      title: title, duration: duration, startsAt: .hours(8), seed: 7,
      apps: apps.map { AppConfiguration(name: $0, modes: .fetch) })
    if !apps.isEmpty {
      scenario.user = [
        UserAction(at: .start + .minutes(10), kind: .open(AppID(0))),
        UserAction(at: .start + .minutes(11), kind: .close),
      ]
    }
    change(&scenario)
    return LiveRun(
      scenario, policy: "in-turn", until: limit.map { .start + .seconds($0) }
    ) { observer, explain in
      Device(scenario, policy: InTurn(), observer: observer, explaining: explain) { Fetcher($0) }
    }
  }

  /// Presses keys, each a character; an arrow stands for its key.
  @discardableResult
  static func press(_ keys: String, on run: LiveRun) -> Bool {
    keys.reduce(true) { goesOn, key in
      switch key {
      case "↑": run.press(.up) && goesOn
      case "↓": run.press(.down) && goesOn
      case "←": run.press(.left) && goesOn
      case "→": run.press(.right) && goesOn
      case "⏎": run.press(.enter) && goesOn
      case "␛": run.press(.escape) && goesOn
      default: run.press(.character(key)) && goesOn
      }
    }
  }
}

/// Who comes first in the scenario is served first, and gets the time it asks for.
private final class InTurn: SchedulingPolicy {
  let name = "in-turn"

  func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    min(request.allowance, device.pool.available)
  }

  func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot) -> WorkDecision {
    WorkDecision(candidates.prefix(slots).map(\.app.id))
  }
}

/// An app that fetches as often as it may, five seconds each time.
private final class Fetcher: AppBehavior {
  private let application: Application
  private var fetch: FetchID?

  init(_ application: Application) { self.application = application }

  func run(_ callback: Callback) -> Turn {
    switch callback {
    case .load: application.setMinimumBackgroundFetchInterval(.zero)
    case .performFetch(let fetch):
      self.fetch = fetch
      application.dispatchMain(BlockID(1), after: .seconds(5))
    case .block:
      let here = SourceLocation(file: "fetcher", line: 1)
      if let fetch { _ = application.completeFetch(fetch, .newData, at: here) }
    default: break
    }
    return Turn(.returned)
  }

  func resume(_ fiber: FiberID) -> Turn { Turn(.returned) }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}
