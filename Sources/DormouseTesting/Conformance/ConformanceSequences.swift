import Device
import Simulation

extension PolicyTrial {
  /// Makes all calls in random order: apps ask for time, wait for slots, end their work early or
  /// late, and are opened; the pool is small enough to run out.
  mutating func mixCalls(steps: Int) {
    var random = RandomStream(seed: seed, name: "conformance.mixed")
    let apps = (0..<random.integer(in: 1..<13)).map { index in
      MiniatureDevice.App(
        id: AppID(index), kinds: kinds(&random), interval: .minutes(random.integer(in: 1..<16)),
        appetite: random.integer(in: 0..<101))
    }
    var device = MiniatureDevice(apps: apps, capacity: .seconds(random.integer(in: 20..<300)))
    let slots = random.integer(in: 1..<5)
    for _ in 0..<steps {
      let pause = random.bernoulli(0.1) ? 600.0 : 15.0
      device.now = device.now + .seconds(pause * random.uniform())
      if random.bernoulli(0.2) { device.refill(.seconds(25)) }
      for index in device.due() { end(index, in: &device) }
      let index = random.integer(in: 0..<device.apps.count)
      switch random.integer(in: 0..<10) {
      case 0..<5:
        let lane: WorkLane =
          random.bernoulli(0.5) ? .short : random.bernoulli(0.5) ? .processing : .jobs
        start(lane, in: &device, slots: device.freeSlots(of: slots, in: lane))
      case 5..<8:
        requestTime(for: index, in: &device)
      case 8:
        device.apps[index].lastOpened = device.now
        observe(.opened(app: device.apps[index].id, at: device.now))
      default:
        start(.short, in: &device, slots: 0)
      }
    }
  }

  /// Returns the work that an app waits for: fetches, or up to three works of any kind in turn.
  private func kinds(
    among kinds: [WorkKind] = WorkKind.allCases, _ random: inout RandomStream
  ) -> [WorkKind] {
    guard random.bernoulli(0.6) else { return [.fetch] }
    return (0..<random.integer(in: 1..<4)).map { _ in kinds[random.integer(in: 0..<kinds.count)] }
  }

  /// Makes calls with more apps than slots, all wanting work of seconds again and again, fetches or
  /// of other kinds, some of them using no time and some all of it, with a pool that is full each
  /// time.
  mutating func contend() {
    var random = RandomStream(seed: seed, name: "conformance.contention")
    let round = TimeSpan.minutes(1)
    let slots = random.integer(in: 1..<3)
    let count = slots + random.integer(in: 1..<6)
    let isGreedy = random.bernoulli(0.5)
    let short = WorkKind.allCases.filter { $0.lane == .short }
    let apps = (0..<count).map { index in
      MiniatureDevice.App(
        id: AppID(index), kinds: kinds(among: short, &random),
        interval: isGreedy ? round : round * random.integer(in: 1..<17),
        appetite: random.bernoulli(0.5) ? 0 : 100)
    }
    var device = MiniatureDevice(apps: apps, capacity: .hours(1))
    let bound = PolicyConformance.callsToServe(appCount: count)
    var passedOver = Array(repeating: 0, count: count)
    for _ in 0..<2 * bound {
      device.now = device.now + round
      for index in device.due() { end(index, in: &device) }
      device.refill(device.capacity)
      let waiting = device.candidates(in: .short).map { Int($0.app.id.index) }
      let started = start(.short, in: &device, slots: slots)
      for index in waiting {
        passedOver[index] = started.contains(index) ? 0 : passedOver[index] + 1
        require(
          passedOver[index] <= bound, .starves,
          "app \(index) of \(count) was eligible and not chosen \(bound + 1) times in a row")
      }
    }
  }

  /// Asks which apps of a lane are to have their work, starts it, and returns the apps started.
  @discardableResult
  private mutating func start(
    _ lane: WorkLane, in device: inout MiniatureDevice, slots: Int
  ) -> [Int] {
    let candidates = device.candidates(in: lane)
    let started = fetches(candidates, slots: slots, device: device.snapshot(freeSlots: slots))
      .map { Int(candidates[$0].app.id.index) }
    for index in started { device.start(index) }
    return started
  }

  /// Lets an idle app ask for background time; when the pool is short, holders may be expired
  /// first.
  private mutating func requestTime(for index: Int, in device: inout MiniatureDevice) {
    guard case .idle = device.apps[index].activity else { return }
    let request = BackgroundTimeRequest(
      app: device.snapshot(of: device.apps[index]), occasion: .enteringBackground,
      allowance: device.allowance, openTasks: 1)
    if device.available < device.allowance {
      let holders = device.holders()
      for position in reclaim(
        holders, for: request, device: device.snapshot(freeSlots: 0))
      {
        end(Int(holders[position].app.id.index), in: &device)
      }
    }
    let grant = backgroundTime(request, device: device.snapshot(freeSlots: 0))
    if grant > .zero { device.reserve(grant, for: index) }
  }

  private mutating func end(_ index: Int, in device: inout MiniatureDevice) {
    for outcome in device.release(index) { observe(outcome) }
  }
}
