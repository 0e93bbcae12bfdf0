import Simulation
import Testing

@testable import Policies

/// The figures are those of Cho and Garcia-Molina's model for five copies that change 1 to 5 times
/// in a unit of time, refreshed five times in all.
@Suite("allocation of refreshes")
struct RefreshAllocationTests {
  private static let rates = [1.0, 2, 3, 4, 5]

  private func isNear(_ values: [Double], _ expected: [Double], within error: Double) -> Bool {
    zip(values, expected).allSatisfy { abs($0 - $1) <= error } && values.count == expected.count
  }

  private func freshness(_ frequencies: [Double], _ rates: [Double] = rates) -> Double {
    zip(rates, frequencies).reduce(0) {
      $0 + Refreshing.freshness(changeRate: $1.0, frequency: $1.1) / Double(rates.count)
    }
  }

  private func age(_ frequencies: [Double], _ rates: [Double] = rates) -> Double {
    zip(rates, frequencies).reduce(0) {
      $0 + Refreshing.age(changeRate: $1.0, frequency: $1.1) / Double(rates.count)
    }
  }

  @Test(
    "freshness of one copy refreshed once a unit",
    arguments: [(0.1, 0.951626), (0.5, 0.786939), (1, 0.632121), (2, 0.432332), (5, 0.198652)])
  func oneCopy(rate: Double, expected: Double) {
    #expect(abs(Refreshing.freshness(changeRate: rate, frequency: 1) - expected) < 5e-7)
  }

  @Test("freshness and age at the ends: never changing, never refreshed, refreshed all the time")
  func ends() {
    #expect(Refreshing.freshness(changeRate: 0, frequency: 0) == 1)
    #expect(Refreshing.freshness(changeRate: 1, frequency: 0) == 0)
    #expect(Refreshing.age(changeRate: 0, frequency: 0) == 0)
    #expect(Refreshing.age(changeRate: 1, frequency: 0) == .infinity)
    #expect(Refreshing.age(changeRate: 1, frequency: 1e9) < 1e-9)
    let series = Refreshing.age(changeRate: 0.99e-3, frequency: 1)
    let formula = Refreshing.age(changeRate: 1.01e-3, frequency: 1)
    #expect(abs(formula / series - 1.01 / 0.99) < 1e-4)
  }

  @Test("the freshness-optimal allocation, and what uniform and proportional ones reach")
  func freshnessOptimal() {
    let best = refreshFrequencies(changeRates: Self.rates, total: 5)
    #expect(isNear(best, [1.1499, 1.3584, 1.3538, 1.1379, 0], within: 5e-5))
    #expect(abs(best.reduce(0, +) - 5) < 1e-12)
    #expect(abs(freshness(best) - 0.373889) < 5e-7)
    #expect(abs(freshness([1, 1, 1, 1, 1]) - 0.365053) < 5e-7)
    #expect(abs(freshness(Self.rates.map { $0 / 3 }) - 0.316738) < 5e-7)
  }

  @Test("the age-optimal allocation, and what uniform and proportional ones reach")
  func ageOptimal() {
    let best = refreshFrequencies(changeRates: Self.rates, total: 5, objective: .age)
    #expect(isNear(best, [0.835, 0.968, 1.034, 1.071, 1.093], within: 5e-4))
    #expect(abs(age(best) - 0.250335) < 5e-7)
    #expect(abs(age([1, 1, 1, 1, 1]) - 0.254324) < 5e-7)
    #expect(abs(age(Self.rates.map { $0 / 3 }) - 0.372977) < 5e-7)
  }

  @Test("nothing to spread, nobody to spread it to, and limits that bind")
  func ends2() {
    #expect(refreshFrequencies(changeRates: [], total: 5) == [])
    #expect(refreshFrequencies(changeRates: [1, 2], total: 0) == [0, 0])
    #expect(refreshFrequencies(changeRates: [0, 0], total: 5) == [0, 0])
    #expect(refreshFrequencies(changeRates: [1, 0, 2], total: 9, limits: [2, 2, 3]) == [2, 0, 3])
    let bound = refreshFrequencies(changeRates: [1, 1, 1], total: 6, limits: [1, 9, 9])
    #expect(isNear(bound, [1, 2.5, 2.5], within: 1e-9))
  }

  @Test("no small shift of refreshes from one copy to another makes it better", arguments: 1...60)
  func isOptimal(seed: UInt64) {
    var random = RandomStream(seed: seed, name: "refresh")
    let count = random.integer(in: 2..<9)
    let rates = (0..<count).map { _ in random.exponential(mean: 3) + 0.01 }
    let total = 0.2 + random.uniform() * 20
    let limits = (0..<count).map { _ in random.bernoulli(0.3) ? random.uniform() * 3 : 1e9 }
    for objective in [RefreshObjective.freshness, .age] {
      func loss(_ frequencies: [Double]) -> Double {
        objective == .age ? age(frequencies, rates) : -freshness(frequencies, rates)
      }
      let best = refreshFrequencies(
        changeRates: rates, total: total, limits: limits, objective: objective)
      let sum = best.reduce(0, +)
      #expect(abs(sum - min(total, limits.reduce(0, +))) < 1e-6 * total)
      for from in 0..<count {
        for to in 0..<count where to != from {
          let shift = min(1e-3, best[from], limits[to] - best[to])
          guard shift > 0 else { continue }
          var other = best
          other[from] -= shift
          other[to] += shift
          #expect(loss(other) >= loss(best) - 1e-9 * abs(loss(best)))
        }
      }
    }
  }
}
