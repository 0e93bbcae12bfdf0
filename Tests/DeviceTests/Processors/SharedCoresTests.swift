import Simulation
import Testing

@testable import Device

@Suite("Cores that busy threads share")
struct SharedCoresTests {
  private struct Job {
    let from: Int
    let isFront: Bool
    /// In nanoseconds.
    var left: Double
    var end: Double?
  }

  /// Each thread by itself, from one change to the next.
  private func plainEnds(_ jobs: [Job], cores: Double) -> [Double] {
    var jobs = jobs
    var now = 0.0
    while jobs.contains(where: { $0.end == nil }) {
      let active = jobs.indices.filter { Double(jobs[$0].from) <= now && jobs[$0].end == nil }
      let front = Double(active.count { jobs[$0].isFront })
      let behind = Double(active.count) - front
      let rates = active.map { place in
        jobs[place].isFront
          ? min(1, cores / front) : min(1, max(0, cores - front) / behind)
      }
      var next = jobs.map { Double($0.from) }.filter { $0 > now }.min() ?? .infinity
      for (place, rate) in zip(active, rates) where rate > 0 {
        next = min(next, now + jobs[place].left / rate)
      }
      for (place, rate) in zip(active, rates) {
        jobs[place].left -= rate * (next - now)
        if jobs[place].left < 1e-3 { jobs[place].end = next }
      }
      now = next
    }
    return jobs.map { $0.end ?? .nan }
  }

  private func ends(_ jobs: [Job], cores: Int) -> [Double] {
    var shared = SharedCores(cores: cores)
    var ends = [Double](repeating: .nan, count: jobs.count)
    func run(until end: Int) {
      while let next = shared.next, next.at <= Instant(nanoseconds: Int64(end)) {
        _ = shared.remove(next.number, at: next.at)
        ends[next.number] = Double(next.at.nanoseconds)
      }
    }
    for (number, job) in jobs.enumerated().sorted(by: { $0.element.from < $1.element.from }) {
      run(until: job.from)
      shared.add(
        number, TimeSpan(nanoseconds: Int64(job.left)), isFront: job.isFront,
        at: Instant(nanoseconds: Int64(job.from)))
    }
    run(until: .max / 4)
    return ends
  }

  @Test("random work is done when a plain reference says, thread by thread", arguments: 0..<60)
  func reference(seed: Int) {
    var random = RandomStream(seed: UInt64(seed), name: "cores")
    let jobs = (0..<random.integer(in: 1..<30)).map { _ in
      Job(
        from: random.integer(in: 0..<40) * 250_000_000, isFront: random.bernoulli(0.4),
        left: Double(random.integer(in: 1..<3_000)) * 1e6)
    }
    let cores = random.integer(in: 1..<5)
    let expected = plainEnds(jobs, cores: Double(cores))
    // Each end is told in whole nanoseconds, which those after it feel.
    for (ours, plain) in zip(ends(jobs, cores: cores), expected) {
      #expect(abs(ours - plain) < 100)
    }
  }

  @Test("an app that comes to the front takes its threads with it")
  func moves() {
    var cores = SharedCores(cores: 1)
    cores.add(1, .seconds(10), isFront: true, at: moment(0))
    cores.add(2, .seconds(10), isFront: false, at: moment(0))
    #expect(cores.next?.at == moment(10))
    #expect(cores.left(2, at: moment(4)) == .seconds(10))
    cores.move(1, isFront: false, at: moment(4))
    cores.move(2, isFront: true, at: moment(4))
    #expect(cores.next?.number == 2)
    #expect(cores.next?.at == moment(14))
    #expect(cores.remove(2, at: moment(14)) == .zero)
    #expect(cores.next?.at == moment(20))
    #expect(cores.remove(1, at: moment(15)) == .seconds(5))
    #expect(cores.next == nil)
  }

  @Test("as many threads as cores have one each")
  func enough() {
    var cores = SharedCores(cores: 2)
    cores.add(1, .seconds(10), isFront: false, at: moment(0))
    cores.add(2, .seconds(20), isFront: true, at: moment(0))
    #expect(cores.next?.at == moment(10))
    #expect(cores.remove(1, at: moment(10)) == .zero)
    #expect(cores.next?.at == moment(20))
  }
}
