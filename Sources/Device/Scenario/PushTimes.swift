import Simulation

/// When the pushes of a source are sent, one after the other; a function of the seed alone.
struct PushTimes {
  private let timing: PushSource.Timing
  private var stream: RandomStream
  /// How many have been asked for.
  private var count = 0
  private var last = Instant.start

  /// - Parameters:
  ///   - stream: the name of its random stream.
  private init(_ source: PushSource, stream: String, seed: UInt64) {
    timing = source.timing
    self.stream = RandomStream(seed: seed, name: stream)
  }

  /// Returns those of all sources, in their order: the sources of a kind to an app are counted from
  /// 1, and each has a stream of its own.
  static func all(_ scenario: Scenario) -> [PushTimes] {
    var numbers: [String: Int] = [:]
    return scenario.pushes.map { source in
      let line = "\(source.kind.streamName)/\(scenario.apps[Int(source.app.index)].name)"
      numbers[line, default: 0] += 1
      return PushTimes(source, stream: "\(line)/\(numbers[line] ?? 0)", seed: scenario.seed)
    }
  }

  /// The next; nil when there is none.
  ///
  /// - Parameters:
  ///   - item: when a host publishes its item of a number, from 0; nil: never.
  mutating func next(item: (String, Int) -> Instant?) -> Instant? {
    defer { count += 1 }
    switch timing {
    case .at(let instant): return count == 0 ? instant : nil
    case .perHour(let rate):
      guard rate > 0 else { return nil }
      let gap = TimeSpan.seconds(stream.exponential(mean: 3_600 / rate))
      last = last + max(gap, .nanoseconds(1))
      return last
    case .follows(let host): return item(host, count)
    }
  }
}
