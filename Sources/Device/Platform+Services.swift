extension Platform {
  /// Those of iOS, in the order in which events reach them.
  private static let services: [Service.Type] = [
    BackgroundTaskService.self,
    BackgroundFetchService.self,
    BGTaskService.self,
    ContinuedTaskService.self,
    SilentPushService.self,
    CallService.self,
    NotificationService.self,
    BackgroundTransferService.self,
    WidgetService.self,
    URLSessionService.self,
    FileLockService.self,
    AudioService.self,
    LocationService.self,
    RegionService.self,
    BluetoothService.self,
    ThermalService.self,
    DataProtectionService.self,
    PrewarmingService.self,
  ]

  /// Those of Android, in the order in which events reach them.
  private static let androidServices: [Service.Type] = [
    AppStateService.self,
    StandbyService.self,
    AlarmService.self,
    DozeService.self,
    JobSchedulerService.self,
    MessagingService.self,
    ForegroundServices.self,
    WakeLockService.self,
    BroadcastService.self,
  ]

  /// What every phone has, whatever its system calls it: requests, where it is, how hot, its lock.
  private static let sharedServices: [Service.Type] = [
    URLSessionService.self,
    LocationService.self,
    RegionService.self,
    BluetoothService.self,
    ThermalService.self,
    DataProtectionService.self,
  ]

  /// The services of a device of this version.
  func services(_ scenario: Scenario) -> [Service] {
    let own = family == .iOS ? Platform.services : Platform.androidServices
    return own.filter { $0.feature.map(has) ?? true }
      .filter { $0 != DozeService.self || scenario.device.dozes }.map { $0.init(scenario) }
      + (family == .iOS ? [] : Platform.sharedServices.map { $0.init(scenario) })
  }
}
