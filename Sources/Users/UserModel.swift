import Device
import Simulation

/// A source of the user's actions: a schedule, habits, or a recorded trace.
public protocol UserModel: Sendable {
  /// Whether another seed makes another user, as most models do.
  var isDrawn: Bool { get }

  /// The whole run's actions, in order of time; a function of its arguments alone.
  ///
  /// - Parameters:
  ///   - apps: names, by `AppID`.
  func actions(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan, apps: [String]
  ) throws(UserModelError) -> [UserAction]

  /// Network and charger as this user has them over the run; nil where nothing is known of the user
  /// but what is opened. A function of its arguments alone.
  func surroundings(seed: UInt64, duration: TimeSpan, startsAt: TimeSpan) -> Surroundings?
}

extension UserModel {
  public var isDrawn: Bool { true }

  public func surroundings(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan
  ) -> Surroundings? { nil }
}

/// Why a user model has no actions to give.
public struct UserModelError: Error, Sendable, CustomStringConvertible {
  /// `where: what (value); what to do`.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
