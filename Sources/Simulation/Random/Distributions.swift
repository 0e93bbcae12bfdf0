import Foundation

// Parameters outside their ranges are programmer errors: whoever takes them from a script has
// checked them there, where file and line are known.

extension RandomStream {
  /// Uniform in [0, 1), with 53 bits.
  @inlinable
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Uniform among the integers of a range, without bias (Lemire 2019). The range is not empty.
  @inlinable
  public mutating func integer(in range: Range<Int>) -> Int {
    if range.isEmpty { trapParameter("integer(in:)", "the range \(range) is empty") }
    let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    var product = next().multipliedFullWidth(by: width)
    if product.low < width {
      let threshold = (0 &- width) % width
      while product.low < threshold { product = next().multipliedFullWidth(by: width) }
    }
    return range.lowerBound &+ Int(truncatingIfNeeded: product.high)
  }

  /// True with a probability; always one draw. Below 0 counts as 0, above 1 as 1.
  @inlinable
  public mutating func bernoulli(_ probability: Double) -> Bool { uniform() < probability }

  /// Exponential, by inversion. The mean is not negative.
  public mutating func exponential(mean: Double) -> Double {
    guard mean >= 0 else { trapParameter("exponential(mean:)", "the mean \(mean) is negative") }
    return -mean * log1p(-uniform())
  }

  /// Normal (Box and Muller 1958); always two draws, none kept for later. The deviation is not
  /// negative.
  public mutating func normal(mean: Double, deviation: Double) -> Double {
    guard deviation >= 0 else {
      trapParameter("normal(mean:deviation:)", "the deviation \(deviation) is negative")
    }
    return mean + deviation * standardNormal()
  }

  /// Log-normal: `exp` of a normal with mean `mu` and deviation `sigma`, which is not negative.
  public mutating func logNormal(mu: Double, sigma: Double) -> Double {
    exp(normal(mean: mu, deviation: sigma))
  }

  /// Log-normal by its median and its 95th percentile: 0 < median <= p95.
  public mutating func logNormal(median: Double, p95: Double) -> Double {
    guard median > 0, p95 >= median else {
      trapParameter("logNormal(median:p95:)", "not 0 < median (\(median)) <= p95 (\(p95))")
    }
    let standardP95 = 1.6448536269514722
    return logNormal(mu: log(median), sigma: log(p95 / median) / standardP95)
  }

  /// The number of failures before the first success: 0, 1, 2, ... with mean (1 - p) / p, by
  /// inversion. 0 < p <= 1.
  public mutating func geometric(_ probability: Double) -> Int {
    guard probability > 0, probability <= 1 else {
      trapParameter("geometric(_:)", "the probability \(probability) is not in (0, 1]")
    }
    let draw = log1p(-uniform())
    guard probability < 1 else { return 0 }
    return saturatedInt((draw / log1p(-probability)).rounded(.down))
  }

  /// Weibull, by inversion; scale and shape positive.
  public mutating func weibull(scale: Double, shape: Double) -> Double {
    guard scale > 0, shape > 0 else {
      trapParameter("weibull(scale:shape:)", "\(scale) or \(shape) is not positive")
    }
    return scale * pow(-log1p(-uniform()), 1 / shape)
  }

  /// An index drawn in proportion to its weight. Weights are finite, not negative and not all zero.
  /// O(n).
  public mutating func index(weights: [Double]) -> Int {
    var total = 0.0
    for weight in weights {
      guard weight >= 0 else { trapParameter("index(weights:)", "a weight is \(weight)") }
      total += weight
    }
    guard total > 0, total.isFinite else {
      trapParameter("index(weights:)", "the weights \(weights) add up to \(total)")
    }
    var rest = uniform() * total
    var last = 0
    for (index, weight) in weights.enumerated() where weight > 0 {
      if rest < weight { return index }
      rest -= weight
      last = index
    }
    return last
  }

  /// Puts the elements into a uniformly drawn order (Fisher and Yates). O(n).
  @inlinable
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, integer(in: 0..<last + 1))
    }
  }

  private mutating func standardNormal() -> Double {
    let radius = sqrt(-2 * log1p(-uniform()))
    return radius * cos(2 * .pi * uniform())
  }
}

/// The integer part of a number at least 0, or `Int.max` for what is larger.
func saturatedInt(_ value: Double) -> Int { value < 0x1p63 ? Int(value) : .max }

@usableFromInline
func trapParameter(_ function: String, _ problem: String) -> Never {
  fatalError("RandomStream.\(function): \(problem)")
}
