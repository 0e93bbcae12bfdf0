import Simulation

extension Record {
  /// Describes what each record has beside time, kind and app: the names of the fields, their types
  /// and their order. Returns the record as the coder has it then: the same where it writes, the one
  /// that it has read where it reads.
  @discardableResult
  func coded<Coder: RecordCoder & ~Copyable>(
    by coder: inout Coder
  ) throws(Coder.Failure) -> Record {
    switch self {
    case .userOpened, .userClosed, .userForceQuit, .fetchEligible, .fetchTimedOut, .unlocked,
      .audioStarted, .audioStopped:
      self
    case .startsAt(let time): .startsAt(try coder.field("startsAtNs", time))
    case .networkChanged(let network): .networkChanged(try coder.field("to", network))
    case .powerChanged(let power):
      .powerChanged(
        PowerStatus(
          level: try coder.field("level", power.level),
          isCharging: try coder.field("charging", power.isCharging),
          isLowPowerMode: try coder.field("lowPowerMode", power.isLowPowerMode)))
    case .moved(let latitude, let longitude):
      .moved(
        latitude: try coder.field("latitude", latitude),
        longitude: try coder.field("longitude", longitude))
    case .locationUpdated(let latitude, let longitude):
      .locationUpdated(
        latitude: try coder.field("latitude", latitude),
        longitude: try coder.field("longitude", longitude))
    case .accessoryHeard(let name): .accessoryHeard(try coder.field("accessory", name))
    case .stateChanged(let from, let to, let reason):
      .stateChanged(
        from: try coder.field("from", from), to: try coder.field("to", to),
        because: try coder.field("reason", reason))
    case .callback(let name): .callback(try coder.field("name", name))
    case .logged(let message): .logged(try coder.field("message", message))
    case .exited(let reason, let code, let detail):
      .exited(
        try coder.field("reason", reason), code: try coder.field("code", code),
        detail: try coder.field("detail", detail))
    case .taskBegan(let id, let name):
      .taskBegan(try coder.field("id", id), name: try coder.field("name", name))
    case .taskEnded(let id): .taskEnded(try coder.field("id", id))
    case .taskExpired(let id): .taskExpired(try coder.field("id", id))
    case .granted(let time): .granted(try coder.field("grantNs", time))
    case .returned(let time): .returned(try coder.field("returnNs", time))
    case .refilled(let time): .refilled(try coder.field("addedNs", time))
    case .finding(let rule, let place, let message):
      .finding(
        try coder.field("rule", rule), try coder.location(place),
        try coder.field("message", message))
    case .findingUndone(let rule, let place, let message):
      .findingUndone(
        try coder.field("rule", rule), try coder.location(place),
        try coder.field("message", message))
    case .lockAcquired(let name, let holder):
      .lockAcquired(try coder.field("name", name), holder: try coder.field("holder", holder))
    case .lockRefused(let name, let holder):
      .lockRefused(try coder.field("name", name), holder: try coder.field("holder", holder))
    case .lockAwaited(let name, let holder):
      .lockAwaited(try coder.field("name", name), holder: try coder.field("holder", holder))
    case .lockReleased(let name, let holder):
      .lockReleased(try coder.field("name", name), holder: try coder.field("holder", holder))
    case .timeDecided, .reclaimDecided, .workDecided, .policySaid, .policyFailed,
      .reviewExplained, .standingExplained, .grantExplained:
      try codedOfPolicy(by: &coder)
    default: try codedOfServices(by: &coder)
    }
  }

  private func codedOfServices<Coder: RecordCoder & ~Copyable>(
    by coder: inout Coder
  ) throws(Coder.Failure) -> Record {
    switch self {
    case .fetchStarted(let launched): .fetchStarted(launched: try coder.field("launched", launched))
    case .fetchCompleted(let result, let took):
      .fetchCompleted(try coder.field("result", result), took: try coder.field("tookNs", took))
    case .workEligible(let kind): .workEligible(try coder.field("work", kind))
    case .workStarted(let kind, let launched):
      .workStarted(try coder.field("work", kind), launched: try coder.field("launched", launched))
    case .workEnded(let kind, let ending, let result, let took):
      .workEnded(
        try coder.field("work", kind), try coder.field("ending", ending),
        try coder.field("result", result), took: try coder.field("tookNs", took))
    case .bgTaskSubmitted(let identifier, let kind, let earliest, let requirements, let error):
      .bgTaskSubmitted(
        try coder.field("identifier", identifier), try coder.field("work", kind),
        earliest: try coder.optional("earliestNs", earliest),
        requirements: try coder.list("requires", requirements),
        error: try coder.field("error", error))
    case .bgTaskCancelled(let identifier, let cause):
      .bgTaskCancelled(
        try coder.field("identifier", identifier), because: try coder.field("reason", cause))
    case .bgTaskLaunched(let identifier):
      .bgTaskLaunched(try coder.field("identifier", identifier))
    case .bgTaskExpired(let identifier): .bgTaskExpired(try coder.field("identifier", identifier))
    case .bgTaskCompleted(let identifier, let success):
      .bgTaskCompleted(
        try coder.field("identifier", identifier), success: try coder.field("success", success))
    case .pushArrived(let id): .pushArrived(try coder.field("id", id))
    case .pushDropped(let id, let loss):
      .pushDropped(try coder.field("id", id), because: try coder.field("reason", loss))
    case .pushDelivered(let id): .pushDelivered(try coder.field("id", id))
    case .pushCompleted(let id, let result, let took):
      .pushCompleted(
        try coder.field("id", id), try coder.field("result", result),
        took: try coder.field("tookNs", took))
    case .transferBegan(let id, let session, let direction, let isDiscretionary, let url):
      .transferBegan(
        try coder.field("id", id), session: try coder.field("session", session),
        direction: try coder.field("direction", direction),
        isDiscretionary: try coder.field("discretionary", isDiscretionary),
        url: try coder.field("url", url))
    case .transferMoves(let id, let network):
      .transferMoves(try coder.field("id", id), over: try coder.field("network", network))
    case .transferWaits(let id, let reason, let until):
      .transferWaits(
        try coder.field("id", id), because: try coder.field("reason", reason),
        until: try coder.optional("untilNs", until))
    case .transferFinished(let id, let status, let bytes, let error):
      .transferFinished(
        try coder.field("id", id), status: try coder.field("status", status),
        bytes: try coder.field("bytes", bytes), error: try coder.field("error", error))
    case .transferDelivered(let id): .transferDelivered(try coder.field("id", id))
    case .requestStarted(let id, let url):
      .requestStarted(try coder.field("id", id), url: try coder.field("url", url))
    case .requestFinished(let id, let status, let bytes, let error):
      .requestFinished(
        try coder.field("id", id), status: try coder.field("status", status),
        bytes: try coder.field("bytes", bytes), error: try coder.field("error", error))
    default: self
    }
  }

  private func codedOfPolicy<Coder: RecordCoder & ~Copyable>(
    by coder: inout Coder
  ) throws(Coder.Failure) -> Record {
    if let call { _ = try coder.field("call", call) }
    return switch self {
    case .timeDecided(let occasion, let allowance, let granted, let refused):
      .timeDecided(
        try coder.field("occasion", occasion), allowance: try coder.field("allowanceNs", allowance),
        granted: try coder.field("grantNs", granted), refused: try coder.list("refused", refused))
    case .reclaimDecided(let expired, let holders, let refused):
      .reclaimDecided(
        expired: try coder.field("chosen", expired),
        holders: try coder.field("candidates", holders),
        refused: try coder.list("refused", refused))
    case .workDecided(let choice):
      .workDecided(
        WorkChoice(
          chosen: try coder.field("chosen", choice.chosen),
          candidates: try coder.field("candidates", choice.candidates),
          kinds: try coder.list("kinds", choice.kinds),
          reasons: try coder.list("reasons", choice.reasons),
          refused: try coder.list("refused", choice.refused)))
    case .policySaid(let message): .policySaid(try coder.field("message", message))
    case .policyFailed(let call, let message):
      .policyFailed(in: try coder.field("call", call), try coder.field("message", message))
    case .reviewExplained(let review): .reviewExplained(try review.coded(by: &coder))
    case .standingExplained(let standing): .standingExplained(try standing.coded(by: &coder))
    case .grantExplained(let grant): .grantExplained(try grant.coded(by: &coder))
    default: self
    }
  }

  /// The call of the policy that a decision, or an explanation of one, is about; nil for all else.
  var call: PolicyCall? {
    switch self {
    case .timeDecided, .grantExplained: .backgroundTime
    case .reclaimDecided: .reclaim
    case .workDecided, .reviewExplained, .standingExplained: .fetches
    default: nil
    }
  }
}
