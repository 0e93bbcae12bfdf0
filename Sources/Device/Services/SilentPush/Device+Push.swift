extension Device {
  /// Whether a push waits for its app to run.
  public func hasWaitingPush(for app: AppID) -> Bool {
    guard platform.absence(of: .silentPush) == nil else { return false }
    return services.find(SilentPushService.self).apps[known(app)].waiting != nil
  }
}
