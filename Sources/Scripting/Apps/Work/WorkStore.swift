import Device
import Lua
import Simulation

/// A unit of work as WorkManager keeps it.
struct Work: Sendable {
  /// Counts from 1.
  let number: Int32
  fileprivate(set) var request: WorkRequest
  /// Its unique name; nil: it has none.
  let name: String?
  /// The line that enqueued it.
  fileprivate(set) var location: SourceLocation
  fileprivate(set) var state: WorkState
  /// How often it has begun; of periodic work, in its present period.
  fileprivate(set) var attempts = 0
  /// Whether it has come to an end that was no wish to try again.
  fileprivate(set) var hasRun = false
  /// When it was enqueued, or has asked for another attempt; of finished work, when it has finished.
  fileprivate(set) var since: Instant
  /// What must have succeeded before it, by number.
  fileprivate(set) var prerequisites: [Int32] = []
  /// What it has given to the work that follows it.
  fileprivate(set) var output = LuaValue.table([])
  /// A job stands for it.
  fileprivate(set) var isScheduled = false

  /// The number of its job.
  var job: Int32 { WorkRules.firstJob + number }

  /// When it may begin.
  var due: Instant {
    if attempts > 0 { return since + request.wait(afterAttempts: attempts) }
    guard let interval = request.interval else { return since + request.initialDelay }
    if hasRun { return since + interval }
    return since + request.initialDelay + (request.flex.map { interval - $0 } ?? .zero)
  }

  /// The job that stands for it.
  func jobRequest(at now: Instant) -> JobRequest {
    var job = JobRequest(id: job)
    job.worker = request.worker
    job.network = request.network
    job.conditions = request.conditions
    // The library adds a receiver that sets its jobs anew after a restart: they outlive it.
    job.isPersisted = true
    if !request.conditions.contains(.deviceIdle) { job.backoff = request.backoff }
    if due > now {
      job.minimumLatency = due - now
    } else {
      // One that tries again is not urgent any more.
      job.isExpedited = request.outOfQuota != nil && attempts == 0
    }
    return job
  }
}

/// `WorkInfo.State`.
enum WorkState: String, Sendable {
  case enqueued = "ENQUEUED"
  case running = "RUNNING"
  case succeeded = "SUCCEEDED"
  case failed = "FAILED"
  /// Something must succeed before it.
  case blocked = "BLOCKED"
  case cancelled = "CANCELLED"

  var isFinished: Bool { self == .succeeded || self == .failed || self == .cancelled }
}

/// What `doWork` has returned.
enum WorkOutcome: String, Sendable {
  case success
  case retry
  case failure
}

/// The database of an app's WorkManager, which outlives its processes: what it was asked to do, and
/// how far that is.
///
/// Pure: whoever has it schedules and cancels the jobs, by `takeChanges` and `nextUnscheduled`.
struct WorkStore: Sendable {
  /// In the order in which they were enqueued, and so of their numbers.
  private(set) var works: [Work] = []
  private var made: Int32 = 0
  private var changed: [Work] = []

  var isEmpty: Bool { works.isEmpty }

  /// O(log n).
  subscript(number: Int32) -> Work? { index(of: number).map { works[$0] } }

  private func index(of number: Int32) -> Int? {
    var (low, high) = (0, works.count)
    while low < high {
      let middle = (low + high) / 2
      if works[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < works.count && works[low].number == number ? low : nil
  }

  /// The work that a job stands for; nil: it is gone.
  subscript(job id: Int32) -> Work? { self[id - WorkRules.firstJob] }

  func named(_ name: String) -> [Work] { works.filter { $0.name == name } }

  /// Returns the work that has come to another state, or to its first, since this was last asked,
  /// in order.
  mutating func takeChanges() -> [Work] {
    defer { changed = [] }
    return changed
  }

  /// Returns what is to get a job next, the longest waiting; nil: nothing waits, or there is no room.
  /// O(works).
  func nextUnscheduled() -> Work? {
    var used = 0
    var next: Int?
    for index in works.indices {
      if works[index].isScheduled {
        if !works[index].state.isFinished { used += 1 }
      } else if works[index].state == .enqueued,
        next.map({ works[index].since < works[$0].since }) ?? true
      {
        next = index
      }
    }
    return used < WorkRules.mostScheduled ? next.map { works[$0] } : nil
  }

  // MARK: Enqueueing

  /// Enqueues a chain: the requests of each step wait for all of the step before. O(works).
  ///
  /// - Parameters:
  ///   - name: the unique name; nil: none.
  mutating func enqueue(
    _ steps: [[WorkRequest]], named name: String? = nil, _ policy: ExistingWorkPolicy = .keep,
    at now: Instant, location: SourceLocation
  ) {
    var before: [Int32] = []
    if let name {
      let existing = named(name)
      let hasFailed = existing.contains { $0.state == .failed || $0.state == .cancelled }
      if policy == .keep, existing.contains(where: { !$0.state.isFinished }) { return }
      if policy == .append || policy == .appendOrReplace && !hasFailed {
        // Behind what nothing waits for.
        let awaited = Set(existing.flatMap(\.prerequisites))
        before = existing.map(\.number).filter { !awaited.contains($0) }
      } else {
        cancel(at: now) { $0.name == name }
        works.removeAll { $0.name == name }
      }
    }
    for step in steps {
      let state = state(after: before)
      before = step.map { [before] request in
        made += 1
        let work = Work(
          number: made, request: request, name: name, location: location,
          state: state, since: now, prerequisites: before)
        works.append(work)
        changed.append(work)
        return work.number
      }
    }
  }

  /// The state in which work begins that waits for other work.
  private func state(after prerequisites: [Int32]) -> WorkState {
    let states = prerequisites.compactMap { self[$0]?.state }
    if states.contains(.failed) { return .failed }
    if states.contains(.cancelled) { return .cancelled }
    return states.allSatisfy { $0 == .succeeded } ? .enqueued : .blocked
  }

  /// `ExistingPeriodicWorkPolicy.UPDATE`: what is there becomes as it is wanted now, and keeps since
  /// when it waits; false: there is nothing unfinished of that name. What is there is periodic too.
  mutating func update(
    _ name: String, to request: WorkRequest, location: SourceLocation
  ) -> Bool {
    guard let index = works.firstIndex(where: { $0.name == name && !$0.state.isFinished }) else {
      return false
    }
    guard works[index].request != request else { return true }
    works[index].request = request
    works[index].location = location
    // What runs goes on as it began, and gets another job when it is over.
    if works[index].state != .running { works[index].isScheduled = false }
    return true
  }

  // MARK: Jobs

  /// A job stands for a unit of work now.
  mutating func isScheduled(_ number: Int32) { change(number) { $0.isScheduled = true } }

  /// There was no time for urgent work: it is like any other from now on.
  mutating func isNotUrgent(_ number: Int32) { change(number) { $0.request.outOfQuota = nil } }

  /// The process has begun: what ran in another is enqueued again, and what has lost its job gets
  /// another. Work that finished a day ago is forgotten. O(works).
  ///
  /// - Parameters:
  ///   - jobs: the numbers of jobs that there are.
  mutating func reopen(jobs: Set<Int32>, at now: Instant) {
    let needed = Set(works.filter { !$0.state.isFinished }.flatMap(\.prerequisites))
    works.removeAll {
      $0.state.isFinished && $0.since + WorkRules.keepsFinished <= now
        && !needed.contains($0.number)
    }
    for work in works where !work.state.isFinished {
      if work.state == .running { move(work.number, to: .enqueued, at: work.since) }
      if !jobs.contains(work.job) { change(work.number) { $0.isScheduled = false } }
    }
  }

  // MARK: Runs

  /// `doWork` is called. Returns what it gets: its input, and over that what the work before it has
  /// given; nil: the work is not to be done any more, or not yet, as its job was rather soon. Then
  /// it gets another.
  mutating func begin(_ number: Int32, at now: Instant) -> (work: Work, input: LuaValue)? {
    guard let work = self[number], work.state == .enqueued else { return nil }
    if work.due > now {
      change(number) { $0.isScheduled = false }
      return nil
    }
    change(number) { $0.attempts += 1 }
    move(number, to: .running, at: work.since)
    return (
      work,
      work.prerequisites.compactMap { self[$0]?.output }.reduce(work.request.input) {
        $0.merging($1)
      }
    )
  }

  /// `doWork` has returned.
  mutating func end(
    _ number: Int32, _ outcome: WorkOutcome, output: LuaValue, at now: Instant
  ) {
    guard let work = self[number], work.state == .running else { return }
    change(number) { $0.isScheduled = false }
    if outcome == .retry { return move(number, to: .enqueued, at: now) }
    change(number) {
      $0.hasRun = true
      $0.output = output
    }
    if work.request.interval != nil {
      change(number) { $0.attempts = 0 }
      return move(number, to: .enqueued, at: now)
    }
    move(number, to: outcome == .success ? .succeeded : .failed, at: now)
    settle(after: number, at: now)
  }

  /// The run was stopped before `doWork` had returned: it waits again, as long as it has since it
  /// was enqueued, and gets another job.
  mutating func interrupt(_ number: Int32) {
    guard let work = self[number], work.state == .running else { return }
    change(number) { $0.isScheduled = false }
    move(number, to: .enqueued, at: work.since)
  }

  /// Cancels unfinished work, and what waits for it. O(works).
  mutating func cancel(at now: Instant, where isMeant: (Work) -> Bool) {
    for work in works where isMeant(work) {
      // What waited for one before it is cancelled with that.
      guard self[work.number]?.state.isFinished == false else { continue }
      move(work.number, to: .cancelled, at: now)
      settle(after: work.number, at: now)
    }
  }

  /// What waits for finished work goes on, or fails with it.
  private mutating func settle(after number: Int32, at now: Instant) {
    for index in works.indices
    where works[index].state == .blocked && works[index].prerequisites.contains(number) {
      let state = state(after: works[index].prerequisites)
      guard state != .blocked else { continue }
      let next = works[index].number
      move(next, to: state, at: now)
      if state.isFinished { settle(after: next, at: now) }
    }
  }

  private mutating func move(_ number: Int32, to state: WorkState, at now: Instant) {
    change(number) {
      $0.state = state
      $0.since = now
    }
    if let work = self[number] { changed.append(work) }
  }

  private mutating func change(_ number: Int32, _ change: (inout Work) -> Void) {
    guard let index = index(of: number) else { return }
    change(&works[index])
  }
}

extension LuaValue {
  /// A table of data with the fields of another, which take the place of its own. O(n m).
  fileprivate func merging(_ other: LuaValue) -> LuaValue {
    guard case .table(let own) = self, case .table(let more) = other else { return self }
    return .table(own.filter { entry in !more.contains { $0.key == entry.key } } + more)
  }
}
