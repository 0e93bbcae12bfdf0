import Simulation

/// Why a task of BGTaskScheduler cannot be launched at a moment.
public enum TaskLaunchObstacle: Error, Equatable {
  /// The app has no pending request of this identifier; those that it has.
  case noRequest(pending: [String])
  /// Another of the same kind goes first.
  case notItsTurn(first: String)
  case work(WorkObstacle)
}

extension Device {
  fileprivate var taskService: BGTaskService? {
    platform.absence(of: .taskScheduler) == nil ? services.find(BGTaskService.self) : nil
  }

  /// Identifiers of the requests to BGTaskScheduler that an app has pending, in the order in which
  /// they were submitted.
  public func pendingTaskRequests(of app: AppID) -> [String] {
    taskService?.apps[known(app)].requests.pending.map(\.request.identifier) ?? []
  }

  /// Identifiers of an app's tasks of BGTaskScheduler that run.
  public func runningTasks(of app: AppID) -> [String] {
    taskService?.apps[known(app)].running.compactMap { $0?.identifier } ?? []
  }

  /// Launches an app's task now, whatever the policy thinks. As with `start`, all rules of the
  /// device hold: its earliest moment, its conditions, the slots, the pool.
  ///
  /// - Throws: why it cannot be; nothing has happened then.
  public func launchTask(_ identifier: String, of app: AppID) throws(TaskLaunchObstacle) {
    let process = known(app)
    guard let service = taskService else { throw .work(.noSuchWork(.refresh)) }
    let pending = service.apps[process].requests.pending
    guard let request = pending.first(where: { $0.request.identifier == identifier }) else {
      throw .noRequest(pending: pending.map(\.request.identifier))
    }
    let kind = request.request.kind
    if let queue = services[kind], queue.obstacles(of: process).isEmpty,
      let first = service.next(of: process, queue)?.request.request.identifier, first != identifier
    {
      throw .notItsTurn(first: first)
    }
    do throws(WorkObstacle) { try start(kind, of: app) } catch { throw .work(error) }
  }
}
