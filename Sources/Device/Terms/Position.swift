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

  /// Metres between two places, as on a plane (equirectangular): within one per cent up to 100 km
  /// and latitudes of 70 degrees. Made of operations that round alike on every machine.
  func distance(to other: Position) -> Double {
    let perDegree = 111_195.0
    var east = (other.longitude - longitude).magnitude
    if east > 180 { east = 360 - east }
    east *= Position.cosine(degrees: (latitude + other.latitude) / 2)
    let north = other.latitude - latitude
    return perDegree * (north * north + east * east).squareRoot()
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
