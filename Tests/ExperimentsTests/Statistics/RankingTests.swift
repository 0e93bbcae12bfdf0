import Device
import Testing

@testable import Experiments

@Suite("Ranks")
struct RankingTests {
  @Test("The best is first, and equal ones share the places that they take")
  func ties() {
    #expect(ranks([0.5, 0.9, 0.7], .higher) == [3, 1, 2])
    #expect(ranks([0.5, 0.9, 0.7], .lower) == [1, 3, 2])
    #expect(ranks([2, 1, 2, 3], .lower) == [2.5, 1, 2.5, 4])
    #expect(ranks([4, 4, 4], .lower) == [2, 2, 2])
    #expect(ranks([1, 1 + 1e-15], .lower) == [1.5, 1.5])
  }

  @Test("Ranks are averaged and wins shared over the units")
  func average() {
    var ranking = Ranking(policies: 3, better: .lower)
    ranking.add([1, 2, 3])
    ranking.add([1, 1, 3])
    ranking.add([5, 4, 3])
    ranking.add([1, 2, 2])
    #expect((0..<3).map { ranking.meanRank($0) } == [1.625, 2, 2.375])
    #expect((0..<3).map { ranking.wins($0) } == [0.625, 0.125, 0.25])
  }

  @Test(
    "Who has no value is last, with all others that have none; a unit without any counts nothing")
  func missing() {
    var ranking = Ranking(policies: 3, better: .lower)
    ranking.add([1, nil, 2])
    ranking.add([nil, nil, 2])
    ranking.add([nil, nil, nil])
    #expect((0..<3).map { ranking.meanRank($0) } == [1.75, 2.75, 1.5])
    #expect((0..<3).map { ranking.wins($0) } == [0.5, 0, 0.5])
  }

  @Test("Nobody is best where neither side is better")
  func neutral() {
    var ranking = Ranking(policies: 2, better: .neutral)
    ranking.add([1, 2])
    #expect(ranking.meanRank(0) == nil && ranking.wins(0) == nil)
  }
}
