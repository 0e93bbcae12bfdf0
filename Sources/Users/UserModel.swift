import Device
import Simulation

/// A source of the user's actions: a schedule, habits, a drawn person or a recording.
public protocol UserModel: Sendable {
  /// Whether another seed makes another user, as most models do.
  var isDrawn: Bool { get }

  /// Returns the actions of the whole run in order of time; a function of its arguments alone.
  ///
  /// - Parameters:
  ///   - startsAt: the time of day at which the run starts.
  ///   - apps: the names of the scenario's apps, by `AppID`.
  func actions(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan, apps: [String]
  ) throws(UserModelError) -> [UserAction]

  /// Returns network and charger as this user has them over the run, or nil where nothing is known
  /// of the user but what is opened; a function of its arguments alone.
  func surroundings(seed: UInt64, duration: TimeSpan, startsAt: TimeSpan) -> Surroundings?
}

extension UserModel {
  public var isDrawn: Bool { true }

  public func surroundings(
    seed: UInt64, duration: TimeSpan, startsAt: TimeSpan
  ) -> Surroundings? { nil }
}

/// Network and charger as a user's places have them.
public struct Surroundings: Sendable, Equatable {
  /// The networks in order of time, the first at the start.
  public var network: [NetworkChange] = []
  /// Battery and charger in order of time, the first at the start.
  public var power: [PowerChange] = []
}

/// Why a user model has no actions to give.
public struct UserModelError: Error, Sendable, CustomStringConvertible {
  /// The message: `where: what (value); what to do`.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
