/// A background task that is open.
public struct OpenTask: Sendable, Equatable {
  public let identifier: Int
  /// The task's name; nil: it was begun without one.
  public let name: String?
  /// Where it was begun.
  public let location: SourceLocation
}

extension Device {
  /// The background tasks that an app has open, in order of begin; Android has none.
  public func openTasks(of app: AppID) -> [OpenTask] {
    guard platform.family == .iOS else { return [] }
    return services.find(BackgroundTaskService.self).open(of: known(app)).map {
      OpenTask(identifier: $0.identifier, name: $0.name, location: $0.location)
    }
  }
}
