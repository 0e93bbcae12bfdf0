import Device
import Simulation

/// The number of fetches that a device can sustain.
struct FetchBudget {
  private let startsPerHour: Double
  /// The seconds that the pool gains each second; infinite without a pool that matters.
  private let refillRate: Double
  private let concurrent: Double
  private let allowance: TimeSpan

  init(_ device: DeviceConfiguration) {
    let hour = TimeSpan.hours(1)
    let slots = device.slots(of: device.contentLane)
    startsPerHour = Double(slots.starts) * (hour / max(slots.window, .nanoseconds(1)))
    // The pool pays for no jobs.
    let refillEvery = device.platform.hasPool ? device.pool.refillEvery : nil
    refillRate = refillEvery.map { device.pool.budget.largestRefill / $0 } ?? .infinity
    concurrent = Double(slots.concurrent)
    allowance = device.longestContentWork
  }

  /// Returns the fetches an hour that slots and pool allow.
  ///
  /// - Parameters:
  ///   - seconds: the mean time of a fetch; nil while unknown.
  func fetchesPerHour(taking seconds: Double?) -> Double {
    let hours = max(1e-3, seconds ?? allowance.seconds) / 3_600
    return min(startsPerHour, min(refillRate, concurrent) / hours)
  }
}
