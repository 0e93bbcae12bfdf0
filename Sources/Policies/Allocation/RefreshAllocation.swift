import Foundation

/// The mean over all copies that an allocation of refreshes makes best.
enum RefreshObjective: Sendable {
  case freshness
  case age

  /// Returns the worth of a refresh at an age of the copy: what the mean gains for each refresh
  /// more when the copy is refreshed at that age again and again, -d(mean) / d(frequency).
  func worth(changeRate: Double, after age: Double) -> Double {
    guard changeRate > 0, age > 0 else { return 0 }
    let r = changeRate * age
    switch self {
    case .freshness: return gain(r) / changeRate
    case .age: return gain(r) / (changeRate * changeRate)
    }
  }

  /// Returns the worth of a refresh at an age of the copy, at the change rate where it is greatest.
  func greatestWorth(after age: Double) -> Double {
    switch self {
    // (1 - (1 + r) e^-r) / r is greatest at r = 1.7933.
    case .freshness: 0.298_425_6 * max(0, age)
    // The copy is always out of date.
    case .age: age * max(0, age) / 2
    }
  }

  /// Returns the worth at rate 1, rising with r = rate x age.
  fileprivate func gain(_ r: Double) -> Double {
    switch self {
    // dF/df = (1 - (1 + r) e^-r) / rate
    case .freshness: -expm1(-r) - r * exp(-r)
    // -dA/df = (r^2 / 2 - 1 + (1 + r) e^-r) / rate^2, where the terms cancel for small r.
    case .age: r < 1e-3 ? r * r * r / 3 : r * r / 2 + expm1(-r) + r * exp(-r)
    }
  }
}

/// The frequencies at which to refresh copies whose sources change at random, when all refreshes
/// together have a frequency: the allocation with the best mean freshness or age.
///
/// The model of Cho and Garcia-Molina (Synchronizing a Database to Improve Freshness, SIGMOD 2000;
/// Effective Page Refresh Policies for Web Crawlers, ACM TODS 28(4), 2003): changes are a Poisson
/// process, refreshes are evenly spaced. Rates and frequencies are per unit of time, any unit.
///
/// At the best allocation one more refresh is worth the same to every copy that gets any
/// (Lagrange). A copy that changes too fast gets nothing for freshness: it would be stale again at
/// once. `limits` are the most that each may get; the sum is the smaller of `total` and all that
/// the copies can use. Change rates are finite; a copy that never changes gets nothing. O(n) times
/// some hundreds.
struct RefreshAllocation {
  let frequencies: [Double]
  /// The worth of one more refresh to each copy that gets as many as it can use.
  let worth: Double

  init(
    changeRates: [Double], total: Double, limits: [Double], objective: RefreshObjective
  ) {
    guard limits.isEmpty || limits.count == changeRates.count else {
      fatalError("RefreshAllocation: \(limits.count) limits for \(changeRates.count) rates")
    }
    let copies = changeRates.indices.map { index in
      RefreshedCopy(
        changeRate: max(0, changeRates[index]),
        limit: limits.isEmpty ? .infinity : max(0, limits[index]))
    }
    let most = copies.reduce(0) { $0 + ($1.changeRate > 0 ? $1.limit : 0) }
    if total <= 0 || copies.allSatisfy({ $0.changeRate == 0 }) {
      frequencies = copies.map { _ in 0 }
      worth = .infinity
      return
    }
    if most <= total {
      frequencies = copies.map { $0.changeRate > 0 ? $0.limit : 0 }
      worth = 0
      return
    }

    func shares(_ logWorth: Double) -> [Double] {
      copies.map { $0.frequency(worth: exp(logWorth), objective) }
    }
    func excess(_ logWorth: Double) -> Double { shares(logWorth).reduce(-total, +) }
    // The search goes from a worth so high that there are too few refreshes to one so low that
    // there are too many.
    var high = 0.0
    while excess(high) > 0 { high += 4 }
    var low = high - 4
    while excess(low) < 0 { low -= 4 }
    let logWorth = root(of: excess, between: low, and: high)
    // The sum is exactly the total, however the search was rounded.
    let found = shares(logWorth)
    let sum = found.reduce(0, +)
    frequencies = zip(found, copies).map { sum > 0 ? min($0 * total / sum, $1.limit) : 0 }
    worth = exp(logWorth)
  }
}

/// One of the copies among which refreshes are allocated.
struct RefreshedCopy {
  let changeRate: Double
  let limit: Double

  /// Returns the frequency at which one more refresh is worth just so much.
  func frequency(worth: Double, _ objective: RefreshObjective) -> Double {
    guard changeRate > 0, worth < .infinity else { return 0 }
    switch objective {
    case .freshness:
      let target = worth * changeRate
      return target < 1 ? quotient(target, objective.gain) : 0
    case .age:
      return quotient(worth * changeRate * changeRate, objective.gain)
    }
  }

  /// Returns rate / r for the r at which a rising function reaches a target above zero.
  private func quotient(_ target: Double, _ function: (Double) -> Double) -> Double {
    // The copy is nearer to always fresh than any limit could matter.
    guard target > 1e-12 else { return limit }
    var high = 1.0
    while function(high) < target, high < 1e9 { high *= 2 }
    var low = high / 2
    while function(low) > target { low /= 2 }
    let r = root(of: { function($0) - target }, between: low, and: high)
    return min(changeRate / r, limit)
  }
}

/// Returns where a continuous function that has different signs at two places is zero, to 12
/// digits: regula falsi in Illinois form (Dowell and Jarratt, BIT 11, 1971).
func root(of function: (Double) -> Double, between first: Double, and second: Double) -> Double {
  var (a, b) = (first, second)
  var (atA, atB) = (function(a), function(b))
  for _ in 0..<200 where abs(b - a) > 1e-12 * max(abs(a), abs(b)) && atA != 0 {
    if atB == 0 { return b }
    let c = (a * atB - b * atA) / (atB - atA)
    let atC = function(c)
    if (atC < 0) != (atB < 0) {
      (a, atA) = (b, atB)
    } else {
      atA /= 2
    }
    (b, atB) = (c, atC)
  }
  return atA == 0 ? a : b
}
