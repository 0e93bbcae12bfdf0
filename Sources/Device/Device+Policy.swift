import Simulation

/// The policy's calls, and what the device makes of its answers (U3).
extension Device {
  // MARK: Snapshots

  /// When the present simulated day began; before the start of the run on its first day.
  var midnight: Instant {
    let clock = (scenario.startsAt + (now - .start)).nanoseconds
    return now - TimeSpan(nanoseconds: clock % TimeSpan.days(1).nanoseconds)
  }

  func snapshot() -> DeviceSnapshot {
    let spent = energy.statistics(at: now, unspent: .zero)
    let days = (scenario.startsAt + (now - .start)).nanoseconds / TimeSpan.days(1).nanoseconds
    return DeviceSnapshot(
      now: now, timeOfDay: now - midnight, power: power, network: network,
      pool: PoolSnapshot(
        available: ledger.available, capacity: ledger.capacity, nextRefill: nextRefill,
        refill: scenario.device.pool.refill),
      freeSlots: slots.free(at: now), appCount: apps.count, isInUse: foreground != nil,
      weekday: Int((days + 1) % 7) + 1, screenOn: energy.screenOn(at: now),
      radioTail: energy.radioTail(of: network, at: now), energy: spent.total,
      backgroundEnergy: spent.background, explains: explain != nil)
  }

  func snapshot(of app: Application) -> AppSnapshot {
    var used = app.usage.used
    var usedToday = app.usage.used(onDayOf: midnight)
    if let reservation = app.process.reservation {
      used += now - reservation.began
      usedToday += now - max(reservation.began, midnight)
    }
    let screenSince =
      foreground == app.id ? .zero : energy.screenOn(at: now) - app.usage.screenOnWhenUsed
    return AppSnapshot(
      id: app.id, name: app.name, state: app.state, modes: app.configuration.modes,
      lastOpened: app.usage.lastOpened, lastUsed: lastUsed(app), screenOnSinceUse: screenSince,
      opensByHour: app.usage.opensByHour, lastFetchBegan: app.fetching.lastBegan,
      lastFetchResult: app.fetching.lastResult, bytes: app.usage.received.bytes,
      newItems: app.usage.received.items, lastFetchBytes: app.fetching.brought.bytes,
      lastFetchItems: app.fetching.brought.items, failuresInARow: app.fetching.failuresInARow,
      usedToday: usedToday, used: used,
      waitingSince: app.fetching.eligibleSince,
      isInAppSwitcher: app.usage.lastOpened != nil && !app.isForceQuit,
      backgroundRefresh: app.backgroundRefreshAvailable)
  }

  /// When the user last had the app in front, which may be now.
  private func lastUsed(_ app: Application) -> Instant? {
    guard app.usage.lastOpened != nil else { return nil }
    return foreground == app.id ? now : app.usage.lastUsed
  }

  /// One decision of the policy, counted, and timed if there is a clock for it.
  private func decide<Answer>(_ answer: () -> Answer) -> Answer {
    statistics.decisions += 1
    guard let decisionClock else { return answer() }
    let began = decisionClock()
    defer { decisionRealTime += decisionClock() - began }
    return answer()
  }

  // MARK: Background time

  /// Asks the policy for background time; what it may not give counts as nothing.
  func grant(to app: Application, on occasion: BackgroundTimeRequest.Occasion) -> TimeSpan {
    reclaim(for: app, on: occasion)
    app.statistics.timeRequests += 1
    let request = request(of: app, on: occasion)
    let device = snapshot()
    let answer = decide { policy.backgroundTime(request, device: device) }
    let fault = takePolicyFault(in: "backgroundTime")
    let isRefused = answer < .zero || answer > request.allowance || answer > ledger.available
    let granted = fault != nil || isRefused ? .zero : answer
    if isRefused { statistics.refusedDecisions += 1 }
    trace.record("policy.decision", at: now, app: app.name) {
      $0.add("call", "backgroundTime")
      $0.add("occasion", occasion.rawValue)
      $0.add("allowanceNs", request.allowance.nanoseconds)
      $0.add("grantNs", granted.nanoseconds)
      if isRefused { $0.add("refused", [app.name]) }
    }
    explain?(
      .backgroundTime(
        GrantReview(
          device: device, request: request, answer: answer, granted: granted,
          policy: policy.takeGrantExplanation(), fault: fault)))
    return granted
  }

  private func request(
    of app: Application, on occasion: BackgroundTimeRequest.Occasion
  ) -> BackgroundTimeRequest {
    BackgroundTimeRequest(
      app: snapshot(of: app), occasion: occasion, allowance: limits.backgroundTime,
      openTasks: app.process.tasks.open.count)
  }

  /// The pool is short: the policy may name holders to expire early.
  private func reclaim(for app: Application, on occasion: BackgroundTimeRequest.Occasion) {
    guard ledger.available < limits.backgroundTime else { return }
    let holders = apps.filter { $0.process.reservation != nil && $0.id != app.id }.map {
      BackgroundHolder(
        app: snapshot(of: $0), deadline: $0.process.reservation?.end ?? now,
        openTasks: $0.process.tasks.open.count,
        isFetching: $0.process.fetch.map { !$0.isDetached } ?? false)
    }
    guard !holders.isEmpty else { return }
    let device = snapshot()
    let request = request(of: app, on: occasion)
    let named = decide { policy.reclaim(holders, for: request, device: device) }
    guard !notePolicyFault(in: "reclaim"), !named.isEmpty else { return }
    var refused: [String] = []
    var expired: [String] = []
    for id in named {
      guard holders.contains(where: { $0.app.id == id }), expireEarly(self[id]) else {
        refused.append(appName(id))
        continue
      }
      expired.append(self[id].name)
    }
    statistics.refusedDecisions += refused.count
    trace.record("policy.decision", at: now) {
      $0.add("call", "reclaim")
      $0.add("chosen", expired)
      $0.add("candidates", holders.map { $0.app.name })
      if !refused.isEmpty { $0.add("refused", refused) }
    }
  }

  /// A name for a record, also of an app that does not exist.
  private func appName(_ id: AppID) -> String {
    apps.indices.contains(Int(id.index)) ? self[id].name : "#\(id.index)"
  }

  // MARK: Fetches

  /// Something has changed that may let a fetch start: the policy is asked last at this instant.
  func requestReview() {
    if !waiting.isEmpty { requestReview(at: now) }
  }

  /// One review is pending at most, the earliest: each asks anew for what is to come.
  private func requestReview(at instant: Instant) {
    if let pending = nextReview {
      if pending.at <= instant { return }
      queue.cancel(pending.token)
    }
    nextReview = (instant, queue.schedule(.review, at: instant, rank: DeviceEvent.Rank.policy))
  }

  func review() {
    nextReview = nil
    guard !waiting.isEmpty else { return }
    let free = slotsToGive
    if let opens = slots.windowOpens(at: now) { requestReview(at: opens) }
    guard free > 0 else {
      if explain != nil { explainReview(waiting.map { candidate(self[$0]) }) }
      return
    }
    let candidates = waiting.map { candidate(self[$0]) }
    let device = snapshot()
    let decision = decide { policy.fetches(candidates, slots: free, device: device) }
    if let fault = takePolicyFault(in: "fetches") {
      explainReview(candidates, FetchDecision(), fault: fault)
      return
    }
    var refused: [String] = []
    var started: [AppID] = []
    for id in decision.chosen {
      if started.count < free, waiting.contains(id), !started.contains(id) {
        started.append(id)
      } else {
        refused.append(appName(id))
      }
    }
    statistics.refusedDecisions += refused.count
    if let again = decision.askAgainAfter {
      requestReview(at: now + max(again, limits.askAgain))
    }
    traceReview(candidates, decision, started, refused)
    explainReview(candidates, decision, started: started)
    for id in started { startFetch(of: self[id]) }
  }

  private func candidate(_ app: Application) -> FetchCandidate {
    FetchCandidate(
      app: snapshot(of: app), eligibleSince: app.fetching.eligibleSince ?? now,
      minimumInterval: app.fetching.interval ?? .max, allowance: limits.fetch)
  }

  private func traceReview(
    _ candidates: [FetchCandidate], _ decision: FetchDecision, _ started: [AppID],
    _ refused: [String]
  ) {
    trace.record("policy.decision", at: now) {
      $0.add("call", "fetches")
      $0.add("chosen", started.map { self[$0].name })
      $0.add("candidates", candidates.map { $0.app.name })
      if !decision.reasons.isEmpty {
        $0.add("reasons", decision.reasons.map { (appName($0.app), $0.reason) })
      }
      if !refused.isEmpty { $0.add("refused", refused) }
    }
  }

  // MARK: Faults

  /// Counts and traces what went wrong inside the policy; true if something did.
  @discardableResult
  func notePolicyFault(in call: String) -> Bool { takePolicyFault(in: call) != nil }

  /// The same, giving what went wrong; what the policy said goes into the trace before it.
  private func takePolicyFault(in call: String) -> String? {
    for message in policy.takeLog() {
      trace.record("policy.log", at: now) { $0.add("message", message) }
    }
    guard let fault = policy.takeFault() else { return nil }
    if policy.breaksRun { breakOff("the policy at \(clock.text(now)): \(fault)") }
    statistics.policyFaults += 1
    if statistics.firstPolicyFault == nil { statistics.firstPolicyFault = fault }
    trace.record("policy.fault", at: now) {
      $0.add("call", call)
      $0.add("message", fault)
    }
    return fault
  }

  /// Expires a holder before its time: its handlers run now, its time ends after the lead. Only
  /// tasks can be expired, and only once; false otherwise.
  func expireEarly(_ app: Application) -> Bool {
    guard !app.process.tasks.isEmpty, app.process.clock.expireEarly(at: now) else { return false }
    armClock(of: app)
    adjustReservation(of: app)
    return true
  }
}
