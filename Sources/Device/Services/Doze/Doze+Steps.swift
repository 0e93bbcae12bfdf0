import Simulation

/// The steps of the two machines.
extension Doze {
  /// The deep machine goes on by one state. An active device makes no step.
  mutating func stepDeep(at now: Instant) {
    guard deep != .active else { return }
    if isAlarmClockNear(at: now) {
      becomeActive()
      return becomeInactive(at: now)
    }
    switch deep {
    case .active: break
    case .inactive:
      deep = .idlePending
      deepStep = now + rules.pending
      // Without a time to lie still nothing waits for it.
      if rules.pending == .zero { stepDeep(at: now) }
    case .idlePending:
      deep = .sensing
      deepStep = now + min(rules.sensing, rules.longestSensing)
    case .sensing where around.canLocate:
      deep = .locating
      deepStep = now + rules.locating
    case .sensing, .locating, .quickDelay, .maintenance: beIdle(at: now)
    case .idle:
      deep = .maintenance
      windowBegan = now
      deepStep = now + nextWindow
      nextWindow = min(rules.longestWindow, nextWindow * rules.windowFactor)
    }
  }

  private mutating func beIdle(at now: Instant) {
    deep = .idle
    light = .overridden
    (lightStep, windowBegan) = (nil, nil)
    deepStep = now + nextIdle
    nextIdle = min(rules.longestIdle, nextIdle * rules.idleFactor)
  }

  /// The light machine goes on by one state. It makes no step while the device is active or deeply
  /// idle.
  mutating func stepLight(at now: Instant) {
    switch light {
    case .active, .overridden: break
    case .inactive:
      lightBudget = rules.shortestLightWindow
      nextLightIdle = rules.lightIdle
      beLightlyIdle(at: now)
    case .maintenance:
      // A window that was longer than the least is paid for by the next.
      if let windowBegan {
        lightBudget = lightBudget + rules.shortestLightWindow - (now - windowBegan)
      }
      windowBegan = nil
      beLightlyIdle(at: now)
    case .idle where !around.isConnected:
      light = .waitingForNetwork
      lightStep = now + nextLightIdle
    case .idle, .waitingForNetwork:
      light = .maintenance
      windowBegan = now
      lightBudget = max(rules.shortestLightWindow, min(lightBudget, rules.longestLightWindow))
      lightStep = now + lightBudget
    }
  }

  private mutating func beLightlyIdle(at now: Instant) {
    light = .idle
    lightStep = now + nextLightIdle
    let longer =
      rules.lightIncrease.map { nextLightIdle + $0 } ?? nextLightIdle * rules.lightFactor
    nextLightIdle = min(rules.longestLightIdle, longer)
  }
}
