/// The permission of exact alarms (`SCHEDULE_EXACT_ALARM`), as an app and its user have it.
public struct ExactAlarmPermission: Sendable, Equatable {
  public enum Setting: UInt8, Sendable, Equatable {
    /// Neither allowed nor denied: as the version has it.
    case untouched
    case allowed
    case denied
  }

  /// The app's manifest asks for it.
  public var isDeclared: Bool
  public var setting: Setting
  /// The manifest has `USE_EXACT_ALARM`, which clocks and calendars may have and nobody can deny.
  public var isClockOrCalendar = false
  /// The app is exempt from Doze.
  public var isExempt = false
  /// The user has exempted it from saving the battery.
  public var isExemptByUser = false
  /// The app targets a version before Android 12, which had no such permission.
  public var predatesPermission = false

  public init(isDeclared: Bool, setting: Setting = .untouched) {
    self.isDeclared = isDeclared
    self.setting = setting
  }

  /// Whether the permission itself is held (`hasScheduleExactAlarm`).
  public func isHeld(byDefault: Bool) -> Bool {
    guard isDeclared else { return false }
    switch setting {
    case .untouched: return byDefault
    case .allowed: return true
    case .denied: return false
    }
  }

  /// Whether Doze, battery saver and buckets leave the app its network.
  var isExemptFromIdle: Bool { isExempt || isExemptByUser }

  /// `AlarmManager:canScheduleExactAlarms()`.
  public func canScheduleExactAlarms(byDefault: Bool) -> Bool {
    predatesPermission || isClockOrCalendar || isExempt || isHeld(byDefault: byDefault)
  }
}
