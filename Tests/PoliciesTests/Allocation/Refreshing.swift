import Foundation

@testable import Policies

/// The quality of a copy that is refreshed at a fixed frequency while its source changes at random.
///
/// The model of Cho and Garcia-Molina (Synchronizing a Database to Improve Freshness, SIGMOD 2000;
/// Effective Page Refresh Policies for Web Crawlers, ACM TODS 28(4), 2003): changes are a Poisson
/// process, refreshes are evenly spaced. Rates and frequencies are per unit of time, any unit.
enum Refreshing {
  /// Returns the part of the time in which the copy is up to date: (1 - e^-r) / r with r = rate /
  /// frequency.
  static func freshness(changeRate: Double, frequency: Double) -> Double {
    if changeRate <= 0 { return 1 }
    if frequency <= 0 { return 0 }
    let r = changeRate / frequency
    return -expm1(-r) / r
  }

  /// Returns how long the copy has been out of date, in the mean over time, counting 0 while it is
  /// not: (1/f) (1/2 - 1/r + (1 - e^-r) / r^2).
  static func age(changeRate: Double, frequency: Double) -> Double {
    if changeRate <= 0 { return 0 }
    if frequency <= 0 { return .infinity }
    let r = changeRate / frequency
    // The terms cancel for small r, where the series is r / 6 - r^2 / 24.
    let factor = r < 1e-3 ? r / 6 - r * r / 24 : 0.5 - 1 / r - expm1(-r) / (r * r)
    return factor / frequency
  }
}

func refreshFrequencies(
  changeRates: [Double], total: Double, limits: [Double] = [],
  objective: RefreshObjective = .freshness
) -> [Double] {
  RefreshAllocation(
    changeRates: changeRates, total: total, limits: limits, objective: objective
  ).frequencies
}
