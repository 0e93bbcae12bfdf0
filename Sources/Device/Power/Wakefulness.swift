import Simulation

/// Whether the device sleeps: it does while no app runs and none is in front. A radio in the tail
/// of its last packet keeps nothing awake.
///
/// Pure: inputs are moments, which never go backwards; answers are values.
struct Wakefulness {
  private(set) var asleep = TimeSpan.zero
  private(set) var awake = TimeSpan.zero
  /// The part of `awake` with the screen on.
  private(set) var screen = TimeSpan.zero
  /// Apps that run.
  private var running = 0
  private var isScreenOn = false
  private var countedUntil = Instant.start
  private var fellAsleep = Instant.start

  /// It sleeps now.
  var sleeps: Bool { running == 0 && !isScreenOn }

  /// Counts the time up to a moment.
  mutating func advance(to now: Instant) {
    let time = now - countedUntil
    countedUntil = now
    if isScreenOn { screen += time }
    if sleeps { asleep += time } else { awake += time }
  }

  /// An app comes to the front, or the last one leaves it. True if that woke the device.
  mutating func screenIsOn(_ isOn: Bool, at now: Instant) -> Bool {
    change(at: now) { $0.isScreenOn = isOn }
  }

  /// An app begins to run, or stops. True if that woke the device.
  mutating func appRuns(_ runs: Bool, at now: Instant) -> Bool {
    change(at: now) { $0.running += runs ? 1 : -1 }
  }

  /// A sleep of no length is none: what ends and begins at one instant goes on.
  private mutating func change(at now: Instant, _ change: (inout Wakefulness) -> Void) -> Bool {
    advance(to: now)
    let slept = sleeps
    change(&self)
    if sleeps, !slept { fellAsleep = now }
    return slept && !sleeps && now > fellAsleep
  }
}
