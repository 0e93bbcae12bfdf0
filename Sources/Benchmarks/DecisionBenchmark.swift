import Device
import Simulation

/// Lets a device decide so often, once a minute, which of so many waiting apps may fetch.
///
/// The policy takes the first of the line and the apps are written in Swift, so that nearly all of it
/// is the device's part: who waits, what the policy may know of each, and the record of the decision.
func decide(_ decisions: Int, among apps: Int) {
  var configuration = DeviceConfiguration(.iOS13)
  configuration.pool.budget.capacity = .days(1)
  configuration.pool.budget.refill = .days(1)
  configuration.fetchSlots.starts = 60
  configuration.fetchSlots.window = .hours(1)
  configuration.memoryMegabytes = 1e9
  // An app is opened once, or it may not fetch.
  let stay = TimeSpan.seconds(2)
  let scenario = Scenario(
    duration: stay * apps + .minutes(decisions), device: configuration,
    apps: (0..<apps).map { AppConfiguration(name: "app-\($0)", modes: .fetch) },
    user: (0..<apps).flatMap { index in
      let at = Instant.start + stay * index
      return [
        UserAction(at: at, kind: .open(AppID(index))),
        UserAction(at: at + .seconds(1), kind: .close),
      ]
    })
  let device = Device(scenario, policy: FirstOfLine(), behaviors: Fetcher.init)
  device.run()
  let result = device.result()
  guard result.device.decisions >= decisions / 2 else {
    fatalError("benchmark: \(result.device.decisions) decisions, not \(decisions)")
  }
}

private final class FirstOfLine: SchedulingPolicy {
  let name = "first-of-line"

  func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    .zero
  }

  func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot) -> WorkDecision {
    WorkDecision([candidates[0].app.id])
  }
}

/// Fetches nothing, as often as it may.
private final class Fetcher: AppBehavior {
  private let application: Application

  init(_ application: Application) { self.application = application }

  func run(_ callback: Callback) -> Turn {
    switch callback {
    case .load: application.setMinimumBackgroundFetchInterval(.zero)
    case .performFetch(let fetch):
      _ = application.completeFetch(
        fetch, .noData, at: SourceLocation(file: "benchmark", line: 1))
    default: break
    }
    return Turn(.returned)
  }

  func resume(_ fiber: FiberID) -> Turn { fatalError("nothing waits") }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}
