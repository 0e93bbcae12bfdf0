import Simulation

/// Prewarming (semantics.md, section 8): the system launches an app some time before the user opens
/// it, without a scene.
final class PrewarmingService: Service {
  private let lead: TimeSpan

  override class var feature: Feature? { .prewarming }
  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    lead = scenario.device.prewarming
    super.init(scenario)
  }

  override func begin() {
    guard lead > .zero else { return }
    for (index, action) in device.scenario.user.enumerated() {
      guard case .open = action.kind, action.at - .start >= lead else { continue }
      arm(world: Int32(index), at: action.at - lead)
    }
  }

  override func happens(_ number: Int32) {
    guard case .open(let id) = device.scenario.user[Int(number)].kind else { return }
    prewarm(device[id])
  }

  /// Launches an app, also before the first unlock after a restart, which nothing else does; false
  /// when it has a process or was swiped away.
  @discardableResult
  func prewarm(_ process: Process) -> Bool {
    guard process.behavior == nil, !device.world.isForceQuit(process) else { return false }
    device.world.noteWakeUp()
    process.launch(into: .background, reason: .prewarm)
    return true
  }
}

extension Device {
  /// The system launches an app ahead of its user, without a scene; iOS 15 and later.
  ///
  /// - Returns: false when it has a process, was swiped away, or the version of the system does not
  ///   do so, and nothing happened.
  @discardableResult
  public func prewarm(_ app: AppID) -> Bool {
    let process = known(app)
    guard platform.has(.prewarming) else { return false }
    var isDone = false
    act { isDone = services.find(PrewarmingService.self).prewarm(process) }
    return isDone
  }
}

extension Feature {
  /// Launches ahead of the user's.
  public static let prewarming = Feature("prewarming", since: 15)
}
