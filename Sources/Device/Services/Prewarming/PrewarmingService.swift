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
    let process = device[id]
    guard process.behavior == nil, !device.world.isForceQuit(process) else { return }
    device.world.noteWakeUp()
    process.launch(into: .background, reason: .prewarm)
  }
}

extension Feature {
  /// Launches ahead of the user's.
  public static let prewarming = Feature("prewarming", since: 15)
}
