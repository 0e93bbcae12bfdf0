import Experiments
import Testing

@Suite("Student's t distribution")
struct StudentTests {
  /// Degrees of freedom and the quantiles at .95, .975, .99, .995 and .9995, as statistical tables
  /// print them (Fisher and Yates, Statistical Tables, table III).
  static let table: [(degrees: Double, quantiles: [Double])] = [
    (1, [6.314, 12.706, 31.821, 63.657, 636.619]),
    (2, [2.920, 4.303, 6.965, 9.925, 31.599]),
    (5, [2.015, 2.571, 3.365, 4.032, 6.869]),
    (10, [1.812, 2.228, 2.764, 3.169, 4.587]),
    (29, [1.699, 2.045, 2.462, 2.756, 3.659]),
    (30, [1.697, 2.042, 2.457, 2.750, 3.646]),
    (100, [1.660, 1.984, 2.364, 2.626, 3.390]),
    (120, [1.658, 1.980, 2.358, 2.617, 3.373]),
  ]
  static let levels = [0.95, 0.975, 0.99, 0.995, 0.9995]

  @Test("Its quantiles are those of published tables, and negative on the other side")
  func quantiles() {
    for (degrees, quantiles) in Self.table {
      for (level, expected) in zip(Self.levels, quantiles) {
        let value = studentQuantile(level, degrees: degrees)
        #expect(abs(value - expected) <= 0.0005001, "\(level), \(degrees) degrees")
        #expect(abs(studentQuantile(1 - level, degrees: degrees) + value) < 1e-9 * value)
      }
    }
  }

  @Test("Its tails undo its quantiles, and lie on both sides of one half")
  func tails() {
    for (degrees, _) in Self.table {
      #expect(studentTail(0, degrees: degrees) == 0.5)
      for level in Self.levels {
        let value = studentQuantile(level, degrees: degrees)
        #expect(abs(studentTail(value, degrees: degrees) - (1 - level)) < 1e-12)
        #expect(abs(studentTail(-value, degrees: degrees) - level) < 1e-12)
      }
    }
  }

  @Test("With one degree of freedom it is Cauchy's distribution, far out too")
  func cauchy() {
    // 1/2 − arctan(t)/π, which is close to 1/(π t) far out.
    #expect(abs(studentTail(1, degrees: 1) - 0.25) < 1e-15)
    #expect(abs(studentTail(1e9, degrees: 1) * 1e9 * .pi - 1) < 1e-12)
  }

  @Test("Beyond all bounds there is nothing")
  func infinite() {
    #expect(studentTail(.infinity, degrees: 3) == 0)
    #expect(studentTail(-.infinity, degrees: 3) == 1)
  }
}
