import Simulation

extension AlarmRequest {
  /// Returns the request as its app may make it, or why it may not.
  ///
  /// An exact alarm that is allowed while idle has the wide quota with the permission, and the
  /// narrow one where only an exemption lets it through; an inexact one always has the narrow one.
  /// For an app that the user exempted there is no quota.
  func permitted(
    by permission: ExactAlarmPermission, _ rules: AlarmRules
  ) -> Result<AlarmRequest, AlarmError> {
    var request = self
    let isHeld =
      permission.isClockOrCalendar
      || permission.isHeld(byDefault: rules.allowsExactByDefault)
    if window == .exact || access == .alarmClock {
      guard permission.canScheduleExactAlarms(byDefault: rules.allowsExactByDefault) else {
        return .failure(.notPermitted)
      }
    }
    if access == .allowed {
      let isWide = window == .exact && isHeld && !permission.predatesPermission
      request.access = isWide ? .allowed : .allowedCompatibly
      if permission.isExemptByUser { request.access = .unrestricted }
    }
    return .success(request)
  }

  /// Returns when an alarm is due and how long its window is.
  ///
  /// - Parameters:
  ///   - isTrusted: the system's own: neither the least delay nor the shortest window holds.
  func timing(
    at now: Instant, _ rules: AlarmRules, isTrusted: Bool = false
  ) -> (due: Instant, window: TimeSpan, interval: TimeSpan?) {
    let due = max(at, isTrusted ? now : now + rules.leastDelay)
    let interval = interval.map {
      max(rules.shortestInterval, min($0, rules.longestInterval))
    }
    switch window {
    case .exact: return (due, .zero, interval)
    case .chosen:
      var share = interval ?? due - now
      if share < rules.shortestFuzzable { share = .zero }
      let length = share.part(rules.windowShare)
      return (due, interval == nil ? min(length, rules.cappedWindow) : length, interval)
    case .length(let asked):
      let length = asked > rules.longestWindow ? rules.cappedWindow : asked
      let isFree = isTrusted || access == .prioritized
      let least =
        isFree ? .zero : min((due - now).part(rules.windowShare), rules.shortestWindow)
      return (due, max(length, least), interval)
    }
  }
}

extension TimeSpan {
  /// A part of a span in whole milliseconds, which are the platform's clock.
  fileprivate func part(_ share: Double) -> TimeSpan {
    .milliseconds(Int(Double(nanoseconds / 1_000_000) * share))
  }
}
