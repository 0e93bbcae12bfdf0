import Simulation

/// A service of the operating system that gives apps time in the background, or does something for
/// them: background tasks, fetches, requests, locks.
///
/// A service is a folder of its own: its state, which it alone touches, its rules as state
/// machines that know no device, and what apps call, as an extension of `Application`. It is told
/// what becomes of processes and of the world, and asked what they may do for its sake. Each method
/// here has an answer for a service that has nothing to say.
class Service: DeviceComponent {
  /// Position in `Services.all`.
  fileprivate(set) final var number: UInt8 = 0

  /// The feature that a version of the system must have for the service; nil: every version has it.
  class var feature: Feature? { nil }

  required init(_ scenario: Scenario) {}

  /// Whether it ever is a reason to run by `claim`, `keepsRunning`, `remainingTime` or `gaveTime`:
  /// one that is not is never asked, and costs nothing an event.
  class var givesTime: Bool { true }

  /// Whether any app of the scenario may have to do with it; else it is no reason to run either.
  var isUsed: Bool { true }

  // MARK: Reasons to run

  /// Until when it needs the pool to pay for a process; nil: it does not. Where the answer changes
  /// the service calls `device.budget.adjust(process)`.
  ///
  /// A claim is cut to what the pool holds, and the process runs on unpaid as long as the service
  /// lets it. So who claims has looked before: queued work has its time by its slot, tasks ask
  /// the policy (`Arbiter.grant`), any other service looks at `device.budget.canPay`.
  func claim(of process: Process) -> Instant? { nil }

  /// Until when a process has background time that the pool does not pay for; nil: it has none.
  func allowance(of process: Process) -> Instant? { nil }

  /// Whether it is a reason for a process in the background not to be suspended. Where it is one no
  /// more the service calls `process.considerSuspension()`.
  func keepsRunning(_ process: Process) -> Bool { false }

  /// Returns the time that the service lets an app in the background have; nil: it has no say.
  func remainingTime(of process: Process) -> TimeSpan? { nil }

  /// Whether the process has had its time in this stay in the background: when nothing keeps it
  /// running any more it is suspended at once.
  func gaveTime(to process: Process) -> Bool { false }

  /// Ends the time of a process early, as a policy wishes: it is warned now. False if the service
  /// has given none that could end.
  func expireEarly(_ process: Process) -> Bool { false }

  /// The same at a driver's wish, also of time that no policy can end.
  func endTime(of process: Process) -> Bool { expireEarly(process) }

  /// Whether the limit of CPU time in the background does not hold for a process now.
  func liftsCPULimit(of process: Process) -> Bool { false }

  /// Background tasks that a process has open.
  func openTasks(of process: Process) -> Int { 0 }

  /// Whether a process lives on that the user swipes away.
  func outlivesSwipe(_ process: Process) -> Bool { false }

  /// Whether a service of the process is in the foreground, on Android.
  func isInForeground(_ process: Process) -> Bool { false }

  /// What work of the process that runs lets it do with the network, on Android.
  func networkPass(of process: Process) -> NetworkPass { .none }

  // MARK: What happens

  /// The run begins: puts on the agenda what the scenario says.
  func begin() {}

  /// The run has come to its end.
  func runIsOver() {}

  func process(_ change: ProcessChange, of process: Process) {}

  /// A mode has begun to keep a process running, or no mode does any more (B13).
  func runsByMode(_ process: Process, _ runs: Bool) {}

  func world(_ change: WorldChange) {}

  /// The device has been restarted: no process is left.
  func deviceBoots() {}

  /// The user has locked the device.
  func deviceIsLocked() {}

  /// Protected data, which was locked, can be read from now on.
  func dataIsAvailable() {}

  /// The device is short of memory: apps are about to be ended.
  func memoryIsShort() {}

  /// A device of Android's has come to another state of Doze.
  func deviceIdleChanged() {}

  /// Its deep idle time ends earlier than was said, or later again.
  func idleTimeIsCut() {}

  /// Its next alarm clock is another, or there is none.
  func alarmClockChanged() {}

  /// Work for which a maintenance window goes on has begun, or all of it is over.
  func maintenanceWorkChanged() {}

  /// An app of Android's is let out of standby for a while, or no longer.
  func allowanceChanged(of process: Process, _ isAllowed: Bool) {}

  /// Such work of an app is over.
  func maintenanceWorkEnded(of process: Process) {}

  /// An app of Android's is exempt for a while, or for longer than before.
  func exemptionChanged(of process: Process) {}

  /// It is active, or no longer.
  func activityChanged(of process: Process) {}

  /// It may not use the network now, and perhaps might until now.
  func networkIsCut(of process: Process) {}

  /// An app of Android's is in another standby bucket.
  func bucketChanged(of process: Process) {}

  /// Something of the scenario's that the service has put on the agenda.
  func happens(_ number: Int32) {}

  /// A deadline that the service has set with `arm`.
  func due(_ event: ServiceEvent, of process: Process) {}

  /// It is the turn of something that the service has put into the main thread's queue.
  func turn(_ what: UInt8, _ number: Int, of process: Process) {}

  /// Ends the program: no service puts on the agenda, or in a queue, what it does not know.
  final func unknown(_ what: UInt8) -> Never {
    invariantBroken(
      "\(type(of: self)): no such event (\(what))", at: now, seed: device.scenario.seed)
  }

  /// Code that the service has run beside the main thread has returned.
  func returned(_ number: Int, of process: Process) {}

  // MARK: Suspension

  /// Why a process that is to be suspended must end instead.
  func obstacle(toSuspending process: Process) -> ForcedExit? { nil }

  /// Work of its own that suspension cuts off, in order; what was reported before is left out.
  func cutOff(of process: Process) -> [CutOff] { [] }

  /// Returns what it has under way for a process, which is not done yet.
  func underWay(of process: Process) -> [CutOff] { [] }

  /// Whether the work that is cut off is due to another mistake, which this then reports.
  func accountsForCutOff(of process: Process) -> Bool { false }

  /// Whether the app has jobs that wait or run: it may do yet what it has not done.
  func hasJobs(of process: Process) -> Bool { false }

  // MARK: Figures

  /// Returns the most by which the service's work for processes that run anyway may lengthen their
  /// time in the background: known only when the run is over.
  func mostTimeAdded(to process: Process) -> TimeSpan { .zero }

  /// Adds what it has counted for an app, with what lasts until now.
  func addFigures(of process: Process, to figures: inout AppStatistics) {}

  /// Adds what it has counted for the device.
  func addFigures(to figures: inout DeviceStatistics) {}

  /// Counts anew from now on.
  func beginMeasuring() {}

  // MARK: For the services

  /// Puts a deadline on the agenda.
  ///
  /// - Parameters:
  ///   - outlives: it stands when the process ends.
  @discardableResult
  final func arm<What: RawRepresentable<UInt8>>(
    _ what: What, _ number: Int32 = 0, of process: Process, at instant: Instant,
    rank: UInt8 = DeviceEvent.Rank.limit, outlives: Bool = false
  ) -> EventToken {
    device.agenda.schedule(
      .service(event(what, number, of: process, outlives: outlives)), at: instant, rank: rank)
  }

  /// A deadline's event, for whoever puts it on the agenda.
  ///
  /// - Parameters:
  ///   - outlives: it stands when the process ends.
  final func event<What: RawRepresentable<UInt8>>(
    _ what: What, _ number: Int32 = 0, of process: Process, outlives: Bool = false
  ) -> ServiceEvent {
    ServiceEvent(
      service: self.number, what: what.rawValue, app: process.id, life: outlives ? 0 : process.life,
      number: number)
  }

  /// Puts a deadline on the agenda, by its raw name and the life that it belongs to.
  final func arm(
    _ what: UInt8, _ number: Int32 = 0, of process: Process, at instant: Instant,
    rank: UInt8 = DeviceEvent.Rank.limit, life: Int32
  ) -> EventToken {
    let event = ServiceEvent(
      service: self.number, what: what, app: process.id, life: life, number: number)
    return device.agenda.schedule(.service(event), at: instant, rank: rank)
  }

  /// Puts something that concerns no single process on the agenda.
  @discardableResult
  final func arm(world number: Int32, at instant: Instant) -> EventToken {
    device.agenda.schedule(
      .world(.service(self.number, number)), at: instant, rank: DeviceEvent.Rank.world)
  }

  /// Puts something into the main thread's queue.
  final func enqueue<What: RawRepresentable<UInt8>>(
    _ what: What, _ number: Int = 0, of process: Process
  ) {
    process.enqueue(.service(self.number, what: what.rawValue, number: number))
  }

  final var limits: Limits { device.limits }

  /// The rules of the device's version of Android, which it has, or the program ends.
  final var androidRules: AndroidRules { device.scenario.device.androidRules }
}

/// The services of a device, each told and asked in order. A class: it is asked for all the time, and
/// a copy would count five lists.
final class Services {
  let all: UnretainedList<Service>
  /// Those of them that may be a reason to run.
  private let reasons: UnretainedList<Service>
  /// Who waits for work of each kind that the device has.
  let queues: [WorkQueue]
  private let queuesByLane: [[WorkQueue]]
  /// Those of work that mostly fetches content: fetches, refreshes and jobs.
  let contentQueues: [WorkQueue]

  init(_ all: [Service]) {
    self.all = UnretainedList(all)
    reasons = UnretainedList(all.filter { type(of: $0).givesTime && $0.isUsed })
    let queues = all.flatMap { ($0 as? DiscretionaryService)?.queues ?? [] }
    self.queues = queues
    contentQueues = queues.filter { [.fetch, .refresh, .job].contains($0.kind) }
    queuesByLane = WorkLane.allCases.map { lane in queues.filter { $0.kind.lane == lane } }
    for (number, service) in all.enumerated() { service.number = UInt8(number) }
  }

  subscript(number: UInt8) -> Service { all[Int(number)] }

  /// The queues of those that compete for the same slots.
  subscript(lane: WorkLane) -> [WorkQueue] { queuesByLane[lane.index] }

  /// The queue of a kind; nil: no service of the device has such work.
  subscript(kind: WorkKind) -> WorkQueue? { queues.first { $0.kind == kind } }

  /// The service of a type, for its own calls; the device has it.
  func find<Kind: Service>(_ kind: Kind.Type) -> Kind {
    for service in all {
      if let found = service as? Kind { return found }
    }
    let name = kind.feature?.name ?? "\(kind)"
    fatalError("the device has no \(name); ask Application.absence before")
  }

  func process(_ change: ProcessChange, of process: Process) {
    all.each { $0.process(change, of: process) }
  }

  /// The services let go of a process that ends, the last of them first.
  func processEnds(_ process: Process) {
    for service in all.reversed() { service.process(.ended, of: process) }
  }

  func runsByMode(_ process: Process, _ runs: Bool) {
    all.each { $0.runsByMode(process, runs) }
  }

  func world(_ change: WorldChange) {
    all.each { $0.world(change) }
  }

  func keepRunning(_ process: Process) -> Bool { reasons.contains { $0.keepsRunning(process) } }

  /// Whether a process runs for work that the device has given it, but for a service's.
  func giveWork(to process: Process, besides service: Service) -> Bool {
    reasons.contains {
      $0 !== service && $0 is DiscretionaryService && $0.keepsRunning(process)
    }
  }

  func gaveTime(to process: Process) -> Bool { reasons.contains { $0.gaveTime(to: process) } }

  /// Whether what keeps a process running now has time of its own, after which there is no more.
  func endsGrace(of process: Process) -> Bool {
    reasons.contains { $0.keepsRunning(process) && $0.gaveTime(to: process) }
  }

  /// Returns the time left to an app in the background: by a service that keeps it running, else by
  /// any.
  func remainingTime(of process: Process) -> TimeSpan? {
    for service in reasons where service.keepsRunning(process) {
      if let time = service.remainingTime(of: process) { return time }
    }
    for service in reasons {
      if let time = service.remainingTime(of: process) { return time }
    }
    return nil
  }

  /// Until when the pool has to pay for a process: the union of what services claim.
  func claim(of process: Process) -> Instant? {
    var until: Instant?
    reasons.each {
      if let claim = $0.claim(of: process) { until = max(until ?? claim, claim) }
    }
    return until
  }

  /// Until when a process has background time that the pool does not pay for: the last of them.
  func allowance(of process: Process) -> Instant? {
    var until: Instant?
    reasons.each {
      if let allowance = $0.allowance(of: process) { until = max(until ?? allowance, allowance) }
    }
    return until
  }

  func expireEarly(_ process: Process) -> Bool { all.contains { $0.expireEarly(process) } }
  func outliveSwipe(_ process: Process) -> Bool { all.contains { $0.outlivesSwipe(process) } }
  func areInForeground(_ process: Process) -> Bool {
    reasons.contains { $0.isInForeground(process) }
  }

  func networkPass(of process: Process) -> NetworkPass {
    var pass = NetworkPass.none
    reasons.each { pass = max(pass, $0.networkPass(of: process)) }
    return pass
  }

  func mostTimeAdded(to process: Process) -> TimeSpan {
    all.reduce(.zero) { $0 + $1.mostTimeAdded(to: process) }
  }

  func openTasks(of process: Process) -> Int { all.reduce(0) { $0 + $1.openTasks(of: process) } }

  func obstacle(toSuspending process: Process) -> ForcedExit? {
    all.first { $0.obstacle(toSuspending: process) }
  }

  func cutOff(of process: Process) -> [CutOff] {
    var cut: [CutOff] = []
    all.each {
      let more = $0.cutOff(of: process)
      if !more.isEmpty { cut += more }
    }
    return cut
  }

  func underWay(of process: Process) -> [CutOff] {
    var work: [CutOff] = []
    all.each { work += $0.underWay(of: process) }
    return work
  }

  func accountForCutOff(of process: Process) -> Bool {
    all.contains { $0.accountsForCutOff(of: process) }
  }

  func haveJobs(of process: Process) -> Bool { all.contains { $0.hasJobs(of: process) } }
}
