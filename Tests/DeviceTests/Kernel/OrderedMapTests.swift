import Simulation
import Testing

@testable import Device

@Suite("Things in order, found by a key")
struct OrderedMapTests {
  @Test("what is taken out leaves the order of the rest, however many gaps there are")
  func order() {
    var things = OrderedMap<Int, String>()
    for key in 1...1_000 { things.append("thing \(key)", for: key * 7) }
    for key in 1...1_000 where key % 10 != 0 {
      #expect(things.remove(key * 7) == "thing \(key)")
    }
    #expect(things.count == 100)
    #expect(things.keys == (1...100).map { $0 * 70 })
    #expect(things.elements.first == "thing 10")
    #expect(things[700] == "thing 100")
    #expect(things[7] == nil)
    #expect(things.remove(7) == nil)
    things[700] = "changed"
    things[7] = "not there, so not set"
    things.append("new", for: 7)
    #expect(things[700] == "changed")
    #expect(things.elements.last == "new")
    for key in things.keys { _ = things.remove(key) }
    #expect(things.isEmpty)
    #expect(things.elements.isEmpty)
  }

  @Test("a few and many are found alike, whatever comes and goes")
  func fewAndMany() {
    var random = RandomStream(seed: 1, name: "things")
    for most in [3, 8, 9, 30] {
      var things = OrderedMap<Int, Int>()
      var known: [(key: Int, thing: Int)] = []
      for key in 0..<2_000 {
        things.append(-key, for: key)
        known.append((key, -key))
        while known.count > random.integer(in: 0..<most) {
          let gone = known.remove(at: random.integer(in: 0..<known.count))
          #expect(things.remove(gone.key) == gone.thing)
          #expect(things[gone.key] == nil)
        }
        #expect(things.keys == known.map(\.key) && things.elements == known.map(\.thing))
        #expect(known.allSatisfy { things[$0.key] == $0.thing })
      }
    }
  }
}
