import Simulation

/// The hours a day on each network and on the charger.
public struct HoursBySurroundings: Sendable, Equatable {
  public private(set) var wifi = 0.0
  public private(set) var cellular = 0.0
  public private(set) var charger = 0.0

  /// Adds up the hours, and divides them by the days. O(changes).
  public init(_ surroundings: Surroundings, duration: TimeSpan) {
    let days = duration / .days(1)
    let end = Instant.start + duration
    func hours<Change>(
      _ changes: [Change], _ at: (Change) -> Instant, while holds: (Change) -> Bool
    ) -> Double {
      let ends = changes.dropFirst().map(at) + [end]
      return zip(changes, ends).reduce(0) { sum, pair in
        holds(pair.0) ? sum + (pair.1 - at(pair.0)) / .hours(1) : sum
      } / days
    }
    wifi = hours(surroundings.network, \.at) { $0.kind == .wifi }
    cellular = hours(surroundings.network, \.at) { $0.kind == .cellular }
    charger = hours(surroundings.power, \.at) { $0.charging == true }
  }
}
