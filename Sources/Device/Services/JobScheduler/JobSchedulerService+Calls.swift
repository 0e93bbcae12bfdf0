import Simulation

extension JobSchedulerService {
  /// Takes a job, in the place of the one with its number.
  ///
  /// - Returns: why it is not taken; nil: it is.
  func schedule(
    _ request: JobRequest, of process: Process, at location: SourceLocation
  ) -> JobRefusal? {
    let refusal = refusal(of: request, process)
    process.record(
      .jobScheduled(
        Int(request.id), requires: request.requirements, latency: request.minimumLatency,
        deadline: request.overrideDeadline, period: request.period,
        isExpedited: request.isExpedited, error: refusal?.rawValue, worker: request.worker),
      at: location)
    guard refusal == nil else { return refusal }
    let job = PendingJob(request, rules, at: now, location: location)
    drop(request.id, of: process, for: job)
    apps[process].jobs.append(job)
    hasAskedForWork(process)
    if apps[process].firstScheduled == nil { apps[process].firstScheduled = now }
    review(process)
    return nil
  }

  private func refusal(of request: JobRequest, _ process: Process) -> JobRefusal? {
    if process.behavior?.implements(request.start(JobID(number: 0)).name) == false {
      return .noJobService
    }
    // The library of a worker has the permission by itself.
    if request.isPersisted, request.worker == nil, !process.configuration.receivesBoot {
      return .noBootPermission
    }
    let app = apps[process]
    let ids = app.jobs.map(\.request.id) + app.running.map(\.job.request.id)
    if !ids.contains(request.id), ids.count >= rules.jobsOfApp { return .tooManyJobs }
    guard request.isExpedited else { return nil }
    updateQuota(of: process)
    return apps[process].quota.isWithinExpedited(at: now) ? nil : .noExpeditedQuota
  }

  func hasAskedForWork(_ process: Process) { apps[process].lastAsked = device.agenda.juncture }

  /// Cancels a job, whether it waits or runs; false if there is none of this number.
  func cancel(_ id: Int32, of process: Process) -> Bool {
    guard drop(id, of: process) else { return false }
    process.record(.jobCancelled(Int(id), because: "app"))
    review(process)
    return true
  }

  func cancelAll(of process: Process) {
    let app = apps[process]
    let ids =
      app.jobs.map(\.request.id) + app.running.filter { !$0.isCancelled }.map(\.job.request.id)
    for id in ids { _ = cancel(id, of: process) }
  }

  /// Takes a job away, for another of its number or for good; false: there is none.
  @discardableResult
  private func drop(_ id: Int32, of process: Process, for successor: PendingJob? = nil) -> Bool {
    let waiting = apps[process].jobs.count
    apps[process].jobs.removeAll { $0.request.id == id }
    var isAny = apps[process].jobs.count < waiting
    for (place, run) in apps[process].running.enumerated()
    where run.job.request.id == id && !run.isCancelled {
      isAny = true
      if run.stop == nil {
        // Its process was begun for it, and nothing of it is done now.
        if !run.isTold, run.job.scheduled < run.began,
          successor.map({ $0.earliest > now }) ?? true
        {
          reportReplaced(run, of: process)
        }
        stop(run, of: process, because: .cancelledByApp)
      } else {
        apps[process].running[place].isCancelled = true
      }
    }
    return isAny
  }
}

extension JobRequest {
  /// What the app is called for when the job begins.
  func start(_ run: JobID) -> Callback { worker == nil ? .startJob(run) : .doWork(run) }

  /// And when it is to end before it is done.
  func stop(_ run: JobID) -> Callback { worker == nil ? .stopJob(run) : .onStopped(run) }

  /// As findings name it.
  var words: String { worker.map { "the worker \($0)" } ?? "job \(id)" }

  /// What it requires, by the names in traces.
  var requirements: [String] {
    (network == .none ? [] : [network == .any ? "network" : "unmeteredNetwork"]) + conditions.names
      + (isPrefetch ? ["prefetch"] : [])
  }
}

/// What an app is told of a job that runs: `JobParameters`.
public struct JobParameters: Equatable, Sendable {
  /// The number that the app gave it.
  public let jobId: Int32
  public let isExpedited: Bool
  /// It began for its deadline, and not all of its conditions may hold.
  public let isOverrideDeadlineExpired: Bool
  /// Why it is being stopped; nil: it is not.
  public let stopReason: JobStopReason?
}

// What apps call.
extension Application {
  private var jobs: JobSchedulerService { device.services.find(JobSchedulerService.self) }

  /// `JobScheduler.schedule`. `JobRequest.mistake` is to be asked before.
  ///
  /// - Returns: why the job is not taken; nil: it is.
  public func schedule(_ request: JobRequest, at location: SourceLocation) -> JobRefusal? {
    jobs.schedule(request, of: process, at: location)
  }

  /// The app asks WorkManager, which is a library in it, for what it may be doing already.
  public func hasAskedForWork() { jobs.hasAskedForWork(process) }

  /// `JobScheduler.cancel`; false if the app has no job of this number.
  @discardableResult
  public func cancelJob(_ id: Int32) -> Bool { jobs.cancel(id, of: process) }

  public func cancelAllJobs() { jobs.cancelAll(of: process) }

  /// `JobScheduler.getAllPendingJobs`: those that wait, in the order in which they were scheduled,
  /// and then those that run.
  public var pendingJobs: [JobRequest] {
    let app = jobs.apps[process]
    return app.jobs.map(\.request)
      + app.running.filter { !$0.isCancelled }.map(\.job.request)
  }

  /// The app's job of a number; nil: it has none.
  public func pendingJob(_ id: Int32) -> JobRequest? { pendingJobs.first { $0.id == id } }

  /// What is known of a job that runs; nil: it is over.
  public func jobParameters(of job: JobID) -> JobParameters? {
    jobs.apps[process].running.first { $0.id == job }.map {
      JobParameters(
        jobId: $0.job.request.id, isExpedited: $0.isExpedited,
        isOverrideDeadlineExpired: $0.isOverdue, stopReason: $0.stop)
    }
  }

  /// `onStartJob` has returned: whether the job goes on. A job of which nothing is said does.
  public func onStartJobReturned(_ job: JobID, goesOn: Bool) {
    if goesOn {
      jobs.goesOn(job, of: process)
    } else {
      jobs.finish(job, wantsReschedule: false, of: process)
    }
  }

  /// `onStopJob` has returned: whether the job is wanted again. One of which nothing is said within
  /// `JobRules.answer` is.
  public func onStopJobReturned(_ job: JobID, reschedules: Bool) {
    jobs.answerStop(job, isWantedAgain: reschedules, of: process)
  }

  /// `JobService.jobFinished`; false if the job is over, which does nothing.
  @discardableResult
  public func jobFinished(_ job: JobID, wantsReschedule: Bool) -> Bool {
    guard jobParameters(of: job) != nil else { return false }
    jobs.finish(job, wantsReschedule: wantsReschedule, of: process)
    return true
  }

  /// Writes down that a unit of work of WorkManager's, which is a library in the app, has come to
  /// another state.
  ///
  /// - Parameters:
  ///   - name: its unique name; nil: it has none.
  ///   - state: the constant of `WorkInfo.State`.
  public func noteWork(
    _ id: Int, worker: String, name: String?, state: String, attempts: Int
  ) {
    process.record(.workChanged(id, worker: worker, name: name, to: state, attempts: attempts))
  }

  /// `UsageStatsManager.getAppStandbyBucket`.
  public var standbyBucket: AppBucket { device.standby.bucket(of: process) }
}
