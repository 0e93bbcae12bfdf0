import Device
import Simulation

/// An adverse condition of a dry run of an app.
public enum FaultCondition: String, CaseIterable, Sendable {
  /// Nothing does: what is found then, every user meets.
  case nothing
  /// The time of its tasks is over as soon as they have begun.
  case noTime
  /// It is refused all background tasks, and its servers take ten minutes to answer.
  case noTask
  /// No network from its first launch on.
  case noNetwork
  /// Its servers take ten minutes to answer.
  case slowServers
  /// Its servers have nothing new.
  case nothingNew
  /// Its servers refuse it, as after a session that has ended.
  case unauthorized
  /// Its servers fail.
  case serverError
  /// Its servers answer with no content.
  case emptyAnswer
  /// Low Power Mode, and a battery that is nearly empty.
  case lowPower
  /// The user swipes it away when it was left, and opens it again.
  case forceQuit
  /// The system ends it for want of memory when it was left.
  case memory
  /// The phone is restarted, and the app is launched before anybody unlocks it, as iOS may do.
  case locked
  /// The phone is restarted, and the app hears of that when it is unlocked, as on Android.
  case restarted

  /// Whether phones of a family can be in it.
  private func exists(on family: SystemFamily) -> Bool {
    switch self {
    case .locked: family == .iOS
    case .restarted: family == .android
    default: true
    }
  }

  /// The words that follow a finding: in which condition it came to light.
  public var phrase: String {
    switch self {
    case .nothing: "in an ordinary run"
    case .noTime: "when its time in the background is over at once"
    case .noTask: "when it is refused a background task, and servers take ten minutes to answer"
    case .noNetwork: "without a network"
    case .slowServers: "when servers take ten minutes to answer"
    case .nothingNew: "when servers have nothing new"
    case .unauthorized: "when servers answer with status 401"
    case .serverError: "when servers answer with status 500"
    case .emptyAnswer: "when servers answer with an empty body"
    case .lowPower: "in Low Power Mode with an empty battery"
    case .forceQuit: "when it is swiped away and opened again"
    case .memory: "when it is ended for want of memory"
    case .locked: "when it is launched before the phone is unlocked"
    case .restarted: "when the phone is restarted"
    }
  }

  /// What of the phone it is about: of each, a phone has one condition at a time.
  private enum Matter { case time, servers, power, interruption }

  private var matter: Matter? {
    switch self {
    case .nothing: nil
    case .noTime: .time
    case .noTask, .noNetwork, .slowServers, .nothingNew, .unauthorized, .serverError, .emptyAnswer:
      .servers
    case .lowPower: .power
    case .forceQuit, .memory, .locked, .restarted: .interruption
    }
  }

  /// No condition, each alone, then all pairs that a phone can be in; that no task is given is rare
  /// enough alone.
  static func combinations(on family: SystemFamily) -> [[FaultCondition]] {
    let all = allCases.filter { $0.exists(on: family) }
    let alone = all.map { [$0] }
    let adverse = all.filter { $0 != .nothing && $0 != .noTask }
    let pairs = adverse.indices.flatMap { first in
      adverse[(first + 1)...].filter { $0.matter != adverse[first].matter }
        .map { [adverse[first], $0] }
    }
    return alone + pairs
  }
}

extension ServerConfiguration {
  /// The server in a condition of its answers.
  func under(_ conditions: [FaultCondition]) -> ServerConfiguration {
    var server = self
    if conditions.contains(.nothingNew) || conditions.contains(.emptyAnswer) {
      server.publication = .never
    }
    if conditions.contains(.emptyAnswer) { server.answerBytes = 0 }
    return server
  }
}
