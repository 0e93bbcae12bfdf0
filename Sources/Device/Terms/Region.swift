/// A circle on the ground that an app has the system watch: `CLCircularRegion`.
public struct Region: Sendable, Equatable {
  /// The name by which the app knows it; a region of the same name takes its place.
  public var identifier: String
  public var center: Position
  /// Metres, above 0.
  public var radius: Double
  public var notifiesOnEntry: Bool
  public var notifiesOnExit: Bool

  public init(
    identifier: String, center: Position, radius: Double, notifiesOnEntry: Bool = true,
    notifiesOnExit: Bool = true
  ) {
    self.identifier = identifier
    self.center = center
    self.radius = radius
    self.notifiesOnEntry = notifiesOnEntry
    self.notifiesOnExit = notifiesOnExit
  }

  func contains(_ position: Position) -> Bool { center.distance(to: position) <= radius }
}

/// An event of a region, as its app hears of it.
public struct RegionEvent: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    case entered
    case left
    /// Where the device is, as the app has asked; nil: nobody knows.
    case state(isInside: Bool?)
    /// It is not watched: the app has as many as it may have.
    case failed
  }

  public let region: Region
  public let kind: Kind

  /// `CLError.Code.regionMonitoringFailure`.
  public static let monitoringFailure = 5
}

/// An event of a region that an app is to be told, counted from 1 over the app's whole run.
public struct RegionEventID: Hashable, Sendable {
  let number: Int32
}

/// Why a driver cannot bring the device into an app's region, or out of it.
public enum RegionObstacle: Error, Equatable {
  /// The app watches no region of that name; those that it watches, in order.
  case notMonitored(known: [String])
  case alreadyInside
  case notInside
}
