import Device
import Experiments
import Policies
import Simulation

/// A small experiment of its own: apps that fetch, on a pool as large as the setting says, for
/// times that the seed draws.
struct Fetchers: RunFactory {
  /// Fails like a scenario that cannot be loaded.
  var broken: Setting?

  static let experiment = Experiment(
    title: "Fetchers", scenario: "fetchers",
    settings: ["60", "120"].map { Setting([.init("poolSeconds", $0)]) },
    policies: [PolicyChoice("first-come"), PolicyChoice("random"), PolicyChoice("nothing")],
    replications: 4)

  func device(for run: PlannedRun) throws(RunFailure) -> Device {
    if run.setting == broken {
      throw RunFailure("fetchers: the setting (\(run.setting)) is broken")
    }
    var scenario = Scenario(duration: .hours(3), seed: run.seed)
    scenario.device.pool.capacity = .seconds(
      run.setting.values.first.flatMap { Double($0.text) } ?? 0)
    scenario.apps = (1...4).map { AppConfiguration(name: "app-\($0)", modes: [.fetch]) }
    scenario.user = scenario.apps.indices.flatMap { index in
      let opens = Instant.start + .minutes(index + 1)
      return [
        UserAction(at: opens, kind: .open(AppID(index))),
        UserAction(at: opens + .seconds(20), kind: .close),
      ]
    }
    do throws(PolicyError) {
      let policy = try PolicyCatalogue.policy(run.policy.source, in: PolicyWorld(scenario))
      return Device(scenario, policy: policy) { Fetcher($0, seed: run.seed) }
    } catch {
      throw RunFailure(error.description)
    }
  }
}

/// Fetches as often as it may, for a random time.
private final class Fetcher: AppBehavior {
  private let application: Application
  private var stream: RandomStream
  private var fetch: FetchID?

  init(_ application: Application, seed: UInt64) {
    self.application = application
    stream = RandomStream(seed: seed, name: application.name)
  }

  func run(_ callback: Callback) -> Turn {
    switch callback {
    case .load: application.setMinimumBackgroundFetchInterval(.zero)
    case .performFetch(let fetch):
      self.fetch = fetch
      application.dispatchMain(BlockID(1), after: .seconds(stream.exponential(mean: 8)))
    case .block:
      if let fetch { _ = application.completeFetch(fetch, .newData, at: here) }
    default: break
    }
    return Turn(.returned)
  }

  private var here: SourceLocation { SourceLocation(file: "fetcher", line: 0) }

  func resume(_ fiber: FiberID) -> Turn { Turn(.returned) }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}
