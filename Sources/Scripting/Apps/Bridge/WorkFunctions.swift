import Device
import Lua
import Simulation

/// `WorkManager`, its requests, and what workers get and return.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineWorkManager() -> WorkNames {
    defineRequests()
    let manager = objectClass("WorkManager")
    object("WorkManager", manager)
    method("enqueue", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "WorkManager:enqueue(request)")
      try frame.charge(Cost.request)
      let requests = try frame.workRequests(2)
      let location = bridge.location(frame)
      // Requests that are given together are independent of each other.
      for request in requests {
        bridge.reviewPeriodic(request, at: location)
        try bridge.changeWorks { [now = bridge.app.now] works in
          works.enqueue([[request]], at: now, location: location)
        }
      }
      return .none
    }
    method("enqueueUniqueWork", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "WorkManager:enqueueUniqueWork(name, policy, request)")
      try frame.charge(Cost.request)
      let chain = WorkChain(
        name: try frame.shortString(2), policy: try frame.existingWorkPolicy(3),
        steps: [try frame.workRequests(4, isPeriodic: false)])
      try bridge.enqueue(chain, at: bridge.location(frame))
      return .none
    }
    method("enqueueUniquePeriodicWork", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "WorkManager:enqueueUniquePeriodicWork(name, policy, request)")
      try frame.charge(Cost.request)
      let name = try frame.shortString(2)
      let policy = try frame.policy(3, ExistingWorkPolicy.periodic, "ExistingPeriodicWorkPolicy")
      let requests = try frame.workRequests(4, isPeriodic: true)
      let location = bridge.location(frame)
      if policy == "UPDATE", bridge.hasWorkThatComesOnce(name) {
        throw LuaFailure(
          .runtime,
          "UnsupportedOperationException: the work \(quoted(name)) is no periodic work,"
            + " and cannot become such by UPDATE; cancel it first")
      }
      try bridge.changeWorks { [now = bridge.app.now] works in
        if policy == "UPDATE", works.update(name, to: requests[0], location: location) { return }
        works.enqueue(
          [requests], named: name, policy == "KEEP" ? .keep : .replace, at: now,
          location: location)
      }
      return .none
    }
    method("cancelUniqueWork", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "WorkManager:cancelUniqueWork(name)")
      try frame.charge(Cost.record)
      let name = try frame.shortString(2)
      try bridge.changeWorks { [now = bridge.app.now] works in
        works.cancel(at: now) { $0.name == name }
      }
      return .none
    }
    method("cancelAllWork", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "WorkManager:cancelAllWork()")
      try frame.charge(Cost.record)
      try bridge.changeWorks { [now = bridge.app.now] works in works.cancel(at: now) { _ in true } }
      return .none
    }
    method("getWorkInfosForUniqueWork", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "WorkManager:getWorkInfosForUniqueWork(name)")
      let works = bridge.defaults.works.named(try frame.shortString(2))
      try frame.charge(Cost.request + Cost.record * works.count)
      return frame.result(.list(works.map(LuaValue.init(info:))))
    }
    defineChains(manager)
    return defineWorkers()
  }

  /// The requests and the constants in them.
  private mutating func defineRequests() {
    for (name, isPeriodic) in [("OneTimeWorkRequest", false), ("PeriodicWorkRequest", true)] {
      function(name) { (frame, bridge) throws(LuaFailure) in
        try frame.charge(Cost.request)
        let request = try frame.makeWorkRequest(isPeriodic: isPeriodic)
        bridge.review(request.initialDelay, "initialDelay", frame)
        bridge.review(request.interval, "repeatInterval", frame)
        if isPeriodic {
          let before = frame.count
          let period = try frame.number(frame.pushField("repeatInterval", of: 1))
          bridge.review(period: .seconds(period), frame)
          frame.keep(before)
        }
        return .values(1)
      }
    }
    for (table, names) in [
      ("ExistingWorkPolicy", ExistingWorkPolicy.allCases.map(\.rawValue)),
      ("ExistingPeriodicWorkPolicy", ExistingWorkPolicy.periodic),
      ("OutOfQuotaPolicy", OutOfQuotaPolicy.allCases.map(\.rawValue)),
      ("NetworkType", WorkField.networks), ("BackoffPolicy", WorkField.policies),
    ] {
      for name in names { constant("\(table).\(name)", .text(name)) }
    }
  }

  /// Chains: each step waits for the one before.
  private mutating func defineChains(_ manager: LuaClass) {
    let chain = objectClass("WorkContinuation")
    method("beginWith", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "WorkManager:beginWith(request)")
      return try bridge.begin(
        WorkChain(steps: [try frame.workRequests(2, isPeriodic: false)]), frame, chain)
    }
    method("beginUniqueWork", of: manager) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "WorkManager:beginUniqueWork(name, policy, request)")
      let begun = WorkChain(
        name: try frame.shortString(2), policy: try frame.existingWorkPolicy(3),
        steps: [try frame.workRequests(4, isPeriodic: false)])
      return try bridge.begin(begun, frame, chain)
    }
    method("andThen", of: chain) { (frame, bridge) throws(LuaFailure) in
      let handle = try frame.receiver(chain, "continuation:andThen(request)")
      try frame.charge(Cost.request)
      let requests = try frame.workRequests(2, isPeriodic: false)
      guard bridge.android.chains[handle] != nil else { throw AppBridge.enqueuedAlready }
      bridge.android.chains[handle]?.steps.append(requests)
      frame.pushCopy(of: 1)
      return .values(1)
    }
    method("enqueue", of: chain) { (frame, bridge) throws(LuaFailure) in
      let handle = try frame.receiver(chain, "continuation:enqueue()")
      try frame.charge(Cost.request)
      guard let begun = bridge.android.chains.remove(handle) else {
        throw AppBridge.enqueuedAlready
      }
      if let place = begun.place { bridge.app.noteStarted(madeAt: place) }
      try bridge.enqueue(begun, at: bridge.location(frame))
      return .none
    }
  }

  /// What `doWork` gets and returns.
  private mutating func defineWorkers() -> WorkNames {
    let parameters = objectClass("WorkerParameters")
    for (name, read) in WorkerRun.properties {
      property(name, of: parameters) { (frame, bridge) throws(LuaFailure) in
        guard
          let run = bridge.android.workers[
            Int32(truncatingIfNeeded: try frame.object(1, parameters))]
        else { throw LuaFailure(.runtime, "nothing is known of this work any more") }
        return frame.result(read(run))
      }
    }
    for outcome in [WorkOutcome.success, .failure, .retry] {
      function("Result.\(outcome.rawValue)") { (frame, _) throws(LuaFailure) in
        try frame.charge(Cost.record)
        let hasData = outcome != .retry && frame.count > 0 && !frame.isNil(1)
        let data = hasData ? try frame.workData(1, "Result.\(outcome.rawValue)") : nil
        let result = frame.pushTable(fields: 2)
        frame.push(outcome.rawValue)
        frame.setField("result", of: result)
        if let data {
          frame.push(data)
          frame.setField("outputData", of: result)
        }
        return .values(1)
      }
    }
    let returned = boundFunction { (frame, bridge) throws(LuaFailure) in
      let job = JobID(number: Int32(truncatingIfNeeded: try frame.integer(1)))
      try bridge.take(job, frame)
      return .none
    }
    return WorkNames(parameters: parameters, returned: returned)
  }
}

/// What the host pushes for a worker.
struct WorkNames: Sendable {
  /// The class of what `doWork` gets.
  let parameters: LuaClass
  /// Gets whether `doWork` has returned, and then its result, else its error.
  let returned: LuaBoundFunction
}

extension WorkerRun {
  fileprivate static let properties: [(String, @Sendable (WorkerRun) -> LuaValue)] = [
    ("id", { .integer(Int($0.work.number)) }),
    ("worker", { .text($0.work.request.worker) }),
    ("inputData", { $0.input }),
    ("runAttemptCount", { .integer($0.work.attempts) }),
    ("isStopped", { .boolean($0.stop != nil) }),
    ("stopReason", { .integer($0.stop?.constant?.number ?? 0) }),
  ]
}

extension LuaValue {
  /// Makes a `WorkInfo`.
  fileprivate init(info work: Work) {
    self = .table([
      LuaEntry(key: .text("id"), value: .integer(Int(work.number))),
      LuaEntry(key: .text("worker"), value: .text(work.request.worker)),
      LuaEntry(key: .text("state"), value: .text(work.state.rawValue)),
      LuaEntry(key: .text("runAttemptCount"), value: .integer(work.attempts)),
      LuaEntry(key: .text("outputData"), value: work.output),
    ])
  }
}

extension AppBridge {
  fileprivate static let enqueuedAlready = LuaFailure(
    .runtime, "this chain was enqueued already; begin another by WorkManager:beginWith(request)")

  /// Keeps a chain that is begun, and pushes it.
  fileprivate func begin(
    _ chain: WorkChain, _ frame: borrowing LuaFrame, _ objectClass: LuaClass
  ) throws(LuaFailure) -> LuaReturn {
    try frame.charge(Cost.request)
    if android.chains.count >= Limits.openRequests {
      end(
        frame, .memoryLimit,
        "more than \(Limits.openRequests) chains of work are not enqueued; enqueue each")
    }
    var chain = chain
    let place = location(frame)
    chain.place = place
    frame.push(objectClass, identifier: Int(android.chains.add(chain)))
    app.noteMade("this chain of work is never enqueued: none of it runs", at: place)
    return .values(1)
  }

  fileprivate func enqueue(_ chain: WorkChain, at location: SourceLocation) throws(LuaFailure) {
    reviewAppended(chain, at: location)
    try changeWorks { [now = app.now] works in
      works.enqueue(chain.steps, named: chain.name, chain.policy, at: now, location: location)
    }
  }

  /// Takes what `doWork` has returned: value 2 says whether it has, value 3 is its result or error.
  fileprivate func take(_ job: JobID, _ frame: borrowing LuaFrame) throws(LuaFailure) {
    guard let run = android.workers[job.number], !run.isOver else { return }
    let worker = run.work.request.worker
    let callback = SourceLocation(file: script.displayName, line: script.line(of: "doWork"))
    guard frame.truth(2) else {
      let error = frame.describe(3)
      try log("WorkManager: \(worker) failed: \(error)", frame)
      app.report(
        .workerFailed, "the worker \(worker) failed by an error: \(error)",
        at: SourceLocation(inFrontOf: error) ?? callback)
      return try endWork(job, .failure, output: .table([]))
    }
    let isTable = frame.count > 2 && frame.type(at: 3) == .table
    guard isTable, let word = frame.text(at: frame.pushField("result", of: 3)),
      let outcome = WorkOutcome(rawValue: word)
    else {
      let result = frame.isNil(3) ? "nothing" : frame.describeArgument(3)
      try log("WorkManager: \(worker) returned \(result); treating it as a failure", frame)
      app.report(
        .workerWithoutResult,
        "doWork of the worker \(worker) returned \(result), which counts as a failure",
        at: callback)
      return try endWork(job, .failure, output: .table([]))
    }
    let place = frame.pushField("outputData", of: 3)
    let output = frame.isNil(place) ? LuaValue.table([]) : try frame.value(place, as: "outputData")
    try endWork(job, outcome, output: output)
  }
}

extension SourceLocation {
  /// The place that Lua writes in front of an error's message, `file:line: `; nil: none is there.
  fileprivate init?(inFrontOf message: String) {
    let parts = message.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = Int(parts[1]), parts[2].first == " " else { return nil }
    self.init(file: String(parts[0]), line: line)
  }
}

/// The fields of requests, and the names in them.
enum WorkField {
  static let request = [
    "worker", "constraints", "initialDelay", "backoffPolicy", "backoffDelay", "expedited",
    "inputData",
  ]
  static let periodic = ["repeatInterval", "flexInterval"]
  static let constraints = [
    "requiredNetworkType", "requiresCharging", "requiresBatteryNotLow", "requiresDeviceIdle",
    "requiresStorageNotLow",
  ]
  static let networks = ["NOT_REQUIRED", "CONNECTED", "UNMETERED"]
  static let policies = ["LINEAR", "EXPONENTIAL"]

  static func names(isPeriodic: Bool) -> [String] { isPeriodic ? request + periodic : request }
}
