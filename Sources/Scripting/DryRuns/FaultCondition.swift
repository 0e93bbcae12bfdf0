/// The adverse condition of one dry run of an app.
public enum FaultCondition: String, CaseIterable, Sendable {
  /// Nothing does: what is found then, every user meets.
  case nothing
  /// The time of its tasks is over as soon as they have begun.
  case noTime
  /// No network from its first launch on.
  case noNetwork
  /// Its servers take ten minutes to answer.
  case slowServers
  /// Low Power Mode, and a battery that is nearly empty.
  case lowPower
  /// The user swipes it away when it was left, and opens it again.
  case forceQuit
  /// The system ends it for want of memory when it was left.
  case memory
  /// The phone is restarted, and the app is launched before anybody unlocks it.
  case locked

  /// The words that follow a finding: in which condition it came to light.
  public var phrase: String {
    switch self {
    case .nothing: "though nothing goes against it"
    case .noTime: "when its time in the background is over at once"
    case .noNetwork: "without a network"
    case .slowServers: "when servers take ten minutes to answer"
    case .lowPower: "in Low Power Mode with an empty battery"
    case .forceQuit: "when it is swiped away and opened again"
    case .memory: "when it is ended for want of memory"
    case .locked: "when it is launched before the phone is unlocked"
    }
  }
}
