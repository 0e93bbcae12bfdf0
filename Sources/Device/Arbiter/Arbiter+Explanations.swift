import Simulation

/// Tells why decisions came out as they did, to whoever asked for it.
extension Arbiter {
  /// Hands out the review of a moment when the policy was asked, or could not be.
  ///
  /// - Parameters:
  ///   - snapshot: the device as the policy saw it, or would have.
  ///   - decision: nil when there was no slot to give.
  func explainReview(
    of room: SlotRoom, _ snapshot: DeviceSnapshot, _ candidates: WorkCandidates,
    _ decision: WorkDecision? = nil, started: [AppID] = [], fault: String? = nil
  ) {
    guard let explain else { return }
    var standings = standings(of: candidates, decision ?? WorkDecision()) { id in
      guard let decision else { return .noSlot }
      if started.contains(id) { return .started }
      return decision.chosen.contains(id) ? .refused : .passedOver
    }
    if mostTold == nil { standings += bystanders(of: candidates, in: room.lane) }
    explain(
      .fetches(
        WorkReview(
          device: snapshot, room: room, measure: decision?.explanation?.measure,
          candidates: candidates, apps: standings, fault: fault)))
  }

  /// Returns the apps that were no candidates, with everything that kept them from it.
  private func bystanders(
    of candidates: WorkCandidates, in lane: WorkLane
  ) -> [CandidateStanding] {
    let waiting = Set(candidates.map(\.app.id))
    return device.processes.compactMap { process in
      guard !waiting.contains(process.id),
        let (kind, obstacles) = device.services.obstacles(of: process, in: lane)
      else { return nil }
      return CandidateStanding(
        app: CandidateStanding.App(
          id: process.id, name: process.name, waitingSince: device.services.waitsSince(process)),
        kind: kind, outcome: .notEligible(obstacles))
    }
  }

  /// In the policy's order: as it explains itself, else as it chose; then by waiting.
  private func standings(
    of candidates: WorkCandidates, _ decision: WorkDecision,
    outcome: (AppID) -> CandidateStanding.Outcome
  ) -> [CandidateStanding] {
    // By app: its place among the candidates, until it has one among the standings; -1: none.
    var left = [Int](repeating: -1, count: device.processes.count)
    for position in candidates.indices { left[Int(candidates[position].app.id.index)] = position }
    var standings: [CandidateStanding] = []
    standings.reserveCapacity(mostTold.map { min($0 + 1, candidates.count) } ?? candidates.count)
    var rank = 0
    // Who would have been next is told too: it is what the chosen went before.
    var hasNext = false
    func place(_ id: AppID, _ told: CandidateExplanation?, isRanked: Bool) {
      let index = Int(id.index)
      guard left.indices.contains(index), left[index] >= 0 else { return }
      let outcome = outcome(id)
      let isNext = isRanked && outcome == .passedOver && !hasNext
      let isTold =
        mostTold.map { standings.count < $0 } ?? true || outcome == .started || isNext
      guard isTold || isRanked else { return }
      let position = left[index]
      left[index] = -1
      if isRanked { rank += 1 }
      if isNext { hasNext = true }
      guard isTold else { return }
      let kind = candidates[position].kind
      standings.append(
        CandidateStanding(
          app: CandidateStanding.App(candidates[position].app), kind: kind,
          reserves: device.slots.isPaid(in: kind.lane) ? candidates[position].allowance : .zero,
          outcome: outcome,
          reason: decision.reasons.first { $0.app == id }?.reason, rank: isRanked ? rank : nil,
          policy: told))
    }
    for told in decision.explanation?.candidates ?? [] {
      place(told.app, told, isRanked: told.isRanked)
    }
    for id in decision.chosen { place(id, nil, isRanked: true) }
    // None of the rest was chosen, so none of them is told beyond the most.
    for position in candidates.indices {
      if let mostTold, standings.count >= mostTold { break }
      place(candidates[position].app.id, nil, isRanked: false)
    }
    return standings
  }
}

extension Services {
  /// Returns the kind of work that the fewest things keep an app from in a lane, with what keeps
  /// it; nil where the lane has no queue.
  func obstacles(of process: Process, in lane: WorkLane) -> (WorkKind, [Ineligibility])? {
    var nearest: (WorkKind, [Ineligibility])?
    let queues = self[lane]
    let concernsNone = !queues.contains { $0.concerns(process) }
    for queue in queues where concernsNone || queue.concerns(process) {
      let obstacles = queue.obstacles(of: process)
      if nearest.map({ obstacles.count < $0.1.count }) ?? true { nearest = (queue.kind, obstacles) }
    }
    return nearest
  }
}

extension Services {
  /// The queues that an app has to do with as it is declared; all where there are none.
  fileprivate func concerning(_ process: Process, among queues: [WorkQueue]) -> [WorkQueue] {
    let concerning = queues.filter { $0.concerns(process) }
    return concerning.isEmpty ? queues : concerning
  }
}

extension Device {
  /// How an app stands now.
  public func standing(of id: AppID) -> AppStanding {
    let process = self[id]
    let isExtension = process.configuration.serves != nil
    let queues = isExtension ? [] : services.concerning(process, among: services.queues)
    return AppStanding(
      device: snapshot(), app: snapshot(of: process),
      work: queues.map { queue in
        let history = queue.history(of: process)
        return WorkStanding(
          kind: queue.kind, room: slots.room(in: queue.kind.lane),
          ineligibility: queue.obstacles(of: process), wish: queue.wish(of: process),
          runsSince: history.runsSince, pieces: queue.pieces(of: process))
      },
      reservedUntil: budget.reservedUntil(process), openTasks: services.openTasks(of: process),
      standby: platform.hasPool
        ? nil
        : StandbyStanding(
          bucket: standby.bucket(of: process), idle: standby.idle, idleUntil: standby.idleUntil),
      isExtension: isExtension)
  }
}
