import Device
import Lua
import Simulation

/// `JobScheduler`, `JobInfo`, and the jobs that an app is given.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineJobs() -> JobNames {
    let scheduler = objectClass("JobScheduler")
    object("JobScheduler", scheduler)
    property("RESULT_SUCCESS", of: scheduler) { (frame, _) in frame.result(1) }
    property("RESULT_FAILURE", of: scheduler) { (frame, _) in frame.result(0) }
    method("schedule", of: scheduler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "JobScheduler:schedule(job)")
      try frame.charge(Cost.request)
      return frame.result(try bridge.schedule(frame) ? 1 : 0)
    }
    method("cancel", of: scheduler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "JobScheduler:cancel(id)")
      try frame.charge(Cost.record)
      let id = try frame.jobNumber(2)
      bridge.app.cancelJob(id)
      try bridge.defaults.setExtras(of: id, to: .nil)
      return .none
    }
    method("cancelAll", of: scheduler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "JobScheduler:cancelAll()")
      try frame.charge(Cost.record)
      let ids = bridge.app.pendingJobs.map(\.id)
      bridge.app.cancelAllJobs()
      for id in ids { try bridge.defaults.setExtras(of: id, to: .nil) }
      return .none
    }
    method("getAllPendingJobs", of: scheduler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "JobScheduler:getAllPendingJobs()")
      let jobs = bridge.app.pendingJobs
      try frame.charge(Cost.request + Cost.record * jobs.count)
      let list = frame.pushTable(elements: jobs.count)
      for (index, job) in jobs.enumerated() {
        frame.push(job, extras: bridge.defaults[extrasOf: job.id])
        frame.setElement(index + 1, of: list)
      }
      return .values(1)
    }
    method("getPendingJob", of: scheduler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "JobScheduler:getPendingJob(id)")
      try frame.charge(Cost.request)
      guard let job = bridge.app.pendingJob(try frame.jobNumber(2)) else {
        frame.pushNil()
        return .values(1)
      }
      frame.push(job, extras: bridge.defaults[extrasOf: job.id])
      return .values(1)
    }
    function("JobInfo.__call") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      bridge.noteMade(job: try frame.makeJobInfo(2), at: bridge.location(frame))
      return .values(1)
    }
    for (index, name) in JobField.networks.enumerated() {
      constant("JobInfo.\(name)", .integer(index))
    }
    for (index, name) in JobField.policies.enumerated() {
      constant("JobInfo.\(name)", .integer(index))
    }
    for (name, priority) in JobField.priorities {
      constant("JobInfo.\(name)", .integer(priority.rawValue))
    }
    return defineJobParameters()
  }

  /// What `onStartJob` and `onStopJob` get, and what takes their answers.
  private mutating func defineJobParameters() -> JobNames {
    let parameters = objectClass("JobParameters")
    for (name, read) in JobParameters.properties {
      property(name, of: parameters) { (frame, bridge) throws(LuaFailure) in
        frame.result(read(try bridge.givenJob(frame, parameters).parameters))
      }
    }
    property("extras", of: parameters) { (frame, bridge) throws(LuaFailure) in
      let extras = try bridge.givenJob(frame, parameters).extras
      return frame.result(extras == .nil ? .table([]) : extras)
    }
    constant("JobParameters.STOP_REASON_UNDEFINED", .integer(0))
    for (number, name) in JobStopReason.constants {
      constant("JobParameters.\(name)", .integer(number))
    }
    function("jobFinished") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.task)
      let job = try frame.object(1, parameters)
      bridge.app.jobFinished(
        JobID(number: Int32(truncatingIfNeeded: job)), wantsReschedule: try frame.boolean(2))
      return .none
    }
    let started = boundFunction { (frame, bridge) throws(LuaFailure) in
      if let goesOn = bridge.answer(
        frame, of: "onStartJob", "return true where the work goes on until jobFinished(params, ...)"
      ) {
        bridge.app.onStartJobReturned(try frame.jobRun(), goesOn: goesOn)
      }
      return .none
    }
    let stopped = boundFunction { (frame, bridge) throws(LuaFailure) in
      if let isWanted = bridge.answer(
        frame, of: "onStopJob", "return true where the job is wanted again")
      {
        bridge.app.onStopJobReturned(try frame.jobRun(), reschedules: isWanted)
      }
      return .none
    }
    return JobNames(parameters: parameters, started: started, stopped: stopped)
  }
}

/// What the host pushes for a job.
struct JobNames: Sendable {
  /// The class of what the methods get.
  let parameters: LuaClass
  /// Gets what `onStartJob` has returned.
  let started: LuaBoundFunction
  /// Gets what `onStopJob` has returned.
  let stopped: LuaBoundFunction
}

extension JobParameters {
  fileprivate static let properties: [(String, @Sendable (JobParameters) -> LuaValue)] = [
    ("jobId", { .integer(Int($0.jobId)) }),
    ("isExpeditedJob", { .boolean($0.isExpedited) }),
    ("isOverrideDeadlineExpired", { .boolean($0.isOverrideDeadlineExpired) }),
    ("stopReason", { .integer($0.stopReason?.constant?.number ?? 0) }),
  ]
}

extension AppBridge {
  /// Schedules the job that is value 2; false: it is refused for want of expedited time.
  fileprivate func schedule(_ frame: borrowing LuaFrame) throws(LuaFailure) -> Bool {
    let request = try frame.jobRequest(2)
    noteScheduled(job: request.id)
    for (name, time) in request.times { review(time, name, frame) }
    review(period: request.period, frame)
    let place = frame.pushField("extras", of: 2)
    let extras = frame.isNil(place) ? LuaValue.nil : try frame.value(place, as: "extras")
    // The job that was scheduled before stays where this one is refused.
    let before = defaults[extrasOf: request.id]
    try defaults.setExtras(of: request.id, to: extras)
    let refusal = app.schedule(request, at: location(frame))
    if refusal != nil { try defaults.setExtras(of: request.id, to: before) }
    switch refusal {
    case nil: return true
    case .noExpeditedQuota: return false
    case .tooManyJobs:
      throw LuaFailure(
        .runtime, "IllegalStateException: this app has as many jobs as it may have; cancel some")
    case .noJobService:
      throw LuaFailure(
        .runtime,
        "IllegalArgumentException: this app has no onStartJob(params), which a job is given to")
    case .noBootPermission:
      throw LuaFailure(
        .runtime,
        "IllegalArgumentException: a job is persisted only with the permission"
          + " RECEIVE_BOOT_COMPLETED; give it by permissions in app { ... }")
    }
  }

  /// What a method has returned, which is value 2; nil: neither true nor false, and the app ends for it.
  fileprivate func answer(
    _ frame: borrowing LuaFrame, of method: String, _ remedy: String
  ) -> Bool? {
    if frame.type(at: 2) == .boolean { return frame.truth(2) }
    end(
      frame, .uncaughtException,
      "\(method) returned \(frame.describeArgument(2)); \(remedy), else false",
      at: SourceLocation(file: script.displayName, line: script.line(of: method)))
    return nil
  }

  /// What is known of the job that is value 1, and its extras.
  fileprivate func givenJob(
    _ frame: borrowing LuaFrame, _ objectClass: LuaClass
  ) throws(LuaFailure) -> (parameters: JobParameters, extras: LuaValue) {
    let job = JobID(number: Int32(truncatingIfNeeded: try frame.object(1, objectClass)))
    note(job)
    guard let known = android.jobs[job.number] else {
      throw LuaFailure(.runtime, "this job is over, and nothing is known of it any more")
    }
    return known
  }

  /// Keeps what is known of a job now; its extras are those that it had when it began.
  func note(_ job: JobID) {
    guard let parameters = app.jobParameters(of: job) else { return }
    let extras = android.jobs[job.number]?.extras ?? defaults[extrasOf: parameters.jobId]
    android.jobs[job.number] = (parameters, extras)
  }
}

/// The fields of `JobInfo`, and the names of their constants.
enum JobField {
  /// No time is longer, in seconds: as long as the longest scenario.
  static let longestTime = 36_500 * 86_400.0
  static let names = [
    "id", "requiredNetworkType", "requiresCharging", "requiresBatteryNotLow",
    "requiresDeviceIdle", "requiresStorageNotLow", "minimumLatency", "overrideDeadline",
    "periodic", "flex", "backoffPolicy", "initialBackoff", "expedited", "persisted", "prefetch",
    "priority", "extras",
  ]
  /// By Android's numbers.
  static let networks = ["NETWORK_TYPE_NONE", "NETWORK_TYPE_ANY", "NETWORK_TYPE_UNMETERED"]
  static let policies = ["BACKOFF_POLICY_LINEAR", "BACKOFF_POLICY_EXPONENTIAL"]

  static let priorities: [(name: String, priority: JobPriority)] = [
    ("PRIORITY_MIN", .min), ("PRIORITY_LOW", .low), ("PRIORITY_DEFAULT", .medium),
    ("PRIORITY_HIGH", .high), ("PRIORITY_MAX", .max),
  ]

  static let conditions: [(name: String, condition: JobConditions)] = [
    ("requiresCharging", .charging), ("requiresBatteryNotLow", .batteryNotLow),
    ("requiresDeviceIdle", .deviceIdle), ("requiresStorageNotLow", .storageNotLow),
  ]
}

extension LuaFrame {
  /// The number that an app gives its job.
  fileprivate func jobNumber(_ index: Int) throws(LuaFailure) -> Int32 {
    let number = try integer(index)
    guard let id = Int32(exactly: number) else {
      throw argumentFailure(index, "a job's number of 32 bits expected, got \(number)")
    }
    return id
  }

  /// The job that an answer is about, to which the function is bound.
  fileprivate func jobRun() throws(LuaFailure) -> JobID {
    JobID(number: Int32(truncatingIfNeeded: try integer(1)))
  }

  /// `JobInfo { id = }`: pushes a copy of the table that knows what it is.
  ///
  /// - Returns: its number.
  fileprivate func makeJobInfo(_ index: Int) throws(LuaFailure) -> Int32 {
    try table(index)
    try checkFields(of: index, "JobInfo", JobField.names, also: "class")
    let request = try readJob(index)
    if let mistake = request.mistake {
      throw LuaFailure(.runtime, "IllegalArgumentException: \(mistake)")
    }
    let job = pushTable(fields: JobField.names.count)
    push("JobInfo")
    setField("class", of: job)
    for name in JobField.names {
      pushField(name, of: index)
      setField(name, of: job)
    }
    return request.id
  }

  /// A job as it stands when it is scheduled.
  fileprivate func jobRequest(_ index: Int) throws(LuaFailure) -> JobRequest {
    let before = count
    defer { keep(before) }
    guard type(at: index) == .table, text(at: pushField("class", of: index)) == "JobInfo" else {
      throw argumentFailure(index, "a JobInfo expected, got \(describeArgument(index))")
    }
    try checkFields(of: index, "JobInfo", JobField.names, also: "class")
    let request = try readJob(index)
    if let mistake = request.mistake {
      throw LuaFailure(.runtime, "IllegalArgumentException: \(mistake)")
    }
    return request
  }

  private func readJob(_ index: Int) throws(LuaFailure) -> JobRequest {
    let before = count
    defer { keep(before) }
    guard let id = try jobInteger("id", of: index), let number = Int32(exactly: id) else {
      throw LuaFailure(.runtime, "JobInfo: id: a whole number of 32 bits expected")
    }
    var request = JobRequest(id: number)
    if let network = try choice("requiredNetworkType", JobField.networks, of: index) {
      request.network = [.none, .any, .unmetered][network]
    }
    for (name, condition) in JobField.conditions where try jobFlag(name, of: index) {
      request.conditions.insert(condition)
    }
    request.minimumLatency = try jobTime("minimumLatency", of: index)
    request.overrideDeadline = try jobTime("overrideDeadline", of: index)
    request.period = try jobTime("periodic", of: index)
    request.flex = try jobTime("flex", of: index)
    let policy = try choice("backoffPolicy", JobField.policies, of: index)
    let initial = try jobTime("initialBackoff", of: index)
    if policy != nil || initial != nil {
      request.backoff = JobBackoff(
        policy == 0 ? .linear : .exponential, initial: initial ?? .seconds(30))
    }
    request.isExpedited = try jobFlag("expedited", of: index)
    request.isPersisted = try jobFlag("persisted", of: index)
    request.isPrefetch = try jobFlag("prefetch", of: index)
    request.priority = try jobPriority(of: index)
    return request
  }

  private func jobInteger(_ name: String, of index: Int) throws(LuaFailure) -> Int? {
    let place = pushField(name, of: index)
    if isNil(place) { return nil }
    guard type(at: place) == .number, let value = try? integer(place) else {
      throw LuaFailure(
        .runtime, "JobInfo: \(name): a whole number expected, got \(describeArgument(place))")
    }
    return value
  }

  private func jobPriority(of index: Int) throws(LuaFailure) -> JobPriority? {
    guard let value = try jobInteger("priority", of: index) else { return nil }
    guard let priority = JobPriority(rawValue: value) else {
      let known = JobField.priorities.map { "JobInfo.\($0.name)" }.joined(separator: ", ")
      throw LuaFailure(
        .runtime,
        "IllegalArgumentException: JobInfo: priority: one of \(known) expected, got \(value)")
    }
    return priority
  }

  private func choice(
    _ name: String, _ names: [String], of index: Int
  ) throws(LuaFailure) -> Int? {
    guard let value = try jobInteger(name, of: index) else { return nil }
    guard names.indices.contains(value) else {
      let known = names.map { "JobInfo.\($0)" }.joined(separator: ", ")
      throw LuaFailure(.runtime, "JobInfo: \(name): one of \(known) expected, got \(value)")
    }
    return value
  }

  private func jobTime(_ name: String, of index: Int) throws(LuaFailure) -> TimeSpan? {
    let place = pushField(name, of: index)
    if isNil(place) { return nil }
    guard type(at: place) == .number, let value = try? number(place), value >= 0, value.isFinite
    else {
      throw LuaFailure(
        .runtime, "JobInfo: \(name): seconds, 0 or more, expected, got \(describeArgument(place))")
    }
    guard value <= JobField.longestTime else {
      throw LuaFailure(
        .runtime, "IllegalArgumentException: JobInfo: \(name): it is too long (\(value) s)")
    }
    return .seconds(value)
  }

  private func jobFlag(_ name: String, of index: Int) throws(LuaFailure) -> Bool {
    let place = pushField(name, of: index)
    if isNil(place) { return false }
    guard type(at: place) == .boolean else {
      throw LuaFailure(
        .runtime, "JobInfo: \(name): true or false expected, got \(describeArgument(place))")
    }
    return truth(place)
  }

  /// Pushes a job as a table like that which was scheduled.
  fileprivate func push(_ job: JobRequest, extras: LuaValue) {
    let table = pushTable(fields: JobField.names.count)
    push("JobInfo")
    setField("class", of: table)
    push(Int(job.id))
    setField("id", of: table)
    push(job.network == .none ? 0 : job.network == .any ? 1 : 2)
    setField("requiredNetworkType", of: table)
    for (name, condition) in JobField.conditions {
      push(job.conditions.contains(condition))
      setField(name, of: table)
    }
    for (name, time) in job.times {
      guard let time else { continue }
      push(time.seconds)
      setField(name, of: table)
    }
    if let backoff = job.backoff {
      push(backoff.policy == .linear ? 0 : 1)
      setField("backoffPolicy", of: table)
    }
    push(job.isExpedited)
    setField("expedited", of: table)
    push(job.isPersisted)
    setField("persisted", of: table)
    push(job.isPrefetch)
    setField("prefetch", of: table)
    push(job.rank.rawValue)
    setField("priority", of: table)
    guard extras != .nil else { return }
    push(extras)
    setField("extras", of: table)
  }
}
