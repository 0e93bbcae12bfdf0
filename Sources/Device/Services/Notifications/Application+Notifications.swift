import Simulation

extension Feature {
  public static let notificationService = Feature("the notification service extension", since: 10)
}

extension Application {
  private var notifications: NotificationService {
    device.services.find(NotificationService.self)
  }

  /// Why there is no `UIApplication`, in words; nil where there is one.
  public var absenceOfUIApplication: String? {
    guard configuration.serves != nil else { return nil }
    return "an extension has no UIApplication; leave it out, or keep it running by "
      + "ProcessInfo.processInfo:performExpiringActivity"
  }

  /// The bytes that the process may hold, as an extension; nil: as its script is declared.
  public var memoryLimit: Int? {
    configuration.serves == nil ? nil : device.limits.notificationServiceBytes
  }

  /// What a notification says that this extension is given; nil when it is over.
  public func content(
    of notification: NotificationID
  ) -> (content: NotificationContent, userInfo: [PushField])? {
    notifications.notification(notification, process).map { ($0.content, $0.userInfo) }
  }

  /// Calls the contentHandler of a notification.
  public func show(
    _ notification: NotificationID, _ content: NotificationContent, at location: SourceLocation
  ) {
    notifications.complete(notification, content, of: process, at: location)
  }
}

extension Device {
  /// Somebody sends an app an alert with mutable-content, as by an entry of `Scenario.pushes`. The
  /// device's version has extensions for them, or the program ends.
  public func alert(
    _ content: NotificationContent, userInfo: [PushField] = [], to app: AppID
  ) {
    if let absence = platform.absence(of: .notificationService) {
      preconditionFailure("Device: \(absence)")
    }
    let process = known(app)
    act { services.find(NotificationService.self).send(content, userInfo, to: process) }
  }
}
