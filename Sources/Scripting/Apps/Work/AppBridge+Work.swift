import Device
import Lua
import Simulation

/// A run of a worker: what the app asks its parameters.
struct WorkerRun {
  let work: Work
  let input: LuaValue
  /// The coroutine of `doWork`.
  var task: Int64 = -1
  /// Why it was stopped; nil: it was not.
  var stop: JobStopReason?
  /// `doWork` has returned, or is to return to nobody.
  var isOver = false
}

/// `WorkManager:beginWith(...)`, until it is enqueued.
struct WorkChain {
  var name: String?
  var policy = ExistingWorkPolicy.keep
  var steps: [[WorkRequest]] = []
  /// The line that began it; nil: it is enqueued at once.
  var place: SourceLocation?
}

// WorkManager on top of the device's JobScheduler, as it is a library in the app: a job stands for
// each unit of work that may begin, and what the job is told is told to the worker.
extension AppBridge {
  private var works: WorkStore {
    get { defaults.works }
    // In place: what is kept may be long.
    _modify { yield &defaults.works }
  }

  /// The process has begun: work that has lost its job gets another.
  func reopenWorks() {
    guard !works.isEmpty else { return }
    works.reopen(jobs: Set(app.pendingJobs.map(\.id)), at: app.now)
    try? settleWorks()
  }

  /// Whether unfinished work of a name is not periodic.
  func hasWorkThatComesOnce(_ name: String) -> Bool {
    works.named(name).contains { !$0.state.isFinished && $0.request.interval == nil }
  }

  // MARK: Mistakes

  /// The same periodic work was enqueued by the same line before, and goes on beside this.
  func reviewPeriodic(_ request: WorkRequest, at location: SourceLocation) {
    guard request.interval != nil,
      works.works.contains(where: {
        $0.name == nil && $0.location == location && $0.request == request && !$0.state.isFinished
      })
    else { return }
    app.report(
      .periodicWorkPiledUp,
      "periodic work of \(request.worker) was enqueued here before, and goes on: now it is done twice",
      at: location)
  }

  /// What is appended to work that has failed fails with it, at once.
  func reviewAppended(_ chain: WorkChain, at location: SourceLocation) {
    guard chain.policy == .append, let name = chain.name,
      let broken = works.named(name).last(where: { $0.state == .failed || $0.state == .cancelled })
    else { return }
    app.report(
      .workAppendedToFailed,
      "the work \"\(name)\" is \(broken.state.rawValue), and what is appended to it is so at once",
      at: location)
  }

  /// Changes what WorkManager keeps, and then its jobs; what is refused is as if it was never asked.
  func changeWorks(_ change: (inout WorkStore) -> Void) throws(LuaFailure) {
    let before = works
    change(&works)
    do throws(LuaFailure) {
      try settleWorks()
    } catch {
      works = before
      throw error
    }
    app.hasAskedForWork()
  }

  /// Cancels the jobs of what is cancelled, and schedules one for all that is to have one.
  private func settleWorks() throws(LuaFailure) {
    while true {
      for work in works.takeChanges() {
        app.noteWork(
          Int(work.number), worker: work.request.worker, name: work.name,
          state: work.state.rawValue, attempts: work.attempts)
        if work.state == .cancelled { app.cancelJob(work.job) }
      }
      guard let work = works.nextUnscheduled() else { return }
      try schedule(work)
    }
  }

  private func schedule(_ work: Work) throws(LuaFailure) {
    switch app.schedule(work.jobRequest(at: app.now), at: work.location) {
    case nil: works.isScheduled(work.number)
    case .noExpeditedQuota where work.request.outOfQuota == .drop:
      works.cancel(at: app.now) { $0.number == work.number }
    case .noExpeditedQuota: works.isNotUrgent(work.number)
    case .tooManyJobs:
      throw LuaFailure(
        .runtime, "IllegalStateException: this app has as many jobs as it may have; cancel some")
    case .noJobService, .noBootPermission:
      throw LuaFailure(
        .runtime, "IllegalStateException: this app has no doWork(params), which work is given to")
    }
  }

  // MARK: Runs

  /// A job has come to the worker that it stands for; false: there is nothing to do.
  func beginWork(_ job: JobID) -> Bool {
    guard let id = app.jobParameters(of: job)?.jobId else { return false }
    guard let number = works[job: id]?.number,
      let (work, input) = works.begin(number, at: app.now)
    else {
      app.jobFinished(job, wantsReschedule: false)
      try? settleWorks()
      return false
    }
    android.workers[job.number] = WorkerRun(work: work, input: input)
    try? settleWorks()
    return true
  }

  /// `doWork` has returned, or failed by an error, which is its failure; what it says after it was
  /// stopped counts no more.
  func endWork(_ job: JobID, _ outcome: WorkOutcome, output: LuaValue) throws(LuaFailure) {
    guard let run = android.workers[job.number], !run.isOver else { return }
    android.workers[job.number]?.isOver = true
    works.end(run.work.number, outcome, output: output, at: app.now)
    app.jobFinished(job, wantsReschedule: false)
    try settleWorks()
  }

  /// The job is to end: the worker's coroutine is cancelled, and the work gets another job unless the
  /// app has cancelled it. False: nothing of it runs.
  func interruptWork(_ job: JobID) -> Bool {
    let reason = app.jobParameters(of: job)?.stopReason
    guard let run = android.workers[job.number], !run.isOver else {
      app.onStopJobReturned(job, reschedules: true)
      return false
    }
    android.workers[job.number]?.stop = reason
    android.workers[job.number]?.isOver = true
    works.interrupt(run.work.number)
    try? settleWorks()
    cancelTask(run.task)
    app.onStopJobReturned(job, reschedules: false)
    return true
  }
}
