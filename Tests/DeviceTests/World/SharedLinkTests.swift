import Simulation
import Testing

@testable import Device

@Suite("A link that flows share")
struct SharedLinkTests {
  /// Lets all flows run to their ends: when each is done, in seconds.
  private func ends(
    _ flows: [(from: Double, bytes: Double, most: Double)], over rate: Double
  ) -> [Double] {
    var link = SharedLink(bytesPerSecond: rate)
    for (number, flow) in flows.enumerated() {
      link.add(number, bytes: flow.bytes, most: flow.most, from: moment(flow.from), at: moment(0))
    }
    var ends = [Double](repeating: .nan, count: flows.count)
    while let next = link.next {
      link.begin(until: next.at)
      guard let done = next.done else { continue }
      #expect(abs(link.remove(done, at: next.at) - flows[done].bytes) < 0.001)
      ends[done] = (next.at - .start).seconds
    }
    return ends
  }

  @Test(
    "gives each its share by max-min: what some do not want is shared by the others",
    arguments: [
      ([20.0, 26, 40, 50], [20.0, 26, 27, 27]), ([50, 40, 26, 20], [27, 27, 26, 20]),
      ([200, 200], [50, 50]), ([10, 10, 10], [10, 10, 10]), ([30, 1e9, 30], [30, 40, 30]),
      ([25, 25, 25, 25], [25, 25, 25, 25]), ([1e18], [100]), ([7], [7]),
    ])
  func shares(most: [Double], expected: [Double]) {
    var link = SharedLink(bytesPerSecond: 100)
    for (number, most) in most.enumerated() {
      link.add(number, bytes: 1_000, most: most, from: moment(5), at: moment(0))
      #expect(link.rate(of: number) == 0)
    }
    link.begin(until: moment(5))
    #expect(most.indices.map { link.rate(of: $0) } == expected)
  }

  @Test("moves the end of each when another begins or ends")
  func moves() {
    // Alone, 1 s of latency and 10 s of bytes, whatever its server could give more.
    #expect(ends([(1, 1_000, 100)], over: 100) == [11])
    #expect(ends([(1, 1_000, 900)], over: 100) == [11])
    // Two share it from 5 s on.
    #expect(ends([(0, 1_000, 100), (5, 500, 100)], over: 100) == [15, 15])
    #expect(ends([(0, 1_000, 100), (5, 300, 100)], over: 100) == [13, 11])
    // One of a slow server leaves the rest to the other.
    #expect(ends([(0, 1_000, 20), (0, 1_000, 100)], over: 100) == [50, 12.5])
    // No bytes are done as soon as they may begin; they slow nobody.
    #expect(ends([(0, 1_000, 100), (5, 0, 100)], over: 100) == [10, 5])
  }

  @Test("counts what has moved of each, also of those that are taken out before their end")
  func taken() {
    var link = SharedLink(bytesPerSecond: 100)
    link.add(1, bytes: 1_000, most: 100, from: moment(2), at: moment(0))
    link.add(2, bytes: 1_000, most: 30, from: moment(4), at: moment(0))
    #expect(link.moved(1, at: moment(1)) == 0)
    #expect(link.waits(1) == moment(2))
    #expect(link.moved(1, at: moment(4)) == 200)
    #expect(link.waits(1) == nil)
    #expect(link.moved(1, at: moment(6)) == 340)
    #expect(link.remove(2, at: moment(8)) == 120)
    #expect(link.moved(1, at: moment(9)) == 580)
    #expect(link.next?.at == moment(13.2))
    link.add(3, bytes: 10, most: 100, from: moment(20), at: moment(9))
    #expect(link.remove(3, at: moment(10)) == 0)
    #expect(link.remove(1, at: moment(10)) == 680)
    #expect(link.next == nil)
    #expect(link.remove(1, at: moment(11)) == 0)
  }

  @Test("more than time can tell is never done")
  func endless() {
    var link = SharedLink(bytesPerSecond: 1e-9)
    link.add(1, bytes: 1e12, most: 1, from: moment(0), at: moment(0))
    #expect(link.next?.at == .distantFuture)
  }

  // MARK: Against a plain reference

  private struct PlainFlow {
    let from: Double
    let most: Double
    var left: Double
    var rate = 0.0
    var end: Double?
  }

  /// Max-min by raising all rates together until each stands at its server's or the link is full.
  private func fill(_ flows: inout [PlainFlow], _ active: [Int], over rate: Double) {
    var rising = active
    var rest = rate
    for place in active { flows[place].rate = 0 }
    while !rising.isEmpty, rest > 1e-9 {
      let step = min(
        rest / Double(rising.count), rising.map { flows[$0].most - flows[$0].rate }.min() ?? 0)
      for place in rising { flows[place].rate += step }
      rest -= step * Double(rising.count)
      rising.removeAll { flows[$0].most - flows[$0].rate < 1e-9 }
    }
  }

  /// Each flow by itself, from one change to the next.
  private func plainEnds(_ flows: [PlainFlow], over rate: Double) -> [Double] {
    var flows = flows
    var now = 0.0
    while flows.contains(where: { $0.end == nil }) {
      let active = flows.indices.filter { flows[$0].from <= now && flows[$0].end == nil }
      fill(&flows, active, over: rate)
      let begins = flows.map(\.from).filter { $0 > now }.min() ?? .infinity
      let ends = active.map { now + flows[$0].left / flows[$0].rate }.min() ?? .infinity
      let next = min(begins, ends)
      #expect(
        active.isEmpty
          || abs(
            active.reduce(0) { $0 + flows[$1].rate }
              - min(rate, active.reduce(0) { $0 + flows[$1].most })) < 1e-6
      )
      for place in active {
        flows[place].left -= flows[place].rate * (next - now)
        if flows[place].left < 1e-6 { flows[place].end = next }
      }
      now = next
    }
    return flows.map { $0.end ?? .nan }
  }

  @Test("random flows end when a plain reference says, flow by flow", arguments: 0..<60)
  func reference(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), name: "flows")
    let rates = [5.0, 10, 40, 100, 1e9]
    let flows = (0..<random.integer(in: 1..<40)).map { _ in
      (
        from: Double(random.integer(in: 0..<200)) / 4, bytes: Double(random.integer(in: 1..<600)),
        most: rates[random.integer(in: 0..<rates.count)]
      )
    }
    let expected = plainEnds(
      flows.map { PlainFlow(from: $0.from, most: $0.most, left: $0.bytes) }, over: 100)
    for (ours, plain) in zip(ends(flows, over: 100), expected) { #expect(abs(ours - plain) < 1e-5) }
  }
}
