import Device
import Simulation

/// An app whose fetches take a fixed time, and that works for a fixed time whenever it is left.
///
/// It has no expiration handler: where its time is not enough it works until it is ended.
final class Worker: AppBehavior {
  private let application: Application
  private let fetchTime: TimeSpan
  private let leaveTime: TimeSpan
  private let source = SourceLocation(file: "worker", line: 0)
  private let endOfFetch = BlockID(1)
  private let endOfTask = BlockID(2)
  private var fetch: FetchID?
  private var task = 0

  /// - Parameters:
  ///   - leaveTime: zero: it begins nothing.
  init(_ application: Application, fetchTime: TimeSpan = .zero, leaveTime: TimeSpan = .zero) {
    self.application = application
    self.fetchTime = fetchTime
    self.leaveTime = leaveTime
  }

  func run(_ callback: Callback) -> Turn {
    switch callback {
    case .load:
      application.setMinimumBackgroundFetchInterval(.zero)
    case .didEnterBackground where leaveTime > .zero:
      task = application.beginBackgroundTask(name: "work", expirationHandler: nil, at: source)
      application.dispatchMain(endOfTask, after: leaveTime)
    case .performFetch(let fetch):
      self.fetch = fetch
      application.dispatchMain(endOfFetch, after: fetchTime)
    case .block(endOfTask):
      application.endBackgroundTask(task, at: source)
    case .block:
      if let fetch { _ = application.completeFetch(fetch, .newData, at: source) }
    default: break
    }
    return Turn(.returned)
  }

  func resume(_ fiber: FiberID) -> Turn { Turn(.returned) }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  var performFetchLocation: SourceLocation? { nil }
  func takeFailure() -> AppFailure { fatalError("a worker never fails") }
  func end() {}
}

extension Scenario {
  /// The user opens an app for a second; to be called in order of time.
  mutating func visit(_ app: Int, at moment: Instant) {
    user.append(UserAction(at: moment, kind: .open(AppID(app))))
    user.append(UserAction(at: moment + .seconds(1), kind: .close))
  }
}
