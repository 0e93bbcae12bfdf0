extension Platform {
  /// Its services, in the order in which events reach them.
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

  /// The services of a device of this version.
  func services(_ scenario: Scenario) -> [Service] {
    Platform.services.filter { $0.feature.map(has) ?? true }.map { $0.init(scenario) }
  }
}
