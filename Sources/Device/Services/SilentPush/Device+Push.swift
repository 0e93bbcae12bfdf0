import Simulation

extension Device {
  /// Somebody sends an app a silent push now (N1, N2).
  ///
  /// - Returns: false where the device's version knows no silent push.
  @discardableResult
  public func push(_ userInfo: [PushField] = [], to app: AppID) -> Bool {
    guard platform.absence(of: .silentPush) == nil else { return false }
    let process = known(app)
    act { services.find(SilentPushService.self).send(userInfo, from: nil, to: process) }
    return true
  }

  /// Whether a push waits for its app to run.
  public func hasWaitingPush(for app: AppID) -> Bool {
    guard platform.absence(of: .silentPush) == nil else { return false }
    return services.find(SilentPushService.self).apps[known(app).index].waiting != nil
  }
}
