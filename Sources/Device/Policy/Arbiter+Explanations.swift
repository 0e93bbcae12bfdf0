import Simulation

/// Tells why decisions came out as they did, to whoever asked for it.
extension Arbiter {
  /// Hands out the review of a moment when the policy was asked, or could not be.
  ///
  /// - Parameters:
  ///   - decision: nil when there was no slot to give.
  func explainReview(
    of service: DiscretionaryService, _ candidates: [FetchCandidate],
    _ decision: FetchDecision? = nil, started: [AppID] = [], fault: String? = nil
  ) {
    guard let explain else { return }
    var standings = standings(of: candidates, decision ?? FetchDecision()) { id in
      guard let decision else { return .noSlot }
      if started.contains(id) { return .started }
      return decision.chosen.contains(id) ? .refused : .passedOver
    }
    for process in device.processes {
      let obstacles = service.obstacles(of: process)
      guard !obstacles.isEmpty else { continue }
      standings.append(
        FetchStanding(
          app: device.snapshot(of: process), outcome: .notEligible(obstacles), reason: nil,
          rank: nil, policy: nil))
    }
    explain(
      .fetches(
        FetchReview(
          device: device.snapshot(), room: service.room, measure: decision?.explanation?.measure,
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

extension Device {
  /// How an app stands now.
  public func standing(of id: AppID) -> AppStanding {
    let process = self[id]
    guard let service = services.discretionary.first else {
      fatalError("the device has no service with work for the policy to choose")
    }
    let history = service.history(of: process)
    return AppStanding(
      device: snapshot(), room: service.room, app: snapshot(of: process),
      ineligibility: service.obstacles(of: process), fetchInterval: history.interval,
      fetchingSince: history.runsSince, reservedUntil: budget.reservedUntil(process),
      openTasks: services.openTasks(of: process))
  }
}
