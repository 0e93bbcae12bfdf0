/// Why Android cuts an app off from the network, by the names in traces.
enum NetworkCut: String {
  /// The device is idle, light or deep.
  case deviceIdle
  case batterySaver
  /// The app is in the bucket rare, or in one below.
  case bucket
}

/// What a running job lets its app do with the network, the least first.
enum NetworkPass: Comparable {
  case none
  /// A job that requires a network runs: the app's bucket does not cut it off.
  case inAnyBucket
  /// An expedited one does: nothing cuts it off.
  case always
}

/// Which apps may use the network: the one place that says so.
///
/// Source: AOSP, NetworkPolicyManagerService and NetworkPolicyManager.
extension Standby {
  /// Why an app is cut off from the network now; nil: it is not, or the system is not Android.
  ///
  /// - The device idles: `FIREWALL_CHAIN_DOZABLE`, on while DeviceIdleController says
  ///   `setDeviceIdleMode(true)`, for light (`MSG_REPORT_IDLE_ON_LIGHT`) and deep idle times
  ///   (`MSG_REPORT_IDLE_ON`), and off in their windows (`MSG_REPORT_IDLE_OFF`).
  /// - Battery saver: `FIREWALL_CHAIN_POWERSAVE`, `mRestrictPower`.
  /// - The app's bucket: `FIREWALL_CHAIN_STANDBY`, `updateRuleForAppIdleUL`, for apps that are idle
  ///   (AppStandbyController, `IDLE_BUCKET_CUTOFF`: rare) and while the device does not charge
  ///   (`onParoleStateChanged`); not while a job runs that requires a network
  ///   (ConnectivityController, `requestStandbyException`).
  ///
  /// None holds for an app that is in front or has a service in the foreground
  /// (`isProcStateAllowedWhileIdleOrPowerSaveMode`), or is exempt for a while
  /// (`mPowerSaveTempWhitelistAppIds`) or for good (`mPowerSaveWhitelistAppIds`), nor while an
  /// expedited job of it runs that requires a network, on Android 13 any expedited one
  /// (JobServiceContext, `BIND_BYPASS_POWER_NETWORK_RESTRICTIONS`).
  func networkCut(of process: Process) -> NetworkCut? {
    guard cutsNetwork, let cut = cut(of: process) else { return nil }
    let pass = device.services.networkPass(of: process)
    let isLetThrough =
      pass == .always || pass == .inAnyBucket && cut == .bucket || isImportant(process)
      || process.configuration.exactAlarms.isExemptFromIdle
    return isLetThrough ? nil : cut
  }

  /// What cuts off an app that nothing lets through.
  private func cut(of process: Process) -> NetworkCut? {
    if idle.holdsWork { return .deviceIdle }
    if device.world.power.isLowPowerMode { return .batterySaver }
    return bucket(of: process) >= .rare && !device.world.power.isCharging ? .bucket : nil
  }
}
