import Foundation

extension RandomStream {
  /// Gamma of a shape, which is positive, and scale 1: mean and variance are the shape.
  ///
  /// Squeezed rejection from a normal (Marsaglia and Tsang 2000); a shape below 1 by one above it and
  /// a uniform's power, as they advise. A shape near 0 may underflow to 0.
  public mutating func gamma(shape: Double) -> Double {
    guard shape > 0, shape.isFinite else {
      trapParameter("gamma(shape:)", "the shape \(shape) is not positive or not finite")
    }
    guard shape >= 1 else {
      let larger = gamma(shape: shape + 1)
      return larger * exp(log1p(-uniform()) / shape)
    }
    let d = shape - 1 / 3.0
    let c = 1 / sqrt(9 * d)
    while true {
      let x = normal(mean: 0, deviation: 1)
      let root = 1 + c * x
      guard root > 0 else { continue }
      let v = root * root * root
      let u = 1 - uniform()
      if log(u) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }

  /// Dirichlet: shares that add up to 1, whose means are in proportion to the parameters, and the
  /// closer to those the greater the parameters' sum (as gamma draws over their sum; Devroye 1986,
  /// XI.4). A parameter of 0 gives the share 0; they are not negative and not all zero. O(n).
  public mutating func dirichlet(_ parameters: [Double]) -> [Double] {
    guard parameters.contains(where: { $0 > 0 }) else {
      trapParameter("dirichlet(_:)", "no parameter of \(parameters) is positive")
    }
    let draws = parameters.map { $0 > 0 ? gamma(shape: $0) : 0 }
    let total = draws.reduce(0, +)
    guard total > 0 else {
      // All have underflowed: of such parameters one takes nearly everything.
      let whole = index(weights: parameters)
      return parameters.indices.map { $0 == whole ? 1 : 0 }
    }
    return draws.map { $0 / total }
  }
}
