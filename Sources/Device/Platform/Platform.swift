import Simulation

/// What one version of the operating system is made of: its services, its limits, and the codes of
/// its crash logs. What differs between versions lies here and nowhere else.
public struct Platform: Sendable, Equatable {
  /// As scenarios name it: "iOS 13".
  public let name: String
  /// T of B2: the most background time one stay in the background gets.
  public let backgroundTime: TimeSpan

  /// Oldest first.
  public static let all = [iOS6, iOS7, iOS13]

  /// The documented allowances of iOS versions (semantics.md, section 3).
  public static let iOS6 = Platform(name: "iOS 6", backgroundTime: .seconds(600))
  public static let iOS7 = Platform(name: "iOS 7", backgroundTime: .seconds(180))
  public static let iOS13 = Platform(name: "iOS 13", backgroundTime: .seconds(30))

  /// The one of a device that names none.
  public static let standard = iOS13

  /// Nil when there is none of that name.
  public init?(named name: String) {
    guard let platform = Platform.all.first(where: { $0.name == name }) else { return nil }
    self = platform
  }

  private init(name: String, backgroundTime: TimeSpan) {
    self.name = name
    self.backgroundTime = backgroundTime
  }

  /// The code that a crash log shows for a reason, nil where there is none.
  public func code(of reason: ExitReason) -> String? {
    switch reason {
    case .watchdog, .backgroundTaskAssertionTimeout: "0x8badf00d"
    case .tooManyBackgroundTasks: "0xbada5e47"
    case .backgroundFetchTimeout: "0x2182bad4"
    case .suspendedWithLockedFile: "0xdead10cc"
    case .memoryLimit: "per-process-limit"
    case .memoryPressure: "jetsam"
    case .uncaughtException, .forceQuit, .normal: nil
    }
  }

  /// The services of a device, in the order in which they are told what happens.
  func services(_ scenario: Scenario) -> [Service] {
    let apps = scenario.apps.count
    return [
      BackgroundTaskService(apps: apps, scenario.device.limits),
      BackgroundFetchService(apps: apps, scenario.device.fetchSlots),
      URLSessionService(apps: apps),
      FileLockService(apps: apps),
    ]
  }
}
