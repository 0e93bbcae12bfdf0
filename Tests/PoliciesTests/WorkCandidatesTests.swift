import Simulation
import Testing

@testable import Device

@Suite("The collection of those who wait")
struct WorkCandidatesTests {
  @Test("it is what an array would be, whoever joins, leaves or changes, and wherever")
  func likeAnArray() {
    for seed in 0..<20 {
      var random = RandomStream(seed: UInt64(seed), name: "candidates")
      var candidates: WorkCandidates = []
      var array: [WorkCandidate] = []
      for step in 0..<300 {
        let isEnd = random.bernoulli(0.5)
        let place = random.integer(in: 0..<array.count + 1)
        if random.bernoulli(step < 150 ? 0.6 : 0.45) || array.isEmpty {
          let new = candidate(step, since: step)
          candidates.insert(new, at: isEnd ? array.count : place)
          array.insert(new, at: isEnd ? array.count : place)
        } else if random.bernoulli(0.7) {
          let place = isEnd ? 0 : min(place, array.count - 1)
          candidates.remove(at: place)
          array.remove(at: place)
        } else {
          let place = min(place, array.count - 1)
          candidates.change(at: place) { $0.app.used += .seconds(1) }
          array[place].app.used += .seconds(1)
        }
        #expect(Array(candidates) == array, "seed \(seed), step \(step)")
        #expect(candidates == WorkCandidates(array))
        let isIncluded = { (candidate: WorkCandidate) in candidate.app.id.index % 3 == 0 }
        var some = candidates.filter(isIncluded)
        #expect(Array(some) == array.filter(isIncluded))
        // Whoever has a part of them may go on with it.
        some.insert(candidate(999), at: some.count)
        #expect(Array(some) == array.filter(isIncluded) + [candidate(999)])
      }
    }
  }
}
