import Simulation

/// The device's account of energy, kept as its parts report what happens, and of how often it
/// wakes.
final class PowerMeter: DeviceComponent {
  private let meter: Kept<EnergyMeter>
  /// Counts the device's wake-ups: apps that are there from the start do not keep it awake, or it
  /// would never sleep where one of them is.
  private var sleep = Wakefulness()
  private var battery: BatteryGauge
  private var deviceWakeUps = 0
  /// How long it had been awake when it was last restarted.
  private var awakeBefore = TimeSpan.zero
  /// Spent in the warm-up.
  private var before = EnergyStatistics()

  init(_ configuration: EnergyConfiguration, _ source: BatterySource) {
    meter = Kept(EnergyMeter(configuration))
    battery = BatteryGauge(configuration.battery, source)
  }

  // MARK: Sleep

  /// An app has come to the front, or the last one has left it.
  func screenIsOn(_ isOn: Bool) {
    meter.value.screenIsOn(isOn, at: now)
    if sleep.screenIsOn(isOn, at: now) { deviceWakeUps += 1 }
  }

  /// An app begins to run, or stops.
  func runs(_ process: Process, _ runs: Bool) {
    meter.value.appRuns(runs, at: now)
    guard !process.isResident else { return }
    if sleep.appRuns(runs, at: now) { deviceWakeUps += 1 }
  }

  /// Whether the device sleeps now: no app runs, but one that always does, and none is in front.
  var isAsleep: Bool { sleep.sleeps }

  /// For how long an app has been in front since the start, all in all.
  var screenOn: TimeSpan {
    // Not the whole meter is copied: policies ask for it app by app.
    var base = meter.value.base
    base.advance(to: now)
    return base.screen
  }

  /// For how long the device has been awake since it was last restarted, or since the start.
  var uptime: TimeSpan { awake - awakeBefore }

  private var awake: TimeSpan {
    var base = meter.value.base
    base.advance(to: now)
    return base.awake
  }

  /// The device has been restarted.
  func boots() { awakeBefore = awake }

  // MARK: Work

  /// A thread begins to be busy for so long.
  func begin(_ time: TimeSpan, isGranted: Bool) {
    meter.value.begin(meter.value.work(time, isGranted: isGranted))
  }

  /// Returns the energy that a thread spends in so much time.
  func work(_ time: TimeSpan, isGranted: Bool) -> SharedEnergy {
    meter.value.work(time, isGranted: isGranted)
  }

  /// Work that has begun is not done.
  func cancel(_ work: SharedEnergy) { meter.value.cancel(work) }

  func transferBegins(on network: NetworkKind, isGranted: Bool) {
    meter.value.transferBegins(on: network, isGranted: isGranted, at: now)
  }

  func transferEnds(on network: NetworkKind, isGranted: Bool) {
    meter.value.transferEnds(on: network, isGranted: isGranted, at: now)
  }

  // MARK: Sums

  /// Spent since the start of the run. O(n log n) in the number of apps that have a process.
  private var spent: EnergyStatistics {
    let unspent = device.memory.living.reduce(SharedEnergy.zero) { $0 + $1.unspentWork }
    return meter.value.statistics(
      at: now, unspent: unspent, throughput: device.links.energy)
  }

  /// Spent since the start, work that has begun in full.
  var spentWithWorkBegun: EnergyStatistics {
    meter.value.statistics(at: now, unspent: .zero, throughput: device.links.energy)
  }

  /// For how long the present network's radio stays awake if no packet comes.
  var radioTail: TimeSpan { meter.value.radioTail(of: device.world.network, at: now) }

  /// Returns the energy that a transfer of a second would add over the present network, beside its
  /// bytes; zero without a network.
  func fetchCost(tailLeft: TimeSpan) -> Energy {
    device.scenario.device.energy.radio(of: device.world.network)?
      .cost(ofTransferLasting: .seconds(1), tailLeft: tailLeft) ?? .zero
  }

  /// The scenario is about to change charger, level or mode.
  func changes(_ change: PowerChange) {
    battery.change(change, spent: spent.total, at: now)
  }

  /// The charge left in the battery, in whole hundredths, as phones show it.
  var batteryLevel: Double {
    (battery.level(spent: spent.total, at: now) * 100).rounded() / 100
  }

  func addFigures(to figures: inout DeviceStatistics) {
    let spent = spent
    figures.deviceWakeUps += deviceWakeUps
    figures.energy = spent - before
    figures.batteryUsed = battery.share(figures.energy.total)
    figures.batteryInBackground = battery.share(figures.energy.background)
    figures.batteryAtEnd = battery.level(spent: spent.total, at: now)
  }

  func beginMeasuring() {
    deviceWakeUps = 0
    before = spent
  }
}
