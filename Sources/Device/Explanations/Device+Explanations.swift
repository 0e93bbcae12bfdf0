import Simulation

/// Tells why decisions came out as they did, to whoever asked for it.
extension Device {
  /// How an app stands now.
  public func standing(of id: AppID) -> AppStanding {
    let app = self[id]
    return AppStanding(
      device: snapshot(), room: slotRoom(), app: snapshot(of: app),
      ineligibility: ineligibility(of: app), fetchInterval: app.fetching.interval,
      fetchingSince: app.process.fetch?.began, reservedUntil: app.process.reservation?.end,
      openTasks: app.process.tasks.open.count)
  }

  /// Slots that may be given now: free ones that the pool can pay for.
  var slotsToGive: Int { min(slots.free(at: now), payableFetches) }

  private var payableFetches: Int {
    Int(ledger.available.nanoseconds / max(1, limits.fetch.nanoseconds))
  }

  private func slotRoom() -> SlotRoom {
    SlotRoom(
      free: slotsToGive, running: slots.busy, startsInWindow: slots.startsInWindow,
      limits: slots.limits, windowOpens: slots.windowOpens(at: now), payable: payableFetches,
      allowance: limits.fetch)
  }

  /// Everything that keeps an app from being a candidate, by the rules of `updateEligibility`.
  func ineligibility(of app: Application) -> [Ineligibility] {
    guard app.fetching.eligibleSince == nil else { return [] }
    var reasons: [Ineligibility] = []
    if !app.configuration.modes.contains(.fetch) { reasons.append(.noFetchMode) }
    if !app.backgroundRefreshAvailable { reasons.append(.backgroundRefreshOff) }
    if app.fetching.interval == nil, reasons.isEmpty { reasons.append(.noInterval) }
    if app.isForceQuit { reasons.append(.forceQuit) }
    if app.state.isForeground || foreground == app.id { reasons.append(.inForeground) }
    if let fetch = app.process.fetch { reasons.append(.fetching(since: fetch.began)) }
    if power.isLowPowerMode {
      reasons.append(.lowPowerMode)
    } else if !allowsDiscretionaryWork {
      reasons.append(.batteryLow)
    }
    if let interval = app.fetching.interval {
      let due = (app.fetching.lastBegan ?? app.fetching.intervalSet) + interval
      if due > now { reasons.append(.intervalNotElapsed(until: due)) }
    }
    return reasons
  }

  /// Hands out the review of a moment when the policy was asked, or could not be.
  ///
  /// - Parameters:
  ///   - decision: nil when there was no slot to give.
  func explainReview(
    _ candidates: [FetchCandidate], _ decision: FetchDecision? = nil, started: [AppID] = [],
    fault: String? = nil
  ) {
    guard let explain else { return }
    var standings = standings(of: candidates, decision ?? FetchDecision()) { id in
      guard let decision else { return .noSlot }
      if started.contains(id) { return .started }
      return decision.chosen.contains(id) ? .refused : .passedOver
    }
    for app in apps where app.fetching.eligibleSince == nil {
      standings.append(
        FetchStanding(
          app: snapshot(of: app), outcome: .notEligible(ineligibility(of: app)), reason: nil,
          rank: nil, policy: nil))
    }
    explain(
      .fetches(
        FetchReview(
          device: snapshot(), room: slotRoom(), measure: decision?.explanation?.measure,
          apps: standings, fault: fault)))
  }

  /// In the policy's order: as it explains itself, else as it chose; then by waiting.
  private func standings(
    of candidates: [FetchCandidate], _ decision: FetchDecision,
    outcome: (AppID) -> FetchStanding.Outcome
  ) -> [FetchStanding] {
    var left = candidates
    var standings: [FetchStanding] = []
    var rank = 0
    func place(_ id: AppID, _ told: CandidateExplanation?, isRanked: Bool) {
      guard let index = left.firstIndex(where: { $0.app.id == id }) else { return }
      if isRanked { rank += 1 }
      standings.append(
        FetchStanding(
          app: left.remove(at: index).app, outcome: outcome(id),
          reason: decision.reasons.first { $0.app == id }?.reason, rank: isRanked ? rank : nil,
          policy: told))
    }
    for told in decision.explanation?.candidates ?? [] {
      place(told.app, told, isRanked: told.isRanked)
    }
    for id in decision.chosen { place(id, nil, isRanked: true) }
    for candidate in left { place(candidate.app.id, nil, isRanked: false) }
    return standings
  }
}
