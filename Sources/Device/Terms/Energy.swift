import Simulation

/// Electrical power, in whole microwatts; not negative.
public struct Power: Comparable, Hashable, Sendable {
  public let microwatts: Int64

  /// The power nearest to a number of watts, which is finite and below 10^12.
  public static func watts(_ watts: Double) -> Power {
    Power(microwatts: Int64((watts * 1e6).rounded()))
  }

  public static func < (left: Power, right: Power) -> Bool { left.microwatts < right.microwatts }

  /// Returns the energy spent in so much time; exact.
  public static func * (power: Power, time: TimeSpan) -> Energy {
    Energy(femtojoules: Int128(power.microwatts) * Int128(time.nanoseconds))
  }
}

/// Energy, in whole femtojoules (a microwatt for a nanosecond), so that sums are exact in any
/// order.
public struct Energy: Comparable, Hashable, Sendable, AdditiveArithmetic {
  public let femtojoules: Int128

  public static let zero = Energy(femtojoules: 0)

  /// Returns the energy that a battery of that charge holds.
  public static func battery(milliampHours: Double, volts: Double) -> Energy {
    Power.watts(milliampHours / 1_000 * volts) * .hours(1)
  }

  /// Rounded to the nearest double.
  public var joules: Double { Double(femtojoules) / 1e15 }

  public static func < (left: Energy, right: Energy) -> Bool {
    left.femtojoules < right.femtojoules
  }

  public static func + (left: Energy, right: Energy) -> Energy {
    Energy(femtojoules: left.femtojoules + right.femtojoules)
  }

  public static func - (left: Energy, right: Energy) -> Energy {
    Energy(femtojoules: left.femtojoules - right.femtojoules)
  }

  /// How many times one energy holds another.
  public static func / (left: Energy, right: Energy) -> Double {
    Double(left.femtojoules) / Double(right.femtojoules)
  }
}

/// Energy, and how much of it work in background time took that a policy had granted.
struct SharedEnergy: AdditiveArithmetic {
  var all = Energy.zero
  var granted = Energy.zero

  static let zero = SharedEnergy()

  static func + (left: SharedEnergy, right: SharedEnergy) -> SharedEnergy {
    SharedEnergy(all: left.all + right.all, granted: left.granted + right.granted)
  }

  static func - (left: SharedEnergy, right: SharedEnergy) -> SharedEnergy {
    SharedEnergy(all: left.all - right.all, granted: left.granted - right.granted)
  }
}
