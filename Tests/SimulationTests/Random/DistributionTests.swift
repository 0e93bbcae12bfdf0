import Foundation
import Simulation
import Testing

/// A distribution by what theory says of it. The fourth central moment gives the sample variance
/// its standard error.
struct Distribution: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let mean: Double
  let variance: Double
  let fourthMoment: Double
  let draw: @Sendable (inout RandomStream) -> Double

  static let uniform = Distribution(
    testDescription: "uniform", mean: 0.5, variance: 1 / 12.0, fourthMoment: 1 / 80.0
  ) { $0.uniform() }

  static let integer = Distribution(
    testDescription: "integer in -3..<4", mean: 0, variance: 4, fourthMoment: 28
  ) { Double($0.integer(in: -3..<4)) }

  static let bernoulli = Distribution(
    testDescription: "bernoulli 0.2", mean: 0.2, variance: 0.16,
    fourthMoment: 0.16 * (1 - 3 * 0.16)
  ) { $0.bernoulli(0.2) ? 1 : 0 }

  static let exponential = Distribution(
    testDescription: "exponential 2.5", mean: 2.5, variance: 6.25, fourthMoment: 9 * 6.25 * 6.25
  ) { $0.exponential(mean: 2.5) }

  static let normal = Distribution(
    testDescription: "normal -3, 2", mean: -3, variance: 4, fourthMoment: 48
  ) { $0.normal(mean: -3, deviation: 2) }

  static func geometric(_ p: Double) -> Distribution {
    let variance = (1 - p) / (p * p)
    return Distribution(
      testDescription: "geometric \(p)", mean: (1 - p) / p, variance: variance,
      fourthMoment: variance * variance * (9 + p * p / (1 - p))
    ) { Double($0.geometric(p)) }
  }

  static let logNormal: Distribution = {
    let sigma = 0.4
    let w = exp(sigma * sigma)
    let variance = (w - 1) * w * exp(2 * 0.5)
    return Distribution(
      testDescription: "log-normal 0.5, 0.4", mean: exp(0.5 + sigma * sigma / 2),
      variance: variance,
      fourthMoment: variance * variance * (pow(w, 4) + 2 * pow(w, 3) + 3 * w * w - 3)
    ) { $0.logNormal(mu: 0.5, sigma: sigma) }
  }()

  /// From raw moments E[X], ..., E[X^4].
  static func raw(
    _ name: String, _ m: (Double, Double, Double, Double),
    _ draw: @escaping @Sendable (inout RandomStream) -> Double
  ) -> Distribution {
    Distribution(
      testDescription: name, mean: m.0, variance: m.1 - m.0 * m.0,
      fourthMoment: m.3 - 4 * m.0 * m.2 + 6 * m.0 * m.0 * m.1 - 3 * pow(m.0, 4), draw: draw)
  }

  static let weibull = raw(
    "weibull 3, 1.5",
    (3 * tgamma(1 + 1 / 1.5), 9 * tgamma(1 + 2 / 1.5), 27 * tgamma(3), 81 * tgamma(1 + 4 / 1.5))
  ) { $0.weibull(scale: 3, shape: 1.5) }

  /// By the moments of a gamma distribution: k, k, and 3 k^2 + 6 k.
  static func gamma(_ shape: Double) -> Distribution {
    Distribution(
      testDescription: "gamma \(shape)", mean: shape, variance: shape,
      fourthMoment: 3 * shape * shape + 6 * shape
    ) { $0.gamma(shape: shape) }
  }

  /// One share of three: a beta distribution of 2 and 6.
  static let dirichlet: Distribution = {
    // Raw moments of a beta distribution: 2 3 4 ... over 8 9 10 ...
    let first = 2 / 8.0
    let second = first * 3 / 9
    let third = second * 4 / 10
    return raw("dirichlet 2, 5, 1", (first, second, third, third * 5 / 11)) {
      $0.dirichlet([2, 5, 1])[0]
    }
  }()

  static let weighted = raw("index of 1, 0, 3", (1.5, 3, 6, 12)) {
    Double($0.index(weights: [1, 0, 3]))
  }

  static let all: [Distribution] =
    [uniform, integer, bernoulli, exponential, normal, logNormal, weibull, weighted]
    + [dirichlet] + [0.02, 0.5, 0.97].map(geometric)
    + [0.2, 1, 4.5, 300].map(gamma)
}

@Suite struct DistributionTests {
  @Test(
    "mean and variance of a million draws lie within four standard errors of theory",
    arguments: Distribution.all)
  func moments(distribution: Distribution) throws {
    let draws = 1_000_000
    var stream = RandomStream(seed: 2026, name: distribution.testDescription)
    var tally = RunningMoments()
    for _ in 0..<draws { tally.add(distribution.draw(&stream)) }
    let mean = try #require(tally.mean)
    let variance = try #require(tally.variance)
    let meanError = (distribution.variance / Double(draws)).squareRoot()
    let spread = distribution.fourthMoment - distribution.variance * distribution.variance
    let varianceError = (spread / Double(draws)).squareRoot()
    #expect(abs(mean - distribution.mean) < 4 * meanError)
    #expect(abs(variance - distribution.variance) < 4 * varianceError)
  }

  @Test("gamma draws have the quantiles of the law: of shape 1 an exponential's, of 1/2 a square's")
  func gammaQuantiles() throws {
    var stream = RandomStream(seed: 6, name: "gamma law")
    let exponential = (0..<200_000).map { _ in stream.gamma(shape: 1) }.sorted()
    let square = (0..<200_000).map { _ in stream.gamma(shape: 0.5) }.sorted()
    for probability in [0.1, 0.5, 0.9] {
      let wanted = -log1p(-probability)
      #expect(abs(try #require(quantile(probability, ofSorted: exponential)) / wanted - 1) < 0.03)
    }
    // Half the square of a normal: its quantiles are z^2 / 2 of the two-sided normal ones.
    for (probability, score) in [(0.1, 0.125661), (0.5, 0.674490), (0.9, 1.644854)] {
      let wanted = score * score / 2
      #expect(abs(try #require(quantile(probability, ofSorted: square)) / wanted - 1) < 0.05)
    }
  }

  @Test("Dirichlet shares add up to 1, zeros stay zero, and the tiniest parameters leave one whole")
  func dirichletShares() {
    var stream = RandomStream(seed: 7, name: "shares")
    var wholes = [0, 0, 0]
    for _ in 0..<3_000 {
      let shares = stream.dirichlet([0.5, 0, 30])
      #expect(abs(shares.reduce(0, +) - 1) < 1e-12 && shares[1] == 0)
      let tiny = stream.dirichlet([1e-6, 0, 3e-6])
      if let whole = tiny.firstIndex(of: 1) { wholes[whole] += 1 }
    }
    // The one that takes all is drawn by the parameters: 1 in 4, within four standard errors.
    #expect(wholes[1] == 0 && wholes[0] + wholes[2] == 3_000)
    #expect(abs(Double(wholes[0]) - 750) < 95)
  }

  @Test("a log-normal by median and 95th percentile has them")
  func logNormalByQuantiles() throws {
    var stream = RandomStream(seed: 3, name: "latency")
    let sample = (0..<200_000).map { _ in stream.logNormal(median: 0.2, p95: 1.1) }.sorted()
    #expect(abs(try #require(quantile(0.5, ofSorted: sample)) / 0.2 - 1) < 0.02)
    #expect(abs(try #require(quantile(0.95, ofSorted: sample)) / 1.1 - 1) < 0.02)
  }

  @Test("uniform draws stay in [0, 1) and integers in their range, the widest included")
  func ranges() {
    var stream = RandomStream(seed: 4, name: "ranges")
    var signs = Set<Bool>()
    for _ in 0..<10_000 {
      let uniform = stream.uniform()
      let only = stream.integer(in: 5..<6)
      #expect(uniform >= 0 && uniform < 1 && only == 5)
      signs.insert(stream.integer(in: Int.min..<Int.max) < 0)
    }
    #expect(signs == [true, false])
  }

  @Test("probabilities of 0 and 1, deviations of 0 and means of 0 are certain")
  func certainties() {
    var stream = RandomStream(seed: 5, name: "certain")
    for _ in 0..<1000 {
      let chances = [stream.bernoulli(0), stream.bernoulli(1)]
      let values = [stream.normal(mean: 3, deviation: 0), stream.exponential(mean: 0)]
      let counts = [stream.geometric(1), stream.index(weights: [0, 2, 0])]
      #expect(chances == [false, true])
      #expect(values == [3, 0])
      #expect(counts == [0, 1])
    }
  }

  @Test("a shuffle keeps the elements and draws each of the six orders of three equally often")
  func shuffle() {
    var stream = RandomStream(seed: 6, name: "shuffle")
    var counts: [[Int]: Int] = [:]
    for _ in 0..<60_000 {
      var elements = [1, 2, 3]
      stream.shuffle(&elements)
      counts[elements, default: 0] += 1
    }
    #expect(counts.count == 6)
    for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
      // Standard error sqrt(n p (1 - p)) = 91.
      #expect(abs((counts[order] ?? 0) - 10_000) < 4 * 91)
    }
  }
}
