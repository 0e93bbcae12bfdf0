import Device
import Simulation

@testable import Policies

/// Apps whose servers publish at random, each at a rate of its own: what they have is fresh until
/// something more is published. They get it by fetches, and when the user opens them.
struct ChangingWorld {
  let scenario: Scenario
  private let rates: [Double]

  /// - Parameters:
  ///   - rates: items an hour, app by app.
  ///   - opens: how often an hour the user opens each app, at random moments.
  ///   - startsPerHour: fetches that the device allows in an hour; nil for any number.
  init(
    rates: [Double], hours: Int, seed: UInt64, opens: Double = 0, startsPerHour: Int? = nil,
    minimumInterval: TimeSpan = .seconds(1)
  ) {
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
    device.limits.minimumFetchInterval = minimumInterval
    device.fetchSlots.starts = startsPerHour ?? .max
    device.fetchSlots.window = startsPerHour == nil ? .nanoseconds(1) : .hours(1)
    device.memoryMegabytes = .infinity
    scenario = Scenario(
      duration: .hours(hours), seed: seed, device: device,
      apps: rates.indices.map { AppConfiguration(name: "app-\($0)", modes: [.fetch, .resident]) },
      servers: published.enumerated().map { index, times in
        ServerConfiguration(
          host: "server-\(index)", latencyMedian: .milliseconds(1), latencyP95: .milliseconds(1),
          publication: .at(times))
      },
      user: Self.opens(of: rates.count, perHour: opens, until: end, seed: seed))
  }

  /// Each open lasts five seconds.
  private static func opens(of apps: Int, perHour rate: Double, until end: Instant, seed: UInt64)
    -> [UserAction]
  {
    var random = RandomStream(seed: seed, name: "opens")
    var actions: [UserAction] = []
    var now = Instant.start
    while rate > 0 {
      now = now + .seconds(5 + random.exponential(mean: 3_600 / (rate * Double(apps))))
      guard now < end else { break }
      actions.append(UserAction(at: now, kind: .open(AppID(random.integer(in: 0..<apps)))))
      actions.append(UserAction(at: now + .seconds(5), kind: .close))
      now = now + .seconds(5)
    }
    return actions
  }

  /// What a run has come to.
  struct Outcome {
    /// The part of the time for which an app's content is up to date, in the mean over the apps.
    ///
    /// It is the expectation over all changes that could happen between the looks as they were:
    /// what changes did happen adds nothing but noise.
    let freshness: Double
    /// Fetches begun.
    let fetches: Int
  }

  /// - Parameters:
  ///   - after: the part of the run that does not count for freshness.
  func outcome(under policy: any SchedulingPolicy, after part: Double = 0) -> Outcome {
    let record = LookRecord(apps: scenario.apps.count)
    let device = Device(scenario, policy: policy) { NewsReader($0, record: record) }
    device.run()
    let begin = Instant.start + scenario.duration * part
    let end = Instant.start + scenario.duration
    let fresh = zip(record.looks, rates).map { looks, rate in
      var sum = TimeSpan.zero
      // All have everything at the start, when there is nothing.
      let moments = ([.start] + looks).map { max($0, begin) } + [end]
      for (moment, next) in zip(moments, moments.dropFirst()) where next > moment {
        let span = next - moment
        sum += span * Refreshing.freshness(changeRate: rate, frequency: .hours(1) / span)
      }
      return sum / (end - begin)
    }
    return Outcome(
      freshness: fresh.reduce(0, +) / Double(fresh.count),
      fetches: device.result().device.workStarted)
  }

  /// The freshness but for the first fifth of the run.
  func freshness(under policy: any SchedulingPolicy) -> Double {
    outcome(under: policy, after: 0.2).freshness
  }
}

/// When the apps had their answers.
final class LookRecord {
  var looks: [[Instant]]

  init(apps: Int) { looks = Array(repeating: [], count: apps) }
}

/// An app that asks its server when it is given a fetch or opened, and tells whether there was
/// anything new.
final class NewsReader: AppBehavior {
  private let application: Application
  private let record: LookRecord
  private let source = SourceLocation(file: "reader", line: 0)
  private var fetch: FetchID?

  init(_ application: Application, record: LookRecord) {
    self.application = application
    self.record = record
  }

  func run(_ callback: Callback) -> Turn {
    let index = Int(application.id.index)
    switch callback {
    case .load:
      application.setMinimumBackgroundFetchInterval(.zero)
    case .didBecomeActive:
      ask(index)
    case .performFetch(let fetch):
      self.fetch = fetch
      ask(index)
    case .completion(_, let request):
      guard let answer = application.takeAnswer(to: request) else {
        fatalError("an answer that nobody asked for")
      }
      record.looks[index].append(application.now)
      guard let fetch else { break }
      self.fetch = nil
      _ = application.completeFetch(
        fetch, answer.newItems > 0 ? .newData : .noData, at: source)
    default: break
    }
    return Turn(.returned)
  }

  private func ask(_ index: Int) {
    let request = URLRequest(url: "https://server-\(index)/")
    _ = application.startRequest(request, for: .block(BlockID(0)))
  }

  func resume(_ fiber: FiberID) -> Turn { Turn(.returned) }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}
