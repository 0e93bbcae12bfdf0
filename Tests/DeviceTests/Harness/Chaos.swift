import Simulation

@testable import Device

/// Random scenarios, apps and policies: everything at any moment, all of it a function of a seed.
enum Chaos {
  static func phone(seed: UInt64) -> Phone {
    var random = RandomStream(seed: seed, name: "chaos")
    let phone = Phone("a", "b", "c", "d", seconds: 900)
    phone.scenario.seed = seed
    configure(phone, &random)
    addWorld(to: phone, &random)
    for app in phone.scenario.apps {
      phone.scripts[app.name] = Script(improvise: { name, app in app.improvise(name) })
    }
    if random.bernoulli(0.5) { misbehave(phone.policy, seed: seed) }
    return phone
  }

  private static func configure(_ phone: Phone, _ random: inout RandomStream) {
    let modes: [BackgroundModes] = [
      .fetch, [.fetch, .remoteNotification], [.fetch, .resident], .remoteNotification, [],
    ]
    for index in phone.scenario.apps.indices {
      phone.scenario.apps[index].modes = modes[random.integer(in: 0..<5)]
      phone.scenario.pushes.append(PushSource(to: AppID(index), .perHour(random.uniform() * 400)))
    }
    var device = DeviceConfiguration()
    device.pool.capacity = .seconds(random.integer(in: 0..<200))
    device.pool.refill = .seconds(random.integer(in: 0..<30))
    device.pool.refillEvery = random.bernoulli(0.9) ? .seconds(random.integer(in: 1..<60)) : nil
    device.limits.minimumFetchInterval = .seconds(random.integer(in: 0..<40))
    device.limits.pushInterval = .seconds(random.integer(in: 0..<60))
    device.limits.backgroundTime = .seconds(random.integer(in: 1..<40))
    device.limits.expirationLead = .seconds(random.integer(in: 0..<10))
    device.limits.suspensionDelay = .seconds(random.integer(in: 0..<7))
    device.limits.fetch = .seconds(random.integer(in: 0..<40))
    device.limits.taskAge = .seconds(random.integer(in: 0..<40))
    device.limits.launch = .seconds(random.integer(in: 5..<40))
    device.multitasking = random.bernoulli(0.95)
    device.limits.openTasks = random.integer(in: 3..<30)
    device.fetchSlots.concurrent = random.integer(in: 0..<4)
    device.fetchSlots.window = .seconds(60)
    device.memoryMegabytes = Double(random.integer(in: 100..<700))
    var tasks = RandomStream(seed: phone.scenario.seed, name: "chaos of tasks")
    device.limits.processing = .seconds(tasks.integer(in: 1..<60))
    device.limits.shortestProcessing = .seconds(1)
    device.limits.taskThrottle = .seconds(tasks.integer(in: 0..<60))
    device.limits.transferDelay = .seconds(tasks.integer(in: 0..<60))
    device.cores = tasks.bernoulli(0.5) ? tasks.integer(in: 1..<3) : nil
    device.wifi.bytesPerSecond = tasks.bernoulli(0.5) ? 300 : 5_000_000
    device.limits.unopened = .seconds(tasks.integer(in: 60..<900))
    for index in [0, 3] where tasks.bernoulli(0.5) {
      phone.scenario.apps[index].modes.formUnion([.fetch, .processing])
      phone.scenario.apps[index].permittedIdentifiers = ["x", "y", "z"]
    }
    var budgets = RandomStream(seed: phone.scenario.seed, name: "chaos of budgets")
    if budgets.bernoulli(0.5) {
      var part = DailyBudget<TimeSpan>.Part()
      part.hours = DayPart(from: .seconds(60), to: .seconds(300))
      part.capacity = .seconds(budgets.integer(in: 0..<200))
      part.refill = .seconds(budgets.integer(in: 0..<30))
      device.pool.budget.byTime = [part]
    }
    for index in [1, 2] where budgets.bernoulli(0.5) { phone.scenario.apps[index].widget = "w" }
    device.widgets.budget = DailyBudget(
      capacity: budgets.integer(in: 0..<4), refill: budgets.integer(in: 0..<2),
      every: .seconds(budgets.integer(in: 1..<120)))
    device.widgets.interval = .seconds(budgets.integer(in: 0..<60))
    phone.scenario.device = device
    phone.server(latency: random.uniform() * 10, fails: 0.2, publishes: .perHour(200))
  }

  private static func addWorld(to phone: Phone, _ random: inout RandomStream) {
    var now = 0.0
    for _ in 0..<random.integer(in: 5..<120) {
      now += random.bernoulli(0.2) ? 0 : Double(random.integer(in: 0..<160)) / 8
      let app = ["a", "b", "c", "d"][random.integer(in: 0..<4)]
      switch random.integer(in: 0..<14) {
      case 0..<5: phone.opens(app, at: now)
      case 5..<8: phone.closes(at: now)
      case 8: phone.forceQuits(app, at: now)
      case 9: phone.network(NetworkKind.allCases[random.integer(in: 0..<3)], at: now)
      case 11: phone.locks(at: now)
      case 12: phone.unlocks(at: now)
      case 10: phone.power(level: random.uniform(), charging: random.bernoulli(0.5), at: now)
      default: phone.power(lowPower: random.bernoulli(0.3), at: now)
      }
    }
  }

  /// A policy that answers anything.
  private static func misbehave(_ policy: ClosurePolicy, seed: UInt64) {
    var random = RandomStream(seed: seed, name: "policy")
    policy.grant = { [unowned policy] _, device in
      if random.bernoulli(0.05) { policy.fault = PolicyFault("chaos") }
      return device.pool.available * (random.uniform() * 1.5 - 0.2)
    }
    policy.choose = { [unowned policy] _, _, _ in
      if random.bernoulli(0.05) { policy.fault = PolicyFault("chaos") }
      let chosen = (0..<random.integer(in: 0..<5)).map { _ in AppID(random.integer(in: -1..<6)) }
      let again = random.bernoulli(0.3) ? TimeSpan.seconds(random.uniform() * 20 - 2) : nil
      return WorkDecision(chosen, askAgainAfter: again)
    }
    policy.expireEarly = { _, _ in
      (0..<random.integer(in: 0..<3)).map { _ in AppID(random.integer(in: 0..<5)) }
    }
  }

  /// What must hold at every moment, whatever happened.
  static func faults(of device: Device) -> [String] {
    var faults: [String] = []
    func expect(_ condition: Bool, _ what: String) {
      if !condition { faults.append("\(what) at \(device.now.seconds)") }
    }
    let services = device.services
    var reserved = TimeSpan.zero
    var memory = 0
    var working = WorkLane.allCases.map { _ in 0 }
    for process in device.processes {
      let name = process.name
      let holds = device.budget.reservedUntil(process)
      memory += process.configuration.memory.kilobytes(in: process.state)
      if let holds { reserved += holds - device.now }
      for (index, lane) in WorkLane.allCases.enumerated() {
        working[index] += services[lane].count { $0.held(by: process) != nil }
      }
      expect((process.behavior == nil) == (process.state == .notRunning), "\(name) lives")
      switch process.state {
      case .suspended, .notRunning:
        expect(services.openTasks(of: process) == 0, "\(name) \(process.state) holds tasks")
        expect(holds == nil, "\(name) \(process.state) holds time")
        expect(!services.keepRunning(process), "\(name) \(process.state) has a reason to run")
        expect(!services.gaveTime(to: process), "\(name) \(process.state) has a clock")
      case .active, .inactive:
        expect(holds == nil, "\(name) in front holds time")
        expect(
          device.world.foreground == process.id || process.main.transitions > 0,
          "\(name) in front")
      case .background:
        // It has a reason to run, or ends soon.
        expect(
          services.keepRunning(process) || process.runsInBackground
            || services.queues.contains { $0.running(process) != nil }
            || process.main.transitions > 0 || process.suspensionDue != nil || process.isDoomed
            || process.main.busyUntil > device.now || process.main.running != nil,
          "\(name) runs without a reason")
      }
      for queue in services.queues {
        let isWaiting = queue.waitsSince(process) != nil
        expect(
          isWaiting == queue.obstacles(of: process).isEmpty, "\(name) is kept from \(queue.kind)")
      }
      let locks = services.find(FileLockService.self)
      for name in locks.held(by: process) {
        expect(locks.holder(of: name) == process.name, "\(process.name) holds \(name)")
      }
    }
    for queue in services.queues {
      let someoneWaits = device.processes.contains { queue.waitsSince($0) != nil }
      expect(queue.isEmpty != someoneWaits, "who waits for \(queue.kind) is counted")
    }
    expect(reserved == device.result().device.pool.reserved, "reservations add up")
    expect(memory == device.memory.inUse, "memory adds up")
    expect(
      !device.memory.isShort || device.memory.answerDue.map { $0 >= device.now } == true,
      "memory fits, or apps were warned")
    for (lane, working) in zip(WorkLane.allCases, working) {
      let room = device.slots.room(in: lane)
      expect(working == room.running, "\(lane) slots add up")
      expect(working <= room.limits.concurrent, "\(lane) slots are kept")
    }
    return faults
  }
}

extension ScriptedBehavior {
  /// A random callback.
  func improvise(_ callback: String) -> [Step] {
    let usesTasks = !application.configuration.permittedIdentifiers.isEmpty
    if callback == "didFinishLaunching", usesTasks { registerHandlers() }
    if application.widget != nil {
      if callback == "didFinishLaunching", random.bernoulli(0.9) {
        application.provideTimeline(ofKind: "w")
      }
      if callback == "getTimeline" { return steps() + [timeline()] }
    }
    if callback == "handleEventsForBackgroundURLSession" {
      return [.session("x")] + steps() + (random.bernoulli(0.8) ? [.completeEvents] : [])
    }
    if callback == "didFinishLaunching", random.bernoulli(0.8) { return [.fetchEvery(0)] + steps() }
    if callback == "performFetch" {
      return steps() + (random.bernoulli(0.9) ? [.complete(.newData)] : [])
    }
    if callback == "didReceiveRemoteNotification" {
      return steps() + (random.bernoulli(0.9) ? [.completePush(.newData)] : [])
    }
    return steps()
  }

  private func registerHandlers() {
    let here = SourceLocation(file: "test", line: 1)
    for name in ["x", "y", "z"] where random.bernoulli(0.9) {
      let guarded = random.bernoulli(0.7) ? steps() + [completion()] : nil
      let handler: [Step] =
        [.run { $0.expiration = guarded }] + steps() + [completion(), submission()]
      _ = try? application.registerLaunchHandler(
        block(handler), for: name, onMain: random.bernoulli(0.5), at: here)
    }
  }

  /// Completes the reload that the provider was asked for last, as a rule.
  private func timeline() -> Step {
    let isDone = random.bernoulli(0.8)
    let next = TimeSpan.seconds(random.integer(in: -60..<120))
    return .run { app in
      guard isDone, let reload = app.reload else { return }
      let now = app.application.now
      app.application.completeTimeline(
        reload, WidgetTimeline(entries: [now + next], reload: .atEnd),
        at: SourceLocation(file: "test", line: 1))
    }
  }

  private func submission() -> Step {
    let name = ["x", "y", "z"][random.integer(in: 0..<3)]
    let earliest = random.bernoulli(0.7) ? TimeSpan.seconds(random.integer(in: 0..<60)) : nil
    let isRefresh = random.bernoulli(0.5)
    let (network, power) = (random.bernoulli(0.3), random.bernoulli(0.3))
    return .run { app in
      let moment = earliest.map { app.application.now + $0 }
      let request: TaskRequest =
        isRefresh
        ? .refresh(name, earliest: moment)
        : .processing(name, earliest: moment, requiresNetwork: network, requiresPower: power)
      _ = try? app.application.submit(request, at: SourceLocation(file: "test", line: 1))
    }
  }

  private func completion() -> Step {
    let (isDone, success) = (random.bernoulli(0.8), random.bernoulli(0.5))
    return .run { app in
      guard isDone, let task = app.task else { return }
      app.application.setTaskCompleted(
        task, success: success, hasExpirationHandler: app.expiration != nil,
        at: SourceLocation(file: "test", line: 1))
    }
  }

  private func steps(depth: Int = 0) -> [Step] {
    let count = random.integer(in: 0..<(depth > 2 ? 2 : 4))
    return (0..<count).map { _ in step(depth: depth + 1) }
  }

  private func transferStep(_ name: String) -> Step {
    switch random.integer(in: 0..<8) {
    case 0, 1:
      return .session(
        name,
        TransferSettings(
          isDiscretionary: random.bernoulli(0.3), sendsLaunchEvents: random.bernoulli(0.9),
          timeout: random.bernoulli(0.2) ? .seconds(random.integer(in: 1..<30)) : nil))
    case 2: return .cancelTransfer("https://server/\(name)")
    case 3: return .transfer("https://nobody/\(name)")
    default:
      return .transfer(
        "https://server/\(name)", bytes: Double(random.integer(in: 0..<2)) * 1e18)
    }
  }

  private func step(depth: Int) -> Step {
    let name = ["x", "y", "z"][random.integer(in: 0..<3)]
    // Eighths of a second, so that many things fall on one instant.
    let seconds = Double(random.integer(in: 0..<random.integer(in: 1..<120))) / 8
    let usesTasks = !application.configuration.permittedIdentifiers.isEmpty
    if random.bernoulli(0.1) { return transferStep(name) }
    if application.widget != nil, random.bernoulli(0.1) {
      return random.bernoulli(0.5)
        ? timeline() : .run { $0.application.reloadTimelines(ofKind: nil) }
    }
    switch random.integer(in: 0..<(usesTasks ? 42 : 36)) {
    case 0..<5: return .begin(name, handler: random.bernoulli(0.8) ? steps(depth: depth) : nil)
    case 5..<9: return .end(name)
    case 9, 10: return .work(seconds)
    case 11: return .spend(seconds / 2)
    case 12, 13: return .sleep(seconds)
    case 14, 15: return .get("https://server/", timeout: random.bernoulli(0.5) ? seconds : nil)
    case 16: return .request("https://server/\(name)", steps(depth: depth))
    case 17: return .cancelRequest("https://server/\(name)")
    case 18..<21: return .main(steps(depth: depth))
    case 21..<24: return .after(seconds, steps(depth: depth))
    case 24, 25: return .global(steps(depth: depth))
    case 26, 27:
      let repeats = random.bernoulli(0.3)
      return .timer(name, every: seconds + 0.5, repeats: repeats, steps(depth: depth))
    case 28: return .invalidate(name)
    case 29: return random.bernoulli(0.2) ? .lock(name) : .unlock(name)
    case 30: return random.bernoulli(0.8) ? .unlock(name) : .waitLock(name)
    case 31: return random.bernoulli(0.1) ? .fail(.uncaughtException) : .logState
    case 32: return .fetchEvery(random.bernoulli(0.9) ? seconds : nil)
    case 33: return random.bernoulli(0.2) ? .complete(.failed) : .logRemaining
    case 36..<39: return submission()
    case 39: return completion()
    case 40: return .run { $0.application.cancelTaskRequest(name) }
    case 34: return .endNumber(random.integer(in: 0..<4))
    case 35: return random.bernoulli(0.5) ? .signal(name) : .block(name, seconds: seconds)
    default: return .logRemaining
    }
  }
}
