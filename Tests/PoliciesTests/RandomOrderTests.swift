import Device
import Simulation
import Testing

@testable import Policies

@Suite("random")
struct RandomOrderTests {
  private let waiting = (0..<4).map { candidate($0, since: $0) }

  private func draws(_ seed: UInt64, _ count: Int, slots: Int) -> [[Int]] {
    let policy = RandomOrder(seed: seed)
    return (0..<count).map { _ in
      policy.fetches(waiting, slots: slots, device: device()).indices
    }
  }

  @Test("every candidate is first as often as any other, within four standard errors")
  func isUniform() {
    let count = 20_000
    var wins = [0, 0, 0, 0]
    for draw in draws(1, count, slots: 1) { wins[draw[0]] += 1 }
    let error = (0.25 * 0.75 / Double(count)).squareRoot()
    for won in wins {
      let share = Double(won) / Double(count)
      #expect(abs(share - 0.25) < 4 * error)
    }
  }

  @Test("the draws are a function of the seed, and no slots draw nothing")
  func seeds() throws {
    #expect(draws(1, 20, slots: 2) == draws(1, 20, slots: 2))
    #expect(draws(1, 20, slots: 2) != draws(2, 20, slots: 2))
    #expect(draws(1, 3, slots: 0) == [[], [], []])
    var world = world(apps: 4)
    world.seed = 2
    let policy = try PolicyCatalogue.policy("random", in: world)
    #expect(policy.fetches(waiting, slots: 4, device: device()).indices == draws(2, 1, slots: 4)[0])
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() {
    let short = device(available: 4)
    #expect(RandomOrder(seed: 1).backgroundTime(request(0), device: device()) == .seconds(30))
    #expect(RandomOrder(seed: 1).backgroundTime(request(0), device: short) == .seconds(4))
  }
}
