import Device
import Simulation

@testable import Policies

/// Apps whose servers publish at random, each at a rate of its own, and that only fetch: what they
/// have is fresh until something more is published.
struct ChangingWorld {
  let scenario: Scenario
  private let rates: [Double]

  /// - Parameters:
  ///   - rates: items an hour, app by app.
  init(rates: [Double], hours: Int, seed: UInt64) {
    let end = Instant.start + .hours(hours)
    let published = rates.enumerated().map { index, rate in
      var random = RandomStream(seed: seed, name: "changes/\(index)")
      var times: [Instant] = []
      var now = Instant.start
      while now < end {
        now = now + .seconds(random.exponential(mean: 3_600 / rate))
        times.append(now)
      }
      return times
    }
    self.rates = rates
    var device = DeviceConfiguration()
    device.pool.capacity = .days(1_000)
    device.limits.minimumFetchInterval = .seconds(1)
    device.fetchSlots.starts = .max
    device.fetchSlots.window = .nanoseconds(1)
    device.memoryMegabytes = .infinity
    scenario = Scenario(
      duration: .hours(hours), seed: seed, device: device,
      apps: rates.indices.map { AppConfiguration(name: "app-\($0)", modes: [.fetch, .audio]) },
      servers: published.enumerated().map { index, times in
        ServerConfiguration(
          host: "server-\(index)", latencyMedian: .milliseconds(1), latencyP95: .milliseconds(1),
          publication: .at(times))
      })
  }

  /// The part of the time for which an app's content is up to date, in the mean over the apps, but
  /// for the first fifth of the run.
  ///
  /// It is the expectation over all changes that could happen between the fetches as they were: what
  /// changes did happen adds nothing but noise.
  func freshness(under policy: any SchedulingPolicy) -> Double {
    let record = FetchRecord(apps: scenario.apps.count)
    let device = Device(scenario, policy: policy) { NewsReader($0, record: record) }
    device.run()
    let begin = Instant.start + scenario.duration / 5
    let fresh = zip(record.fetched, rates).map { fetched, rate in
      var sum = TimeSpan.zero
      var whole = TimeSpan.zero
      for (moment, next) in zip(fetched, fetched.dropFirst()) where moment >= begin {
        let span = next - moment
        sum += span * Refreshing.freshness(changeRate: rate, frequency: .hours(1) / span)
        whole += span
      }
      return sum / whole
    }
    return fresh.reduce(0, +) / Double(fresh.count)
  }
}

/// When the apps had their answers.
private final class FetchRecord {
  var fetched: [[Instant]]

  init(apps: Int) { fetched = Array(repeating: [], count: apps) }
}

/// An app that asks its server when it is given a fetch, and tells whether there was anything new.
private final class NewsReader: AppBehavior {
  private let application: Application
  private let record: FetchRecord
  private let source = SourceLocation(file: "reader", line: 0)
  private var fetch: FetchID?

  init(_ application: Application, record: FetchRecord) {
    self.application = application
    self.record = record
  }

  func run(_ callback: Callback) -> Turn {
    let index = Int(application.id.index)
    switch callback {
    case .load:
      application.setMinimumBackgroundFetchInterval(.zero)
    case .performFetch(let fetch):
      self.fetch = fetch
      let request = URLRequest(url: "https://server-\(index)/")
      _ = application.startRequest(request, for: .block(BlockID(0)))
    case .completion(_, let request):
      guard let fetch, let answer = application.takeAnswer(to: request) else {
        fatalError("an answer that nobody asked for")
      }
      record.fetched[index].append(application.now)
      _ = application.completeFetch(
        fetch, answer.newItems > 0 ? .newData : .noData, at: source)
    default: break
    }
    return Turn(.returned)
  }

  func resume(_ fiber: FiberID) -> Turn { Turn(.returned) }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  var performFetchLocation: SourceLocation? { nil }
  func takeFailure() -> AppFailure { fatalError("a reader never fails") }
  func end() {}
}
