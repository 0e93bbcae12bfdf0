import Simulation

/// Alarms that could be delivered but are put off: they do not wake the device, its screen is off,
/// and others were delivered a short while ago.
///
/// The longer the screen is off, the longer they may be put off (`AlarmRules.drowsiness`); then, or
/// with the first alarm that wakes the device, all of them are delivered together.
struct DrowsyAlarms: Sendable, Equatable {
  var alarms: [Alarm] = []
  /// Since when the screen is off; nil: it is on.
  private(set) var screenOff: Instant?
  private var lastDelivery: Instant?
  private var end = Instant.start

  /// When they are delivered at the latest, if the device is awake; nil: there are none.
  var until: Instant? { alarms.isEmpty ? nil : end }

  /// The screen is switched on, which makes all of them due, or off.
  mutating func screen(isOn: Bool, at now: Instant) {
    if isOn { screenOff = nil } else if screenOff == nil { screenOff = now }
    if isOn { end = now }
  }

  /// Returns what is to be delivered of alarms that are due, with those put off before.
  mutating func sift(_ due: [Alarm], at now: Instant, _ rules: AlarmRules) -> [Alarm] {
    guard !due.isEmpty || until.map({ $0 <= now }) == true else { return [] }
    if !due.contains(where: \.wakes), let delay = delay(at: now, rules) {
      if alarms.isEmpty { end = now + delay * 1.5 }
      alarms += due
      return []
    }
    lastDelivery = now
    defer { alarms = [] }
    return alarms + due
  }

  /// How long alarms may be put off now; nil: they may not.
  private func delay(at now: Instant, _ rules: AlarmRules) -> TimeSpan? {
    guard let screenOff, let lastDelivery else { return nil }
    if let until, until <= now { return nil }
    let delay = rules.delay(screenOff: now - screenOff)
    return now - lastDelivery <= delay ? delay : nil
  }
}
