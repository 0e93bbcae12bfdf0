import Testing

@testable import Simulation

@Suite struct RandomStreamTests {
  @Test("SplitMix64 gives its authors' first numbers for seed 1234567")
  func splitMix64() {
    var generator = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    let drawn = expected.map { _ in generator.next() }
    #expect(drawn == expected)
  }

  @Test("xoshiro256** gives its authors' first numbers for state 1, 2, 3, 4")
  func xoshiro() {
    var stream = RandomStream(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
      607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
      10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
    ]
    let drawn = expected.map { _ in stream.next() }
    #expect(drawn == expected)
  }

  @Test("one seed and one name give one stream")
  func sameName() {
    var first = RandomStream(seed: 42, name: "server/news")
    var second = RandomStream(seed: 42, name: "server/news")
    #expect(first == second)
    for _ in 0..<100 {
      let draws = (first.next(), second.next())
      #expect(draws.0 == draws.1)
    }
  }

  @Test("streams of other names or other seeds share no draw and do not correlate")
  func independence() {
    let keys: [(UInt64, String)] = [
      (42, "a"), (42, "b"), (42, "ab"), (42, "ba"), (42, ""), (43, "a"), (43, "b"), (0, "a"),
    ]
    var seen = Set<UInt64>()
    for (seed, name) in keys {
      var stream = RandomStream(seed: seed, name: name)
      for _ in 0..<1000 { seen.insert(stream.next()) }
    }
    #expect(seen.count == keys.count * 1000)

    let draws = 100_000
    var first = RandomStream(seed: 42, name: "a")
    for (seed, name) in keys.dropFirst() {
      var second = RandomStream(seed: seed, name: name)
      var product = 0.0
      for _ in 0..<draws { product += (first.uniform() - 0.5) * (second.uniform() - 0.5) }
      let correlation = product / Double(draws) * 12
      #expect(abs(correlation) < 4 / Double(draws).squareRoot())
    }
  }

  @Test("the seed words make a generator that continues in the same way")
  func seedWords() {
    var stream = RandomStream(seed: 7, name: "script")
    var copy = RandomStream(state: stream.seedWords)
    let draws = (stream.next(), copy.next())
    #expect(draws.0 == draws.1)
  }

  @Test("a state of all zeros ends the program")
  func zeroState() async {
    await #expect(processExitsWith: .failure) { _ = RandomStream(state: (0, 0, 0, 0)) }
  }
}
