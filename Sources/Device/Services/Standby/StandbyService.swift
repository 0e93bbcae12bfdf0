import Simulation

/// App standby: which bucket each app is in, by how it is used.
///
/// An app that is in front is active. What happens between is `BucketHistory`'s.
final class StandbyService: Service {
  private struct App {
    var history: BucketHistory
    /// The event at which its bucket may change by itself.
    var check = EventToken.none
  }

  private enum Deadline: UInt8 {
    case check
  }

  private let apps: PerApp<App>

  override class var givesTime: Bool { false }
  override class var feature: Feature? { .standbyBuckets }

  required init(_ scenario: Scenario) {
    let rules = scenario.device.androidRules.buckets
    apps = PerApp(App(history: BucketHistory(rules)), count: scenario.apps.count)
    super.init(scenario)
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .cameToFront, .enteredBackground: isUsed(process)
    case .launched, .moved, .opened, .forceQuit, .enteredForeground, .suspending, .resumed, .ended:
      break
    }
  }

  /// The screen's clock goes on again: what it had not reached is looked for anew.
  override func world(_ change: WorldChange) {
    guard case .inUse(true) = change else { return }
    for process in device.processes where device.standby.bucket(of: process) != .never {
      review(process)
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .check: review(process)
    case nil: unknown(event.what)
    }
  }

  private func isUsed(_ process: Process) {
    apps[process].history.use(.user, at: now, screenOn: device.power.screenOn)
    review(process)
  }

  private func review(_ process: Process) {
    let screenOn = device.power.screenOn
    if device.world.foreground == process.id {
      apps[process].history.use(.user, at: now, screenOn: screenOn)
    }
    apps[process].history.check(at: now, screenOn: screenOn)
    // The predictor says so all the time, and so its word never grows old.
    if let predicted = process.configuration.predictedBucket {
      apps[process].history.predict(predicted, at: now, screenOn: screenOn)
    }
    device.standby.move(process, to: apps[process].history.bucket)
    device.agenda.cancel(apps[process].check)
    apps[process].check = .none
    let next = apps[process].history.nextCheck(
      after: now, screenOn: screenOn, isInUse: device.world.foreground != nil)
    if let next {
      apps[process].check = arm(Deadline.check, of: process, at: next, outlives: true)
    }
  }

  /// The user, a maker or the system puts an app into a bucket.
  fileprivate func force(_ process: Process, to bucket: AppBucket) {
    apps[process].history.force(bucket)
    review(process)
  }
}

extension Feature {
  /// App standby buckets.
  public static let standbyBuckets = Feature("app standby buckets", since: 9, of: .android)
}

extension Device {
  /// Which bucket an app of Android's is in.
  public func bucket(of app: AppID) -> AppBucket { standby.bucket(of: known(app)) }

  /// Puts an app into a bucket, where it stays, as `adb shell am set-standby-bucket` does.
  public func setBucket(of app: AppID, to bucket: AppBucket) {
    let process = known(app)
    act { services.find(StandbyService.self).force(process, to: bucket) }
  }
}
