import Simulation

/// Where the device is, in degrees.
public struct Position: Sendable, Equatable {
  /// -90 to 90, north is positive.
  public var latitude: Double
  /// -180 to 180, east is positive.
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The place that lies so many metres to the north and to the east, as on a plane; within the
  /// bounds of degrees.
  public func moved(north: Double, east: Double) -> Position {
    let cosine = max(Position.cosine(degrees: latitude), 1e-6)
    var longitude = self.longitude + east / (Position.metresADegree * cosine)
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Position(
      latitude: min(max(latitude + north / Position.metresADegree, -90), 90),
      longitude: min(max(longitude, -180), 180))
  }

  private static let metresADegree = 111_195.0

  /// Metres between two places, as on a plane (equirectangular): within one per cent up to 100 km
  /// and latitudes of 70 degrees. Made of operations that round alike on every machine.
  func distance(to other: Position) -> Double {
    var east = (other.longitude - longitude).magnitude
    if east > 180 { east = 360 - east }
    east *= Position.cosine(degrees: (latitude + other.latitude) / 2)
    let north = other.latitude - latitude
    return Position.metresADegree * (north * north + east * east).squareRoot()
  }

  /// Returns the cosine by its series; the library's differs in the last digit from machine to
  /// machine.
  private static func cosine(degrees: Double) -> Double {
    let square = degrees * degrees * (0.017_453_292_519_943_295 * 0.017_453_292_519_943_295)
    var term = 1.0
    var sum = 1.0
    for step in stride(from: 1.0, through: 15, by: 2) {
      term *= -square / (step * (step + 1))
      sum += term
    }
    return max(sum, 0)
  }
}

/// Where the device is from a moment on.
public struct LocationChange: Sendable {
  public var at: Instant
  public var position: Position

  public init(at: Instant, position: Position) {
    self.at = at
    self.position = position
  }
}
