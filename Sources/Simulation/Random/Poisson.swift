import Foundation

extension RandomStream {
  /// Poisson with a mean that is finite and not negative. O(mean) below 10, O(1) above.
  public mutating func poisson(mean: Double) -> Int {
    guard mean >= 0, mean.isFinite else {
      trapParameter("poisson(mean:)", "the mean \(mean) is negative or not finite")
    }
    return mean < 10 ? poissonByMultiplication(mean) : poissonByRejection(mean)
  }

  /// Counts the uniform draws whose product stays above e^-mean (Knuth, TAOCP 3.4.1).
  private mutating func poissonByMultiplication(_ mean: Double) -> Int {
    let limit = exp(-mean)
    var product = uniform()
    var count = 0
    while product > limit {
      product *= uniform()
      count += 1
    }
    return count
  }

  /// Transformed rejection with squeeze, algorithm PTRS of Hörmann (1993); needs mean >= 10.
  private mutating func poissonByRejection(_ mean: Double) -> Int {
    let b = 0.931 + 2.53 * sqrt(mean)
    let a = -0.059 + 0.02483 * b
    let inverseAlpha = 1.1239 + 1.1328 / (b - 3.4)
    let squeeze = 0.9277 - 3.6224 / (b - 2)
    let logMean = log(mean)
    while true {
      let u = uniform() - 0.5
      let v = 1 - uniform()
      let us = 0.5 - abs(u)
      let k = ((2 * a / us + b) * u + mean + 0.43).rounded(.down)
      if us >= 0.07 && v <= squeeze { return saturatedInt(k) }
      if k < 0 || (us < 0.013 && v > us) { continue }
      let density = log(v * inverseAlpha / (a / (us * us) + b))
      if density <= k * logMean - mean - logFactorial(k) { return saturatedInt(k) }
    }
  }

  /// ln k!, by Stirling's series where three terms are exact to 1e-10, by the sum below.
  private func logFactorial(_ k: Double) -> Double {
    guard k >= 10 else {
      var product = 1.0
      var factor = 2.0
      while factor <= k {
        product *= factor
        factor += 1
      }
      return log(product)
    }
    let square = k * k
    let series = (1 / 12.0 - (1 / 360.0 - 1 / (1260 * square)) / square) / k
    return (k + 0.5) * log(k) - k + 0.5 * log(2 * .pi) + series
  }
}
