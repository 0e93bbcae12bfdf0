import Simulation

/// Android's JobScheduler: which jobs of an app may run, and when that may change.
///
/// An app with a job that may run waits in a queue like one that wants to fetch, and the policy
/// chooses among those that wait. While it has its place all its jobs run that may. What it may run
/// is the platform's: `JobQuota`, by the app's bucket. JobSchedulerService+Runs has the life of a job
/// that has begun.
final class JobSchedulerService: DiscretionaryService {
  struct App {
    /// Jobs that wait, in the order in which they were scheduled.
    var jobs: [PendingJob] = []
    /// What those of them want that may run, as was found when something last changed; nil: none may.
    var wish: WorkWish?
    /// Jobs that run, in the order in which they began.
    var running: [JobRun] = []
    var quota: JobQuota
    /// The event at which something may change with time alone.
    var check = EventToken.none
    /// Runs of its jobs since the start.
    var runs: Int32 = 0
    var firstScheduled: Instant?
    /// When it last asked for work, also of WorkManager, which may have it already.
    var lastAsked: Juncture?
    /// When it is expected to be opened next, for its prefetch jobs.
    var launches: LaunchForecast
    /// How much of its jobs has begun of late.
    var score = RunScore()
    var counts = JobStatistics()

    var isConcerned: Bool { !jobs.isEmpty || !running.isEmpty }
  }

  enum Deadline: UInt8 {
    /// The place of the queue has its own limit, which jobs have instead.
    case slot
    /// What may run may have changed.
    case check
    /// A job has run for as long as it may in any case, or at all; the number is the run's.
    case timeout
    /// The app has not answered whether a job has begun, or has stopped; the number is the run's.
    case answer
  }

  enum Turn: UInt8 {
    /// `onStartJob`; the number is the run's.
    case start
  }

  let apps: PerApp<App>
  let rules: JobRules
  /// Since when nobody uses the device; nil: somebody does.
  private(set) var laidDown: Instant? = .start
  private(set) var isBatteryLow = false
  /// What jobs are held for that do not require it; nil: nothing.
  var flexibility: Flexibility?
  /// Jobs that run though their guaranteed time is over.
  var overdueRuns = 0
  /// Whether it was charging, and in Low Power Mode, when jobs were last looked at.
  private var seenPower: [Bool] = []

  override class var feature: Feature? { .jobScheduler }

  override class var work: [(kind: WorkKind, deadline: UInt8)] {
    [(.job, deadline: Deadline.slot.rawValue)]
  }

  required init(_ scenario: Scenario) {
    rules = scenario.device.androidRules.jobs
    apps = PerApp(
      App(
        quota: JobQuota(rules.quota, bucket: .never), launches: LaunchForecast(rules.prefetch)),
      count: scenario.apps.count)
    let applied = scenario.device.flexibleConstraints
    if !applied.isEmpty {
      flexibility = rules.flexibility.map { Flexibility($0, applied: applied, booted: .start) }
    }
    super.init(scenario)
  }

  var queue: WorkQueue { queues[0] }

  override func keepsRunning(_ process: Process) -> Bool {
    super.keepsRunning(process) || !apps[process].running.isEmpty
  }

  override func networkPass(of process: Process) -> NetworkPass { passOfJobs(of: process) }

  /// A job has its own limit, and the app is told by `onStopJob`.
  override func remainingTime(of process: Process) -> TimeSpan? { nil }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    let hasMoved = notePresence(of: process)
    if case .ended = change { return processEnds(process) }
    if hasMoved, apps[process].isConcerned { review(process) }
  }

  /// Notes that the user has come to the app, or left it, or that its service has come to the
  /// foreground, or left that; false: none of it.
  private func notePresence(of process: Process) -> Bool {
    let presence = presence(of: process)
    let old = apps[process].quota.presence
    guard presence != old else { return false }
    apps[process].quota.setPresence(presence, at: now)
    if presence == .front {
      apps[process].quota.beginUse(at: now)
      apps[process].launches.open(at: now)
    } else if old == .front {
      apps[process].launches.leave(at: now)
      apps[process].quota.endUse(at: now)
    }
    return true
  }

  override func world(_ change: WorldChange) {
    switch change {
    case .inUse(let isInUse):
      noteIdle()
      laidDown = isInUse ? nil : now
    case .power(let power):
      let wasLow = isBatteryLow
      if power.isCharging || power.level >= rules.okayBattery { isBatteryLow = false }
      if !power.isCharging, power.level <= rules.lowBattery { isBatteryLow = true }
      // Its level alone changes each minute.
      let seen = [power.isCharging, power.isLowPowerMode]
      guard isBatteryLow != wasLow || seen != seenPower else { return }
      seenPower = seen
    case .network, .discretionaryWork: break
    case .moved, .thermal: return
    }
    reviewAll()
  }

  override func deviceIdleChanged() { reviewAll() }

  override func bucketChanged(of process: Process) {
    if apps[process].isConcerned { review(process) }
  }

  /// Battery saver holds only those of apps that are not active.
  override func activityChanged(of process: Process) {
    if device.world.power.isLowPowerMode, apps[process].isConcerned { review(process) }
  }

  override func allowanceChanged(of process: Process, _ isAllowed: Bool) {
    apps[process].quota.setAllowed(isAllowed, at: now)
    if apps[process].isConcerned { review(process) }
  }

  /// Jobs that do not say that they outlive a restart are gone, and so is what was counted.
  override func deviceBoots() {
    let concerned = concerned
    for process in concerned {
      for job in apps[process].jobs where !job.request.isPersisted {
        process.record(.jobCancelled(Int(job.request.id), because: "restart"))
      }
      apps[process].jobs.removeAll { !$0.request.isPersisted }
    }
    laidDown = now
    flexibility = flexibility.map { Flexibility($0.rules, applied: $0.applied, booted: now) }
    apps.changeEach { $0.quota = JobQuota(rules.quota, bucket: .never) }
    noteConstraints()
    for process in concerned { review(process) }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .slot: break
    case .check: review(process)
    case .timeout: timesOut(process, event.number)
    case .answer: doesNotAnswer(process, event.number)
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    switch Turn(rawValue: what) {
    case .start: callStart(JobID(number: Int32(number)), of: process)
    case nil: unknown(what)
    }
  }

  override func endTime(of process: Process) -> Bool {
    let runs = apps[process].running.filter { $0.stop == nil }
    for run in runs { stop(run, of: process, because: .timeout) }
    return !runs.isEmpty
  }

  // MARK: What may run

  private func reviewAll() {
    noteConstraints()
    for process in concerned { review(process) }
  }

  /// Apps with jobs, waiting or running.
  private var concerned: [Process] { device.processes.filter { apps[$0].isConcerned } }

  /// Everything that may have changed for an app's jobs is looked at anew: those that may not run
  /// any more stop, those that may now begin, or wait for their app's place.
  func review(_ process: Process) {
    device.agenda.cancel(apps[process].check)
    apps[process].check = .none
    process.noteChange()
    guard apps[process].isConcerned else {
      apps[process].wish = nil
      return queue.withdraw(process)
    }
    noteConstraints()
    apps[process].launches.settle(at: now)
    updateQuota(of: process)
    stopWhatMayNotRun(of: process)
    if queue.running(process) != nil { startJobs(of: process) }
    var next = NextMoment(after: now)
    lookAtWaitingJobs(of: process, &next)
    if apps[process].wish == nil || queue.running(process) != nil {
      queue.withdraw(process)
    } else {
      queue.admit(process)
      if overdueRuns > 0 { makeRoom() }
    }
    addChanges(of: process, to: &next)
    // What was stopped may have looked at it all already.
    device.agenda.cancel(apps[process].check)
    if let moment = next.moment {
      apps[process].check = arm(Deadline.check, of: process, at: moment, outlives: true)
    }
  }

  /// Finds which of the jobs that wait may run, and when that may change for the others.
  private func lookAtWaitingJobs(of process: Process, _ next: inout NextMoment) {
    var wish: WorkWish?
    for job in apps[process].jobs {
      next.add(job.earliest)
      next.add(job.latest)
      if let obstacle = obstacle(to: job, of: process) {
        next.add(obstacle.until)
        if job.request.isExpedited {
          next.add(apps[process].quota.expeditedReturns(at: now))
        }
      } else {
        wish = job.wish(rules, beside: wish)
      }
    }
    apps[process].wish = wish
  }

  func updateQuota(of process: Process) {
    apps[process].quota.settle(at: now)
    let bucket = device.standby.bucket(of: process)
    if bucket != apps[process].quota.bucket { apps[process].quota.setBucket(bucket, at: now) }
    let isCharging = device.world.power.isCharging
    if isCharging != apps[process].quota.isCharging {
      apps[process].quota.setCharging(isCharging, at: now)
    }
  }

  /// Adds the moments at which time alone may let one of an app's jobs run, or end it, beside those
  /// that are the jobs' own.
  private func addChanges(of process: Process, to next: inout NextMoment) {
    if apps[process].jobs.contains(where: \.request.isPrefetch)
      || apps[process].running.contains(where: \.job.request.isPrefetch)
    {
      next.add(apps[process].launches.next)
    }
    if let laidDown { next.add(laidDown + rules.idleAfter) }
    if !apps[process].quota.isFree {
      var (isRunning, isRunningExpedited) = (false, false)
      for run in apps[process].running where run.counts && run.stop == nil {
        if run.isExpedited { isRunningExpedited = true } else { isRunning = true }
      }
      if isRunning { next.add(now + apps[process].quota.runTime(at: now)) }
      if isRunningExpedited { next.add(now + apps[process].quota.expeditedRunTime(at: now)) }
    }
    next.add(apps[process].quota.expeditedGraceEnds)
  }

  // MARK: The queue

  override func concerns(_ process: Process, _ queue: WorkQueue) -> Bool {
    apps[process].firstScheduled != nil
  }

  override func obstacles(of process: Process, to queue: WorkQueue) -> [Ineligibility] {
    guard queue.waitsSince(process) == nil else { return [] }
    if let work = queue.running(process) { return [.working(.job, since: work.began)] }
    let first = apps[process].jobs.min { ($0.latest, $0.earliest) < ($1.latest, $1.earliest) }
    guard let first else { return [.noRequest(.job)] }
    return obstacles(to: first, of: process)
  }

  override func pieces(of process: Process, in queue: WorkQueue) -> [PieceOfWork] {
    apps[process].running.map { PieceOfWork($0.job.request.words, []) }
      + apps[process].jobs.map { PieceOfWork($0.request.words, obstacles(to: $0, of: process)) }
  }

  override func hasJobs(of process: Process) -> Bool {
    !apps[process].jobs.isEmpty || !apps[process].running.isEmpty
  }

  override func hasNext(_ process: Process, in queue: WorkQueue) -> Bool {
    !apps[process].jobs.isEmpty
  }

  override func wish(of process: Process, in queue: WorkQueue) -> WorkWish {
    apps[process].wish ?? WorkWish()
  }

  override func earliestStarts(
    of process: Process, in queue: WorkQueue
  ) -> (from: Instant, every: TimeSpan)? {
    apps[process].firstScheduled.map { (from: $0, every: .zero) }
  }

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    super.addFigures(of: process, to: &figures)
    figures.jobs = apps[process].counts
  }

  override func beginMeasuring() {
    super.beginMeasuring()
    apps.changeEach { $0.counts = JobStatistics() }
  }

  override func begins(_ process: Process, in queue: WorkQueue) {
    review(process)
    // What it waited for is gone meanwhile.
    if apps[process].running.isEmpty { endWork(of: process) }
  }
}

extension Feature {
  /// JobScheduler and `JobService`.
  public static let jobScheduler = Feature("JobScheduler", since: 5, of: .android)
}
