import Simulation

/// Asks the policy, and checks what it answers (U3): what it may not give counts as nothing.
final class Arbiter: DeviceComponent {
  let policy: any SchedulingPolicy
  /// Who wants to know why decisions come out as they do.
  let explain: ((DecisionExplanation) -> Void)?
  /// The number of candidates that it is told of, beside those that were chosen; nil: of all, and of
  /// the apps that were none.
  let mostTold: Int?
  /// A monotonic clock of any origin, to measure how long the policy takes to decide; nil: it is not
  /// measured. The run does not depend on it.
  var decisionClock: (() -> Duration)?
  private var decisionRealTime = Duration.zero
  /// The policy will be asked then.
  private var nextReview: (at: Instant, token: EventToken)?
  private var counts = Counts()
  /// By lane.
  private let lines: Kept<[CandidateLine]>
  /// Apps that may have changed since the lines were in step with them.
  private let changed = Kept<[AppID]>([])
  /// The lines know the time used since then.
  private var midnight = Instant.start
  /// Times that each app asked for background time for its tasks.
  private let timeRequests: PerApp<Int>

  private struct Counts {
    var decisions = 0
    var refused = 0
    var faults = 0
    var firstFault: String?
  }

  init(
    _ policy: any SchedulingPolicy, apps: Int, explain: ((DecisionExplanation) -> Void)?,
    mostTold: Int?
  ) {
    self.policy = policy
    self.explain = explain
    self.mostTold = mostTold
    lines = Kept(WorkLane.allCases.map { CandidateLine($0, apps: apps) })
    timeRequests = PerApp(0, count: apps)
  }

  /// One decision of the policy, counted, and timed if there is a clock for it.
  private func decide<Answer>(_ answer: () -> Answer) -> Answer {
    counts.decisions += 1
    guard let decisionClock else { return answer() }
    let began = decisionClock()
    defer { decisionRealTime += decisionClock() - began }
    return answer()
  }

  // MARK: Background time

  /// Asks the policy for background time for an app's tasks (B2). Work that waits in queues has its
  /// time by its slot instead, whose candidates the policy chooses among.
  func grant(to process: Process, on occasion: BackgroundTimeRequest.Occasion) -> TimeSpan {
    reclaim(for: process, on: occasion)
    timeRequests[process] += 1
    let request = request(of: process, on: occasion)
    let snapshot = device.snapshot()
    let answer = decide { policy.answer(request, device: snapshot) }
    let fault = hear(answer, to: .backgroundTime)
    let amount = answer.value.amount
    let isRefused =
      amount < .zero || amount > request.allowance || amount > device.budget.available
    let granted = fault != nil || isRefused ? .zero : amount
    if isRefused { counts.refused += 1 }
    process.record(
      .timeDecided(
        occasion, allowance: request.allowance, granted: granted,
        refused: isRefused ? [process.name] : []))
    explain?(
      .backgroundTime(
        GrantReview(
          device: snapshot, request: request, answer: amount, granted: granted,
          policy: answer.value.explanation, fault: fault)))
    return granted
  }

  private func request(
    of process: Process, on occasion: BackgroundTimeRequest.Occasion
  ) -> BackgroundTimeRequest {
    BackgroundTimeRequest(
      app: device.snapshot(of: process), occasion: occasion,
      allowance: device.limits.backgroundTime, openTasks: device.services.openTasks(of: process))
  }

  /// The pool is short: the policy may name holders to expire early.
  private func reclaim(
    for process: Process, on occasion: BackgroundTimeRequest.Occasion
  ) {
    guard device.budget.available < device.limits.backgroundTime else { return }
    let holders = device.budget.holders.compactMap { $0 == process.id ? nil : holder(device[$0]) }
    guard !holders.isEmpty else { return }
    let snapshot = device.snapshot()
    let request = request(of: process, on: occasion)
    let answer = decide { policy.answer(holders, for: request, device: snapshot) }
    guard hear(answer, to: .reclaim) == nil, !answer.value.isEmpty else { return }
    var refused: [String] = []
    var expired: [String] = []
    for id in answer.value {
      guard holders.contains(where: { $0.app.id == id }),
        device.services.expireEarly(device[id])
      else {
        refused.append(name(of: id))
        continue
      }
      expired.append(device[id].name)
    }
    counts.refused += refused.count
    device.recorder.record(
      .decided(
        .reclaim,
        Choice(
          chosen: expired, candidates: CandidateTexts(holders.map { $0.app.name }), refused: refused
        )))
  }

  /// Returns a process that holds reserved time, as the policy sees it; nil when none is reserved.
  private func holder(_ process: Process) -> BackgroundHolder? {
    guard let deadline = device.budget.reservedUntil(process) else { return nil }
    return BackgroundHolder(
      app: device.snapshot(of: process), deadline: deadline,
      openTasks: device.services.openTasks(of: process),
      work: device.services.queues.filter { $0.held(by: process) != nil }.map(\.kind))
  }

  /// A name for a record, also of an app that does not exist.
  private func name(of id: AppID) -> String {
    device.processes.indices.contains(Int(id.index)) ? device[id].name : "#\(id.index)"
  }

  // MARK: Discretionary work

  /// Something has changed that may let waiting work start: the policy is asked last at this
  /// instant.
  func requestReview() {
    if device.services.queues.contains(where: { !$0.isEmpty }) { requestReview(at: now) }
  }

  /// One review is pending at most, the earliest: each asks anew for what is to come.
  private func requestReview(at instant: Instant) {
    if let pending = nextReview {
      if pending.at <= instant { return }
      device.agenda.cancel(pending.token)
    }
    let token = device.agenda.schedule(.review, at: instant, rank: DeviceEvent.Rank.policy)
    nextReview = (instant, token)
  }

  func review() {
    nextReview = nil
    for lane in WorkLane.allCases where device.services.someoneWaits(in: lane) { review(lane) }
  }

  private func review(_ lane: WorkLane) {
    let room = device.slots.room(in: lane)
    if let opens = room.windowOpens { requestReview(at: opens) }
    guard room.free > 0 else {
      if explain != nil { explainReview(of: room, device.snapshot(room), line(lane).candidates) }
      return
    }
    let line = line(lane)
    let candidates = line.candidates
    let snapshot = device.snapshot(room)
    let answer = decide { policy.answer(candidates, slots: room.free, device: snapshot) }
    if let fault = hear(answer, to: .fetches) {
      explainReview(of: room, snapshot, candidates, WorkDecision(), fault: fault)
      return
    }
    let decision = answer.value
    var refused: [String] = []
    var started: [Waiting] = []
    for id in decision.chosen {
      if started.count < room.free, !started.contains(where: { $0.app == id }),
        let chosen = line.wait(of: id)
      {
        started.append(chosen)
      } else {
        refused.append(name(of: id))
      }
    }
    counts.refused += refused.count
    if let again = decision.askAgainAfter {
      requestReview(at: now + max(again, device.limits.askAgain))
    }
    device.recorder.record(
      .decided(
        .fetches,
        Choice(
          chosen: started.map { name(of: $0.app) },
          candidates: line.names, kinds: line.kinds,
          reasons: NamedValues(
            pairs: decision.reasons.map { .init(name: name(of: $0.app), value: $0.reason) }),
          refused: refused)))
    explainReview(of: room, snapshot, candidates, decision, started: started.map(\.app))
    for (place, chosen) in started.enumerated() {
      // Each of those that follow is sure of the least that it begins with.
      device.services[lane][chosen.queue].start(
        device[chosen.app], leaving: room.allowance * (started.count - 1 - place))
    }
  }

  /// Those who wait in a lane now.
  func line(_ lane: WorkLane) -> CandidateLine {
    if device.midnight != midnight { noteChanges() }
    midnight = device.midnight
    let changed = changed.value
    self.changed.value = []
    for app in changed { device[app].hasChanged = false }
    for lane in lines.value.indices {
      for app in lines.value[lane].update(changed, of: device) { device[app].noteChange() }
    }
    #if DEBUG
      var anew = CandidateLine(lane, apps: device.processes.count)
      _ = anew.update(device.processes.map(\.id), of: device)
      precondition(
        anew.candidates == lines.value[lane.index].candidates,
        "Arbiter: a change of an app was not noted (Process.noteChange)")
    #endif
    return lines.value[lane.index]
  }

  /// Something has happened that may change what the policy may know of an app that waits.
  func noteChange(of process: Process) { changed.value.append(process.id) }

  /// Something has happened that may change what the policy may know of any app that waits.
  func noteChanges() {
    for line in lines.value {
      for candidate in line.candidates { device[candidate.app.id].noteChange() }
    }
  }

  // MARK: Outcomes and faults

  /// Tells the policy what became of something.
  func observe(_ outcome: PolicyOutcome) {
    _ = hear(policy.answer(outcome), to: .observe)
  }

  /// Counts and records what went wrong inside the policy, and returns it; what the policy said
  /// goes into the trace before it.
  private func hear<Value>(_ answer: PolicyAnswer<Value>, to call: PolicyCall) -> String? {
    for message in answer.log { device.recorder.record(.policySaid(message)) }
    guard let fault = answer.fault else { return nil }
    if let cause = fault.breaksRun {
      let time = device.clock.text(now)
      device.breakOff(RunBreakdown(cause, "the policy at \(time): \(fault.message)"))
    }
    counts.faults += 1
    if counts.firstFault == nil { counts.firstFault = fault.message }
    device.recorder.record(.policyFailed(in: call, fault.message))
    return fault.message
  }

  // MARK: Figures

  /// The real time that decisions took on this machine; nil without a clock for it.
  var realTime: Duration? { decisionClock == nil ? nil : decisionRealTime }

  func addFigures(of process: Process, to figures: inout AppStatistics) {
    figures.timeRequests += timeRequests[process]
  }

  func addFigures(to figures: inout DeviceStatistics) {
    figures.decisions += counts.decisions
    figures.refusedDecisions += counts.refused
    figures.policyFaults += counts.faults
    figures.firstPolicyFault = counts.firstFault
  }

  func beginMeasuring() {
    counts = Counts()
    decisionRealTime = .zero
    timeRequests.changeEach { $0 = 0 }
  }
}
