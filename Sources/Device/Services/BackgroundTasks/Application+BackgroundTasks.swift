extension Application {
  /// Asks not to be suspended (B1, B2, B10). Returns 0, invalid, when refused.
  ///
  /// With more than the allowed number of tasks open the process is doomed (B14): the caller stops
  /// running the app's code as soon as `isDoomed`.
  public func beginBackgroundTask(
    name: String?, expirationHandler: BlockID?, at location: SourceLocation
  ) -> Int {
    device.services.find(BackgroundTaskService.self)
      .begin(name, handler: expirationHandler, of: process, at: location)
  }

  /// Ends a task (B8, B11).
  public func endBackgroundTask(_ identifier: Int, at location: SourceLocation) {
    device.services.find(BackgroundTaskService.self).end(identifier, of: process, at: location)
  }
}
