import Simulation

/// The energy that the device has spent since the start of the run, component by component.
struct EnergyMeter: ~Copyable {
  private let watts: EnergyConfiguration.Watts
  private var wifi = SharedRadio(.wifi)
  private var cellular: SharedRadio
  /// The energy of all threads' work, counted in full when it begins.
  private var cpu = SharedEnergy()
  private(set) var base = Wakefulness()

  init(_ configuration: EnergyConfiguration) {
    watts = configuration.watts
    cellular = SharedRadio(configuration.cellular.radio)
  }

  mutating func transferBegins(on network: NetworkKind, isGranted: Bool, at now: Instant) {
    switch network {
    case .none: break
    case .wifi: wifi.begin(isGranted: isGranted, at: now)
    case .cellular: cellular.begin(isGranted: isGranted, at: now)
    }
  }

  mutating func transferEnds(on network: NetworkKind, isGranted: Bool, at now: Instant) {
    switch network {
    case .none: break
    case .wifi: wifi.end(isGranted: isGranted, at: now)
    case .cellular: cellular.end(isGranted: isGranted, at: now)
    }
  }

  mutating func screenIsOn(_ isOn: Bool, at now: Instant) {
    _ = base.screenIsOn(isOn, at: now)
  }

  /// An app begins to run, or stops.
  mutating func appRuns(_ runs: Bool, at now: Instant) {
    _ = base.appRuns(runs, at: now)
  }

  /// For how long the radio stays awake if no packet comes; zero when it sleeps.
  func radioTail(of network: NetworkKind, at now: Instant) -> TimeSpan {
    switch network {
    case .none: .zero
    case .wifi: wifi.tail(at: now)
    case .cellular: cellular.tail(at: now)
    }
  }

  /// Returns the energy that a thread spends in so much time.
  func work(_ time: TimeSpan, isGranted: Bool) -> SharedEnergy {
    let energy = Power.watts(watts.cpu) * time
    return SharedEnergy(all: energy, granted: isGranted ? energy : .zero)
  }

  mutating func begin(_ work: SharedEnergy) { cpu += work }

  /// Work that has begun is not done.
  mutating func cancel(_ work: SharedEnergy) { cpu -= work }

  /// Spent so far.
  ///
  /// - Parameters:
  ///   - unspent: the part of the work that is still to be done.
  ///   - throughput: what bytes have cost, beside the time for which radios were on.
  func statistics(
    at now: Instant, unspent: SharedEnergy, throughput: SharedEnergy
  ) -> EnergyStatistics {
    let cpu = cpu - unspent
    var base = base
    base.advance(to: now)
    return EnergyStatistics(
      cpu: cpu.all, radio: wifi.energy(at: now) + cellular.energy(at: now) + throughput.all,
      base: Power.watts(watts.suspended) * base.asleep + Power.watts(watts.awake) * base.awake
        + Power.watts(watts.screen) * base.screen,
      background: cpu.granted + wifi.grantedEnergy(at: now)
        + cellular.grantedEnergy(at: now) + throughput.granted)
  }
}

/// A radio beside the same one without the transfers of granted time: the difference is what those
/// cost, so that a transfer in the tail of another costs little.
private struct SharedRadio: ~Copyable {
  private var all: RadioMeter
  private var others: RadioMeter

  init(_ model: RadioModel) {
    all = RadioMeter(model)
    others = RadioMeter(model)
  }

  mutating func begin(isGranted: Bool, at now: Instant) {
    all.begin(at: now)
    if !isGranted { others.begin(at: now) }
  }

  mutating func end(isGranted: Bool, at now: Instant) {
    all.end(at: now)
    if !isGranted { others.end(at: now) }
  }

  func energy(at now: Instant) -> Energy { all.energy(at: now) }

  func tail(at now: Instant) -> TimeSpan { all.tail(at: now) }

  func grantedEnergy(at now: Instant) -> Energy { all.energy(at: now) - others.energy(at: now) }
}
