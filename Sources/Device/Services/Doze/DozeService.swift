import Simulation

/// Doze on a device: it is idle by the screen, the charger, motion and battery saver, and tells the
/// others by `Standby`.
///
/// Motion is that of the scenario's places: a device that is carried about without getting anywhere
/// lies still here, since no sensor is simulated.
final class DozeService: Service {
  private var doze: Doze
  private var step = EventToken.none

  override class var givesTime: Bool { false }
  override class var feature: Feature? { .doze }

  required init(_ scenario: Scenario) {
    doze = Doze(scenario.device.androidRules.doze)
    super.init(scenario)
  }

  override func begin() {
    change { [world = device.world] around in
      around.isScreenOn = world.foreground != nil
      around.isConnected = world.network != .none
      around.isCharging = world.power.isCharging
      around.isQuick = world.power.isLowPowerMode
    }
  }

  override func world(_ change: WorldChange) {
    switch change {
    case .inUse(let isInUse): self.change { $0.isScreenOn = isInUse }
    case .power(let power):
      self.change {
        $0.isCharging = power.isCharging
        $0.isQuick = power.isLowPowerMode
      }
    case .network(let network): self.change { $0.isConnected = network != .none }
    case .moved:
      doze.move(at: now)
      review()
    case .thermal, .discretionaryWork: break
    }
  }

  override func alarmClockChanged() {
    change { [standby = device.standby] in $0.nextAlarmClock = standby.nextAlarmClock }
  }

  override func maintenanceWorkChanged() {
    change { [standby = device.standby] in $0.hasWork = standby.works > 0 }
  }

  override func idleTimeIsCut() {
    if let end = device.standby.idleUntil { doze.endIdle(at: end) }
    review()
  }

  override func deviceBoots() {
    doze.becomeActive()
    change { $0.isScreenOn = false }
    doze.becomeInactive(at: now)
    review()
  }

  override func happens(_ number: Int32) {
    doze.step(at: now)
    review()
  }

  private func change(_ change: (inout Doze.Surroundings) -> Void) {
    doze.change(at: now, change)
    review()
  }

  /// Tells what has become of it, and arms the next step.
  private func review() {
    let (idle, end) = state
    device.standby.become(idle, until: end)
    device.agenda.cancel(step)
    step = .none
    guard let next = doze.next, next <= device.end else { return }
    step = arm(world: 0, at: max(now, next))
  }

  private var state: (DeviceIdle, until: Instant?) {
    switch (doze.deep, doze.light) {
    case (.idle, _): (.deep, doze.deepStep)
    case (.maintenance, _): (.maintenance, doze.deepStep)
    case (_, .idle), (_, .waitingForNetwork): (.light, doze.lightStep)
    case (_, .maintenance): (.maintenance, doze.lightStep)
    default: (.awake, nil)
    }
  }
}

extension Feature {
  /// Doze, light and deep.
  public static let doze = Feature("Doze", since: 6, of: .android)
}

extension Device {
  /// How idle a device of Android's is.
  public var idle: DeviceIdle { standby.idle }
}
