import Simulation

/// A job that has begun and not ended.
struct JobRun {
  let id: JobID
  let job: PendingJob
  let began: Instant
  /// The step of its beginning, among what happens at the same time.
  let step: Int
  /// It runs on the time of expedited jobs; one that was to, and found none left, is like any other.
  let isExpedited: Bool
  /// It counts towards the app's quota, unless that is lifted.
  let counts: Bool
  /// It began without its conditions, as its deadline had come.
  let isOverdue: Bool
  /// The event at which its time, or the time to answer, is over.
  var limit = EventToken.none
  /// Its `onStartJob` has been called.
  var isTold = false
  /// Its guaranteed time is over.
  var isOverGuarantee = false
  /// It was told to stop while nothing was left but a pause: no request is under way, and what it
  /// has done is stored.
  var isPausing = false
  /// That it was never finished has been reported.
  var isReported = false
  /// Why it is to end; nil: it is not.
  var stop: JobStopReason?
  /// It is to end for others, after its guaranteed time, which counts as the end of its time.
  var yields = false
  /// The app has cancelled or replaced it: it does not come again.
  var isCancelled = false

  /// As what the stop counts where the job comes again.
  var ending: JobStopReason? { yields ? .timeout : stop }

  func guarantee(_ rules: JobRules) -> TimeSpan {
    isExpedited ? rules.expeditedGuarantee : rules.guarantee
  }
}

// A job from its `onStartJob` to its end.
extension JobSchedulerService {
  /// Starts all jobs that may run, the urgent first, then by priority, as many as may run side by
  /// side.
  func startJobs(of process: Process) {
    let jobs = apps[process].jobs.enumerated().sorted {
      let (left, right) = ($0.element.request, $1.element.request)
      if left.isExpedited != right.isExpedited { return left.isExpedited }
      return left.rank == right.rank ? $0.offset < $1.offset : left.rank > right.rank
    }
    for (_, job) in jobs {
      // Each that begins may use up the last of a count.
      guard apps[process].running.count < rules.jobsAtOnce,
        // The one that it takes the place of is still to answer.
        !apps[process].running.contains(where: { $0.job.request.id == job.request.id }),
        obstacle(to: job, of: process) == nil
      else { continue }
      start(job, of: process)
    }
  }

  private func start(_ job: PendingJob, of process: Process) {
    apps[process].jobs.removeAll { $0.request.id == job.request.id }
    apps[process].runs += 1
    apps[process].counts.started += 1
    let number = apps[process].runs
    let isExpedited =
      job.request.isExpedited && apps[process].quota.isWithinExpedited(at: now)
    let counts = apps[process].quota.start(isExpedited: isExpedited, at: now)
    if let flexibility, apps[process].quota.presence != .front {
      apps[process].score.add(flexibility.rules[job.request.rank].score, at: now)
    }
    var run = JobRun(
      id: JobID(number: number), job: job, began: now, step: device.agenda.count,
      isExpedited: isExpedited, counts: counts,
      isOverdue: job.overrides(at: now))
    run.limit = arm(Deadline.timeout, number, of: process, at: now + run.guarantee(rules))
    apps[process].running.append(run)
    device.standby.workBegins()
    process.record(
      .jobStarted(Int(job.request.id), bucket: apps[process].quota.bucket.rawValue),
      at: job.location)
    process.stayAwake()
    enqueue(Turn.start, Int(number), of: process)
  }

  /// The main thread comes to a job's `onStartJob`, unless the job was stopped before that.
  func callStart(_ id: JobID, of process: Process) {
    guard let place = apps[process].running.firstIndex(where: { $0.id == id }) else { return }
    apps[process].running[place].isTold = true
    let request = apps[process].running[place].job.request
    let callback = request.start(id)
    process.recordCall(of: callback)
    guard request.worker == nil else { return process.runBeside(callback) }
    awaitAnswer(of: process, at: place)
    process.run(callback)
  }

  /// Its callback is called: there is so much time for the answer.
  private func awaitAnswer(of process: Process, at place: Int) {
    let run = apps[process].running[place]
    device.agenda.cancel(run.limit)
    apps[process].running[place].limit = arm(
      Deadline.answer, run.id.number, of: process, at: now + rules.answer)
  }

  /// `onStartJob` has returned, and the job goes on.
  func goesOn(_ id: JobID, of process: Process) {
    guard let place = apps[process].running.firstIndex(where: { $0.id == id }),
      apps[process].running[place].stop == nil
    else { return }
    let run = apps[process].running[place]
    device.agenda.cancel(run.limit)
    apps[process].running[place].limit = arm(
      Deadline.timeout, id.number, of: process, at: run.began + run.guarantee(rules))
  }

  // MARK: The end

  /// The app has said that a job is done, or wants it again.
  func finish(
    _ id: JobID, wantsReschedule: Bool, of process: Process
  ) {
    guard let run = apps[process].running.first(where: { $0.id == id }) else { return }
    apps[process].counts.finished += 1
    process.record(
      .jobFinished(
        Int(run.job.request.id), reschedule: wantsReschedule, took: now - run.began))
    process.hasFinished(begunAt: run.began) {
      run.job.request.worker == nil
        ? "the app has said that \(run.job.request.words) is finished"
        : "\(run.job.request.words) has returned from doWork"
    }
    end(run, of: process, isWantedAgain: wantsReschedule, after: nil)
  }

  /// A job is to end: its `onStopJob` is called, and says whether the job is wanted again.
  func stop(_ run: JobRun, of process: Process, because reason: JobStopReason) {
    guard let place = apps[process].running.firstIndex(where: { $0.id == run.id }),
      apps[process].running[place].stop == nil
    else { return }
    apps[process].running[place].stop = reason
    apps[process].running[place].isCancelled = reason == .cancelledByApp
    apps[process].running[place].isPausing =
      !process.isAtWork
      && process.storedAt.map { $0 >= run.began && $0 > process.workedAt } ?? false
    awaitAnswer(of: process, at: place)
    if reason == .timeout || reason == .quota { queue.markExpired(process) }
    apps[process].counts.stopped += 1
    process.record(.jobStopped(Int(run.job.request.id), because: reason.rawValue))
    if run.isTold {
      process.enqueue(.callback(run.job.request.stop(run.id)))
    } else {
      // An app that does not know of it is not told.
      end(
        apps[process].running[place], of: process,
        again: run.job.again(after: reason, rules, at: now), result: nil)
    }
  }

  /// `onStopJob` has answered.
  func answerStop(_ id: JobID, isWantedAgain: Bool, of process: Process) {
    guard let run = apps[process].running.first(where: { $0.id == id }), run.stop != nil else {
      return
    }
    if !isWantedAgain { reportUnwanted(run, of: process) }
    process.hasFinished(begunAt: run.began)
    end(run, of: process, isWantedAgain: isWantedAgain, after: run.ending)
  }

  /// A job that is not done does not come again. Work of WorkManager's does, whatever is said.
  private func reportUnwanted(_ run: JobRun, of process: Process) {
    let request = run.job.request
    guard request.worker == nil,
      let place = apps[process].running.firstIndex(where: { $0.id == run.id })
    else { return }
    if run.isOverGuarantee, run.ending == .timeout {
      return report(unfinishedAt: place, of: process, within: now - run.began)
    }
    // What is left of it may be another job's.
    guard request.period == nil, !request.isPrefetch, !run.isCancelled, !run.isReported,
      !run.isPausing, !hasScheduled(since: run, of: process)
    else { return }
    process.report(
      .jobNotWantedAgain,
      "\(request.words) was stopped before jobFinished was called, and onStopJob returned false: it"
        + " does not come again", at: process.behavior?.location(ofMethod: "onStopJob"))
  }

  /// Whether an app has scheduled a job anew, or another since it began.
  private func hasScheduled(since run: JobRun, of process: Process) -> Bool {
    apps[process].jobs.contains { $0.request.id == run.job.request.id }
      || apps[process].lastAsked.map { $0.step > run.step } ?? false
  }

  /// The guaranteed time of a job is over, from which on the system calls it timed out however it
  /// ends (AOSP: maybeProcessBuggyJob), or all of its time is. One that is at work may still be done
  /// in what is left, or go on where it was when it comes again.
  func timesOut(_ process: Process, _ number: Int32) {
    guard let place = apps[process].running.firstIndex(where: { $0.id.number == number }) else {
      return
    }
    let run = apps[process].running[place]
    guard !run.isOverGuarantee else { return stop(run, of: process, because: .timeout) }
    if !process.isAtWork {
      report(unfinishedAt: place, of: process, within: run.guarantee(rules))
    }
    apps[process].running[place].isOverGuarantee = true
    apps[process].running[place].limit = arm(
      Deadline.timeout, number, of: process, at: run.began + rules.longestRun)
    overdueRuns += 1
    review(process)
  }

  private func report(unfinishedAt place: Int, of process: Process, within time: TimeSpan) {
    let run = apps[process].running[place]
    guard !run.isReported else { return }
    apps[process].running[place].isReported = true
    process.report(
      .jobNeverFinished,
      run.job.request.worker == nil
        ? "job \(run.job.request.id) was not finished within \(time) of its onStartJob"
        : "\(run.job.request.words) has not returned from doWork within \(time)",
      at: run.job.location)
  }

  /// An app waits for a place: where there is none, the jobs of one that has had its time end.
  func makeRoom() {
    guard isCrowded else { return }
    let overdue = device.processes.first { process in
      apps[process].running.contains { $0.isOverGuarantee && $0.stop == nil }
    }
    if let overdue { stopWhatMayNotRun(of: overdue) }
  }

  private var isCrowded: Bool { !queue.isEmpty && device.slots.room(in: .jobs).free <= 0 }

  /// Whether a job that has had its guaranteed time is to end for others, or to save the battery
  /// (AOSP: JobConcurrencyManager.shouldStopRunningJobLocked).
  private func mustYield(_ run: JobRun, of process: Process) -> Bool {
    guard run.isOverGuarantee else { return false }
    return device.world.power.isLowPowerMode || device.standby.idle == .deep || isCrowded
      || apps[process].running.count >= rules.jobsAtOnce && apps[process].wish != nil
  }

  /// A job that was to stop comes again. One whose `onStartJob` has not returned is given up: only a
  /// periodic one comes, in its next period. An app whose main thread is busy does not respond.
  func doesNotAnswer(_ process: Process, _ number: Int32) {
    guard let run = apps[process].running.first(where: { $0.id.number == number }) else { return }
    let isBusy = !process.main.isFree(at: now)
    if run.stop != nil {
      end(run, of: process, isWantedAgain: true, after: run.ending)
    } else if isBusy {
      process.record(
        .jobStopped(Int(run.job.request.id), because: JobStopReason.notResponding.rawValue))
      apps[process].counts.stopped += 1
      end(run, of: process, again: run.job.next(rules, at: now), result: nil)
    } else {
      // It has returned, and its app has said nothing.
      goesOn(run.id, of: process)
    }
    if isBusy, rules.endsLateApps { process.endHung(limit: rules.answer) }
  }

  /// The process has begun to run for a job that it cancels before it comes to it.
  func reportReplaced(_ run: JobRun, of process: Process) {
    process.report(
      .jobReplacedAtLaunch,
      "\(run.job.request.words) was about to begin, and the app cancelled it or put another in its"
        + " place first", at: run.job.location)
  }

  func stopWhatMayNotRun(of process: Process) {
    for run in apps[process].running where run.stop == nil {
      if restriction(of: run.job, process, isExpedited: run.isExpedited) != nil {
        stop(run, of: process, because: .backgroundRestriction)
      } else if idleHold(on: run.job, of: process, isExpedited: run.isExpedited) != nil {
        stop(run, of: process, because: .deviceState)
      } else if !run.isOverdue, let lacking = lacking(run.job.request) {
        stop(run, of: process, because: lacking.stop)
      } else if isInVain(run.job.request, of: process) {
        stop(run, of: process, because: .estimatedAppLaunchTimeChanged)
      } else if run.counts, !isWithinQuota(run, of: process) {
        stop(run, of: process, because: .quota)
      } else if mustYield(run, of: process) {
        yield(run, of: process)
      }
    }
  }

  private func yield(_ run: JobRun, of process: Process) {
    guard let place = apps[process].running.firstIndex(where: { $0.id == run.id }) else { return }
    apps[process].running[place].yields = true
    stop(run, of: process, because: .deviceState)
  }

  private func isWithinQuota(_ run: JobRun, of process: Process) -> Bool {
    if run.isExpedited, !run.isOverGuarantee { return true }
    let quota = apps[process].quota
    let isWithin =
      run.isExpedited
      ? quota.isWithinExpedited(at: now) : quota.isWithin(at: now, isRunning: true)
    return isWithin || hasNothingBetterToDo(for: process)
  }

  /// A job has ended: it comes again when it is wanted or periodic, and the app's place is free with
  /// the last of them.
  private func end(
    _ run: JobRun, of process: Process, isWantedAgain: Bool, after stop: JobStopReason?
  ) {
    end(
      run, of: process,
      again: isWantedAgain
        ? run.job.again(after: stop, rules, at: now) : run.job.next(rules, at: now),
      result: run.stop == nil ? (isWantedAgain ? .failed : .completed) : nil)
  }

  /// The last of several jobs says how the app's turn in the queue came out.
  private func end(
    _ run: JobRun, of process: Process, again: PendingJob?, result: WorkResult?
  ) {
    takeOut(run, of: process)
    if !run.isCancelled, let again { apps[process].jobs.append(again) }
    if apps[process].running.isEmpty { queue.end(process, result: result) }
    review(process)
    process.considerSuspension()
    device.arbiter.requestReview()
  }

  private func takeOut(_ run: JobRun, of process: Process) {
    device.agenda.cancel(run.limit)
    if run.isOverGuarantee { overdueRuns -= 1 }
    apps[process].running.removeAll { $0.id == run.id }
    device.standby.workEnds(of: process)
    if run.counts {
      apps[process].quota.stop(isExpedited: run.isExpedited, at: now)
    }
  }

  /// A job that requires a network lifts the cut of its app's bucket; an expedited one lifts any.
  func passOfJobs(of process: Process) -> NetworkPass {
    apps[process].running.map { run in
      let requiresNetwork = run.job.request.network != .none
      if run.isExpedited, requiresNetwork || rules.expeditedHasNetwork { return .always }
      return requiresNetwork ? .inAnyBucket : .none
    }.max() ?? .none
  }

  func endWork(of process: Process) {
    queue.end(process, result: nil)
    process.considerSuspension()
    device.arbiter.requestReview()
  }

  /// Its jobs end with a process, and come again.
  func processEnds(_ process: Process) {
    let runs = apps[process].running
    for run in runs {
      if run.stop == nil {
        apps[process].counts.stopped += 1
        process.record(
          .jobStopped(Int(run.job.request.id), because: JobStopReason.processEnded.rawValue))
      }
      takeOut(run, of: process)
      if !run.isCancelled {
        apps[process].jobs.append(
          run.job.again(after: run.ending ?? .processEnded, rules, at: now))
      }
    }
    if queue.running(process) != nil { queue.end(process, result: nil) }
    if !runs.isEmpty {
      review(process)
      device.arbiter.requestReview()
    }
  }
}
