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
    _ = prewarm(device[id])
  }

  /// False where the app has a process, or was swiped away.
  func prewarm(_ process: Process) -> Bool {
    guard process.behavior == nil, !device.world.isForceQuit(process) else { return false }
    device.world.noteWakeUp()
    process.launch(into: .background, reason: .prewarm)
    return true
  }
}

extension Device {
  /// The system launches an app ahead of its user.
  ///
  /// - Returns: false where the version has no prewarming, the app has a process, or it was swiped
  ///   away; nothing has happened then.
  public func prewarm(_ app: AppID) -> Bool {
    guard platform.has(.prewarming) else { return false }
    let process = known(app)
    var isDone = false
    act { isDone = services.find(PrewarmingService.self).prewarm(process) }
    return isDone
  }

  /// Whether the user has swiped an app away, and not opened it since.
  public func isForceQuit(_ app: AppID) -> Bool { world.isForceQuit(known(app)) }
}

extension Feature {
  /// Launches ahead of the user's.
  public static let prewarming = Feature("prewarming", since: 15)
}
