import Device
import Simulation

@testable import Policies

/// A queueing experiment on the real device: customers arrive for a fetch slot, hold it for their
/// service time, and wait for it meanwhile.
///
/// The unit of time is the second, and the mean service time should be one. Customers are fetches
/// of apps: each customer has an app for its owner, which sets its interval so that it becomes
/// eligible when that customer arrives. There are so many apps that each has done with one customer
/// before its next comes; unless given they take turns in another order than the
/// scenario's.
struct Queue {
  let arrivals: [Instant]
  let services: [TimeSpan]
  let servers: Int
  /// The app of each customer.
  var owners: [Int]
  static let appCount = 100

  /// What the waits must be when who came first goes first, by the recursion of Kiefer and
  /// Wolfowitz (1955), which for one server is Lindley's (1952): no device is needed to know them.
  func firstComeWaits() -> [TimeSpan] {
    var free = Array(repeating: Instant.start, count: servers)
    return arrivals.indices.map { customer in
      var next = 0
      for server in free.indices where free[server] < free[next] { next = server }
      let start = max(arrivals[customer], free[next])
      free[next] = start + services[customer]
      return start - arrivals[customer]
    }
  }

  /// The same queue for its first customers only.
  func prefix(_ customers: Int) -> Queue {
    Queue(
      arrivals: Array(arrivals.prefix(customers)), services: Array(services.prefix(customers)),
      servers: servers, owners: Array(owners.prefix(customers)))
  }

  func customers(of app: Int) -> [Int] { owners.indices.filter { owners[$0] == app } }

  /// Each customer's wait for the slot, in order of arrival, and the device's own figures.
  func waits(under policy: any SchedulingPolicy) -> (waits: [TimeSpan], result: RunResult) {
    let record = WaitRecord(customers: arrivals.count)
    let device = Device(scenario, policy: policy) {
      CustomerApp($0, queue: self, record: record)
    }
    device.run()
    return (record.waits, device.result())
  }

  private var scenario: Scenario {
    var device = DeviceConfiguration()
    device.fetchSlots.concurrent = servers
    device.fetchSlots.starts = .max
    device.fetchSlots.window = .nanoseconds(1)
    device.pool.capacity = .days(1_000)
    device.pool.refillEvery = nil
    device.limits.fetch = .hours(1)
    device.limits.minimumFetchInterval = .nanoseconds(1)
    device.memoryMegabytes = .infinity
    // Mode audio: the apps are there from the start and are never suspended.
    return Scenario(
      duration: (arrivals.last ?? .start) - .start + .days(1), device: device,
      apps: (0..<Self.appCount).map {
        AppConfiguration(name: "app-\($0)", modes: [.fetch, .resident])
      })
  }
}

extension Queue {
  /// Poisson arrivals of a rate, and service times drawn by `service`.
  init(
    rate: Double, servers: Int = 1, customers: Int, seed: UInt64,
    service: (inout RandomStream) -> Double
  ) {
    var gaps = RandomStream(seed: seed, name: "queue.arrivals")
    var lengths = RandomStream(seed: seed, name: "queue.services")
    var now = Instant.start
    arrivals = (0..<customers).map { _ in
      now = now + .seconds(gaps.exponential(mean: 1 / rate))
      return now
    }
    services = (0..<customers).map { _ in .seconds(service(&lengths)) }
    self.servers = servers
    owners = (0..<customers).map { $0 * 73 % Queue.appCount }
  }
}

/// The waits of all customers, noted by the apps as their fetches begin.
final class WaitRecord {
  var waits: [TimeSpan]

  init(customers: Int) { waits = Array(repeating: TimeSpan(nanoseconds: -1), count: customers) }
}

/// An app whose fetches are every so many-th customer of a queue.
private final class CustomerApp: AppBehavior {
  private let application: Application
  private let queue: Queue
  private let record: WaitRecord
  private let source = SourceLocation(file: "queue", line: 0)
  /// Its customers still to come, the next one last.
  private var customers: [Int]
  private var fetch: FetchID?
  private var began = Instant.start

  init(_ application: Application, queue: Queue, record: WaitRecord) {
    self.application = application
    self.queue = queue
    self.record = record
    customers = queue.customers(of: Int(application.id.index)).reversed()
  }

  func run(_ callback: Callback) -> Turn {
    switch callback {
    case .load:
      awaitArrival()
    case .performFetch(let fetch):
      self.fetch = fetch
      guard let customer = customers.popLast() else { fatalError("a fetch for no customer") }
      began = application.now
      record.waits[customer] = began - queue.arrivals[customer]
      application.dispatchMain(BlockID(0), after: queue.services[customer])
    case .block:
      guard let fetch else { fatalError("a service ends unbegun") }
      awaitArrival()
      _ = application.completeFetch(fetch, .newData, at: source)
    default: break
    }
    return Turn(.returned)
  }

  /// Becomes eligible when the next customer arrives; an interval counts from the last fetch on.
  private func awaitArrival() {
    guard let customer = customers.last else {
      application.setMinimumBackgroundFetchInterval(nil)
      return
    }
    let arrival = queue.arrivals[customer]
    guard arrival > application.now else {
      fatalError("customer \(customer) arrives before its app is free; more apps are needed")
    }
    application.setMinimumBackgroundFetchInterval(arrival - began)
  }

  func resume(_ fiber: FiberID) -> Turn { Turn(.returned) }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}

/// A mean with its 95 % confidence interval by batch means.
struct BatchMeans {
  let mean: Double
  let halfWidth: Double

  /// Leaves out the first tenth, in which the queue fills up, and cuts the rest into 20 batches,
  /// each long against the time in which a queue forgets (Law, Simulation Modeling and Analysis,
  /// 2015, 9.5.3).
  init(_ values: [TimeSpan]) {
    let batchCount = 20
    let kept = values.dropFirst(values.count / 10)
    let size = kept.count / batchCount
    var batches = RunningMoments()
    for batch in 0..<batchCount {
      let first = kept.startIndex + batch * size
      let sum = kept[first..<first + size].reduce(0) { $0 + $1.seconds }
      batches.add(sum / Double(size))
    }
    // Student's t with 19 degrees of freedom, 97.5 %.
    let t = 2.093
    mean = batches.mean ?? .nan
    halfWidth = t * (batches.deviation ?? .nan) / Double(batchCount).squareRoot()
  }

  func covers(_ value: Double) -> Bool { abs(value - mean) <= halfWidth }
}
