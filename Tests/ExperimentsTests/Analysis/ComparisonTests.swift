import Device
import Testing

@testable import Experiments

@Suite("A comparison")
struct ComparisonTests {
  @Test("Each policy stands against the baseline, with p adjusted over the others")
  func standings() throws {
    let sleep = zip(PairedDifferenceTests.first, PairedDifferenceTests.second)
    let comparison = Comparison(
      units: sleep.map { [[$0, $1, $0]] }, policies: 3, better: .higher)
    let standings = comparison.standings
    #expect(standings[0].difference == nil)
    #expect(standings[0].estimate == standings[2].estimate)
    let second = try #require(standings[1].difference)
    // The third is identical and no hypothesis, so that Holm's m is 1.
    #expect(abs(try #require(second.adjustedP) - 0.002833) < 1e-6)
    #expect(second.verdict == .better)
    let third = try #require(standings[2].difference)
    #expect(third.verdict == .equal && third.estimate.mean == 0 && third.adjustedP == 1)
    // Nine patients slept longer under the second drug; one slept as long under all three.
    #expect(standings[1].wins.map { ($0 - (9 + 1.0 / 3) / 10).magnitude < 1e-12 } == true)
    #expect(standings[1].rank.map { ($0 - 1.1).magnitude < 1e-12 } == true)
  }

  @Test("The difference is over the runs that both have, the mean over all, and gaps are counted")
  func gaps() throws {
    let comparison = Comparison(
      units: [[[1, 3]], [[2, 4]], [[nil, 100]], [[6, .nan]]], policies: 2, better: .lower)
    let (baseline, other) = (comparison.standings[0], comparison.standings[1])
    #expect(baseline.missing == 1 && other.missing == 1)
    #expect(baseline.estimate?.mean == 3 && baseline.estimate?.count == 3)
    #expect(other.estimate?.count == 3)
    let difference = try #require(other.difference)
    #expect(difference.estimate.count == 2 && difference.estimate.mean == 2)
  }

  @Test("Intervals of what lies between two ends do not leave them, nor do those of differences")
  func ends() throws {
    let units: [[[Double?]]] = [[[0.9, 0]], [[1, 0.1]], [[1, 0]]]
    let comparison = Comparison(units: units, policies: 2, better: .higher, extent: 1)
    let (first, second) = (comparison.standings[0].estimate, comparison.standings[1].estimate)
    #expect(first?.high == 1 && second?.low == 0)
    let free = Comparison(units: units, policies: 2, better: .higher).standings
    #expect(first?.low == free[0].estimate?.low && first?.halfWidth == free[0].estimate?.halfWidth)
    let difference = try #require(comparison.standings[1].difference)
    #expect(difference.estimate.low == -1)
    #expect(difference.estimate.high == free[1].difference?.estimate.high)
    #expect(difference.p == free[1].difference?.p)
  }

  @Test("A policy without values has no figures, and one pair has no verdict")
  func few() throws {
    let comparison = Comparison(units: [[[1, nil, 2]]], policies: 3, better: .lower)
    #expect(comparison.standings[1].estimate == nil && comparison.standings[1].difference == nil)
    #expect(comparison.standings[1].missing == 1 && comparison.standings[1].rank == 3)
    let third = try #require(comparison.standings[2].difference)
    #expect(third.verdict == .tooFewPairs && third.p == nil && third.adjustedP == nil)
    #expect(third.estimate.low == nil && third.varianceReduction == nil)
  }

  @Test("A block counts once, with the mean over its seeds, paired seed by seed")
  func blocks() throws {
    let units: [[[Double?]]] = [[[1, 2], [3, 6]], [[10, 11], [nil, 50]], [[7, 9], [7, 9]]]
    let comparison = Comparison(units: units, policies: 2, better: .lower)
    let (baseline, other) = (comparison.standings[0], comparison.standings[1])
    #expect(baseline.estimate == Estimate([2, 10, 7]))
    #expect(other.estimate == Estimate([4, 30.5, 9]))
    #expect(other.difference?.estimate == Estimate([2, 1, 2]))
    #expect(baseline.missing == 1 && other.missing == 0)
  }
}
