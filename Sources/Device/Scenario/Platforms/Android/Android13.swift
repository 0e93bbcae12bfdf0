extension AndroidRules {
  /// Android 13, of 2022: what differs from Android 15.
  public static let android13 = {
    var rules = AndroidRules(version: 13)
    rules.processes.freezeDelay = .minutes(10)
    rules.alarms.allowsExactByDefault = true
    // The same as one each nine minutes.
    rules.alarms.compatibleIdleQuota = AlarmQuota(count: 1, window: .minutes(9))
    rules.jobs.flexibility = nil
    rules.jobs.stopsOfFailure = 1
    rules.jobs.endsLateApps = false
    rules.jobs.expeditedHasNetwork = true
    rules.services.needsType = false
    rules.services.typesAfterBoot = nil
    rules.services.inUseTypes = []
    rules.services.limitedTypes = []
    return rules
  }()
}
