import Device
import Simulation

/// An app whose fetches take a fixed time, and that works for a fixed time whenever it is left.
///
/// Where its time is not enough it works until it is ended, or, if it heeds its expiration handler,
/// until that is called.
final class Worker: AppBehavior {
  private let application: Application
  private let fetchTime: TimeSpan
  private let leaveTime: TimeSpan
  private let heedsAfter: TimeSpan?
  private let source = SourceLocation(file: "worker", line: 0)
  private let endOfFetch = BlockID(1)
  private let endOfTask = BlockID(2)
  private let expiration = BlockID(3)
  private var fetch: FetchID?
  private var task = 0

  /// - Parameters:
  ///   - leaveTime: zero: it begins nothing.
  ///   - heedsAfter: it ends its task so long after its expiration handler is called; nil: it has
  ///     none.
  init(
    _ application: Application, fetchTime: TimeSpan = .zero, leaveTime: TimeSpan = .zero,
    heedsAfter: TimeSpan? = nil
  ) {
    self.application = application
    self.fetchTime = fetchTime
    self.leaveTime = leaveTime
    self.heedsAfter = heedsAfter
  }

  func run(_ callback: Callback) -> Turn {
    switch callback {
    case .load:
      application.setMinimumBackgroundFetchInterval(.zero)
    case .didEnterBackground where leaveTime > .zero:
      task = application.beginBackgroundTask(
        name: "work", expirationHandler: heedsAfter.map { _ in expiration }, at: source)
      application.dispatchMain(endOfTask, after: leaveTime)
    case .performFetch(let fetch):
      self.fetch = fetch
      application.dispatchMain(endOfFetch, after: fetchTime)
    case .expirationHandler:
      application.dispatchMain(endOfTask, after: heedsAfter ?? .zero)
    case .block(endOfTask):
      application.endBackgroundTask(task, at: source)
      task = 0
    case .block:
      if let fetch { _ = application.completeFetch(fetch, .newData, at: source) }
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

extension Scenario {
  /// The user opens an app for a second; to be called in order of time.
  mutating func visit(_ app: Int, at moment: Instant) {
    user.append(UserAction(at: moment, kind: .open(AppID(app))))
    user.append(UserAction(at: moment + .seconds(1), kind: .close))
  }
}
