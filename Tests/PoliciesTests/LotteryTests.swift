import Device
import Simulation
import Testing

@testable import Policies

@Suite("lottery")
struct LotteryTests {
  private let waiting = (0..<3).map { candidate($0) }

  /// Within four standard errors.
  private func expect(_ counts: [Int], of draws: Int, are shares: [Double]) {
    for (count, share) in zip(counts, shares) {
      let error = (share * (1 - share) / Double(draws)).squareRoot()
      let seen = Double(count) / Double(draws)
      #expect(abs(seen - share) < 4 * error)
    }
  }

  @Test("an app's part of the starts is its part of the tickets, within four standard errors")
  func shares() throws {
    let policy = try PolicyCatalogue.policy("lottery{app-0=1,app-1=2,app-2=5}", in: world(apps: 3))
    let draws = 20_000
    var wins = [0, 0, 0]
    for _ in 0..<draws {
      for app in policy.fetches(waiting, slots: 1, device: device()).indices { wins[app] += 1 }
    }
    expect(wins, of: draws, are: [0.125, 0.25, 0.625])
  }

  @Test("several slots are draws without replacement: a ticket's chance for the second of two")
  func withoutReplacement() throws {
    let policy = try PolicyCatalogue.policy("lottery{app-2=2}", in: world(apps: 3))
    let draws = 20_000
    var served = [0, 0, 0]
    for _ in 0..<draws {
      let chosen = policy.fetches(waiting, slots: 2, device: device()).indices
      #expect(chosen.count == 2 && chosen[0] != chosen[1])
      for app in chosen { served[app] += 1 }
    }
    // Left out is app 2 with (1/4 · 1/3) · 2 = 1/6, each other one with 5/12.
    expect(served, of: draws, are: [7.0 / 12, 7.0 / 12, 5.0 / 6])
  }

  @Test("the draws are a function of the seed, and all candidates are served when there is room")
  func seeds() {
    func draws(_ seed: UInt64) -> [[Int]] {
      let policy = Lottery(seed: seed)
      return (0..<20).map { _ in policy.fetches(waiting, slots: 9, device: device()).indices }
    }
    #expect(draws(1) == draws(1))
    #expect(draws(1) != draws(2))
    #expect(draws(1).allSatisfy { $0.sorted() == [0, 1, 2] })
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() {
    let short = device(available: 4)
    #expect(Lottery(seed: 1).backgroundTime(request(0), device: device()) == .seconds(30))
    #expect(Lottery(seed: 1).backgroundTime(request(0), device: short) == .seconds(4))
  }
}
