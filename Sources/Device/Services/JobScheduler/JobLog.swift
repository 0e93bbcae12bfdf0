import Simulation

/// A stretch of time in which jobs of an app ran that count.
struct JobSession: Equatable, Sendable {
  let began: Instant
  let ended: Instant
  let jobs: Int

  var length: TimeSpan { ended - began }

  /// The part of it that lies after a moment.
  func time(after moment: Instant) -> TimeSpan { max(.zero, ended - max(began, moment)) }
}

/// What an app's jobs have used within a window.
struct JobUsage: Equatable, Sendable {
  var time = TimeSpan.zero
  var jobs = 0
  /// Sessions that have ended; those close to each other are one.
  var sessions = 0
}

/// The sessions of an app that may still count, oldest first.
///
/// A window is rolling: of a session that began before it, the rest within it counts as time, and
/// its jobs count until all of it is out. Where `running` is given, it is a session that goes on: it
/// counts like one that ends now, but is no session yet.
struct JobLog: Equatable, Sendable {
  private(set) var sessions: [JobSession] = []
  /// How long they are together: no window holds more.
  private(set) var time = TimeSpan.zero

  mutating func add(_ session: JobSession) {
    sessions.append(session)
    time += session.length
  }

  /// Takes out what had ended by a moment, and returns it. O(sessions).
  mutating func forget(endedBy moment: Instant) -> ArraySlice<JobSession> {
    guard let first = sessions.first, first.ended <= moment else { return [] }
    let old = sessions.prefix { $0.ended <= moment }
    sessions.removeFirst(old.count)
    for session in old { time -= session.length }
    return old
  }

  /// Returns what has run in the window that ends now. O(sessions in it).
  ///
  /// - Parameters:
  ///   - gap: sessions no further apart are one.
  func usage(
    within window: TimeSpan, at now: Instant, apart gap: TimeSpan, running: JobSession? = nil
  ) -> JobUsage {
    let from = now - window
    var usage = JobUsage(time: running?.time(after: from) ?? .zero, jobs: running?.jobs ?? 0)
    eachGroupMember(apart: gap) { session, isLastOfGroup in
      guard session.ended > from else { return false }
      usage.time += session.time(after: from)
      usage.jobs += session.jobs
      if isLastOfGroup { usage.sessions += 1 }
      return true
    }
    return usage
  }

  // MARK: When there is room again

  /// Returns when no more than `time` will lie within the window, if nothing runs from now on; nil:
  /// it never was more. O(sessions).
  func whenTime(
    isAtMost time: TimeSpan, within window: TimeSpan, running: JobSession? = nil
  ) -> Instant? {
    var newer = TimeSpan.zero
    for session in newestFirst(running) {
      newer += session.length
      if newer > time { return session.began + (newer - time) + window }
    }
    return nil
  }

  /// The same for fewer than `limit` jobs. A session that goes on would end now.
  func whenJobs(
    areBelow limit: Int, within window: TimeSpan, running: JobSession? = nil
  ) -> Instant? {
    var newer = 0
    for session in newestFirst(running) {
      newer += session.jobs
      if newer >= limit { return session.ended + window }
    }
    return nil
  }

  /// The same for fewer than `limit` sessions.
  func whenSessions(
    areBelow limit: Int, within window: TimeSpan, apart gap: TimeSpan
  ) -> Instant? {
    var newer = 0
    var moment: Instant?
    eachGroupMember(apart: gap) { session, isLastOfGroup in
      if isLastOfGroup { newer += 1 }
      if newer >= limit { moment = session.ended + window }
      return newer < limit
    }
    return moment
  }

  // MARK: How long until there is none

  /// Returns how long a job that begins now may run without a break until more than its share lies
  /// within the window: while an old session leaves the window as fast as the job fills it, nothing
  /// is used up. O(sessions).
  ///
  /// - Parameters:
  ///   - room: what is left of the share now.
  /// - Returns: `max` where the job may run on for as long as the window, as then it makes room for
  ///   itself.
  func timeToFill(_ room: TimeSpan, within window: TimeSpan, at now: Instant) -> TimeSpan {
    guard room >= .zero else { return .zero }
    let from = now - window
    var room = room
    var edge = from
    for session in sessions where session.ended > from {
      let gap = max(.zero, session.began - edge)
      guard gap <= room else { break }
      room -= gap
      edge = session.ended
    }
    // Nothing has run between the edge and now: a job that fills it too goes on for ever.
    return now - edge <= room && edge <= now ? .max : edge - from + room
  }

  // MARK: Orders

  private func newestFirst(_ running: JobSession?) -> [JobSession] {
    (running.map { [$0] } ?? []) + sessions.reversed()
  }

  /// Goes through the sessions, newest first, as long as `goesOn` says so; it is told whether a
  /// session is the last of those that are one.
  private func eachGroupMember(apart gap: TimeSpan, goesOn: (JobSession, Bool) -> Bool) {
    var next: Instant?
    for session in sessions.reversed() {
      let isLastOfGroup = next.map { $0 - session.ended > gap } ?? true
      guard goesOn(session, isLastOfGroup) else { return }
      next = session.began
    }
  }
}
