import Simulation

extension Record {
  /// Describes what each record has beside time, kind and app: the names of the fields, their types
  /// and their order. Returns the record as the coder has it then: the same where it writes, the one
  /// that it has read where it reads.
  @discardableResult
  func coded<Coder: RecordCoder & ~Copyable>(
    by field: inout Coder
  ) throws(Coder.Failure) -> Record {
    switch self {
    case .userOpened, .userClosed, .userForceQuit, .fetchEligible, .fetchTimedOut, .locked,
      .unlocked, .audioStarted, .audioStopped:
      self
    case .startsAt(let time): try .startsAt(field("startsAtNs", time))
    case .networkChanged(let network): try .networkChanged(field("to", network))
    case .powerChanged(let power):
      try .powerChanged(
        PowerStatus(
          level: field("level", power.level), isCharging: field("charging", power.isCharging),
          isLowPowerMode: field("lowPowerMode", power.isLowPowerMode)))
    case .thermalChanged(let state): try .thermalChanged(field("state", state))
    case .moved(let latitude, let longitude):
      try .moved(latitude: field("latitude", latitude), longitude: field("longitude", longitude))
    case .locationUpdated(let latitude, let longitude):
      try .locationUpdated(
        latitude: field("latitude", latitude), longitude: field("longitude", longitude))
    case .regionCrossed(let name, let isInside):
      try .regionCrossed(field("region", name), isInside: field("inside", isInside))
    case .accessoryHeard(let name): try .accessoryHeard(field("accessory", name))
    case .stateChanged(let from, let to, let reason):
      try .stateChanged(
        from: field("from", from), to: field("to", to), because: field("reason", reason))
    case .callback(let name): try .callback(field("name", name))
    case .logged(let message): try .logged(field("message", message))
    case .exited(let reason, let code, let detail, let isAssumed):
      try .exited(
        field("reason", reason), code: field("code", code), detail: field("detail", detail),
        isCodeAssumed: field.optional("codeAssumed", isAssumed))
    case .taskBegan(let id, let name, let refusal):
      try .taskBegan(
        field("id", id), name: field("name", name), refusal: field.optional("refusal", refusal))
    case .taskEnded(let id): try .taskEnded(field("id", id))
    case .taskExpired(let id): try .taskExpired(field("id", id))
    case .granted(let time): try .granted(field("grantNs", time))
    case .returned(let time, let lost):
      try .returned(field("returnNs", time), lost: field.optional("lostNs", lost))
    case .refilled(let time): try .refilled(field("addedNs", time))
    case .finding(let rule, let place, let message):
      try .finding(field("rule", rule), field.location(place), field("message", message))
    case .findingUndone(let rule, let place, let message):
      try .findingUndone(field("rule", rule), field.location(place), field("message", message))
    case .lockAcquired(let name, let holder):
      try .lockAcquired(field("name", name), holder: field("holder", holder))
    case .lockRefused(let name, let holder):
      try .lockRefused(field("name", name), holder: field("holder", holder))
    case .lockAwaited(let name, let holder):
      try .lockAwaited(field("name", name), holder: field("holder", holder))
    case .lockReleased(let name, let holder):
      try .lockReleased(field("name", name), holder: field("holder", holder))
    case .timeDecided, .decided, .policySaid, .policyFailed,
      .reviewExplained, .standingExplained, .grantExplained, .origin:
      try codedOfPolicy(by: &field)
    case .voipPushArrived, .voipPushDropped, .voipPushDelivered, .callReported, .callAnswered,
      .callEnded, .notificationArrived, .notificationDropped, .notificationShown:
      try codedOfCalls(by: &field)
    case .alarmSet, .alarmRefused, .alarmCancelled, .alarmDelivered, .idleChanged, .bucketChanged:
      try codedOfStandby(by: &field)
    case .jobScheduled, .jobCancelled, .jobStarted, .jobStopped, .jobFinished, .workChanged:
      try codedOfJobs(by: &field)
    case .serviceStarted, .serviceInForeground, .serviceTimedOut, .serviceStopped,
      .wakeLockAcquired, .wakeLockReleased, .broadcastDelivered:
      try codedOfForegroundServices(by: &field)
    default: try codedOfServices(by: &field)
    }
  }

  private func codedOfServices<Coder: RecordCoder & ~Copyable>(
    by field: inout Coder
  ) throws(Coder.Failure) -> Record {
    switch self {
    case .fetchStarted(let launched): try .fetchStarted(launched: field("launched", launched))
    case .fetchCompleted(let result, let took):
      try .fetchCompleted(field("result", result), took: field("tookNs", took))
    case .workEligible(let kind): try .workEligible(field("work", kind))
    case .workStarted(let kind, let launched):
      try .workStarted(field("work", kind), launched: field("launched", launched))
    case .workEnded(let kind, let ending, let result, let took):
      try .workEnded(
        field("work", kind), field("ending", ending), field("result", result),
        took: field("tookNs", took))
    case .bgTaskSubmitted(let identifier, let kind, let earliest, let requirements, let error):
      try .bgTaskSubmitted(
        field("identifier", identifier), field("work", kind),
        earliest: field.optional("earliestNs", earliest),
        requirements: field.list("requires", requirements), error: field("error", error))
    case .bgTaskCancelled(let identifier, let cause):
      try .bgTaskCancelled(field("identifier", identifier), because: field("reason", cause))
    case .bgTaskLaunched(let identifier): try .bgTaskLaunched(field("identifier", identifier))
    case .bgTaskExpired(let identifier): try .bgTaskExpired(field("identifier", identifier))
    case .bgTaskCompleted(let identifier, let success):
      try .bgTaskCompleted(field("identifier", identifier), success: field("success", success))
    case .continuedTaskSubmitted(
      let identifier, let title, let subtitle, let strategy, let error):
      try .continuedTaskSubmitted(
        field("identifier", identifier), title: field("title", title),
        subtitle: field("subtitle", subtitle),
        strategy: field("strategy", strategy), error: field("error", error))
    case .continuedTaskTitled(let identifier, let title, let subtitle):
      try .continuedTaskTitled(
        field("identifier", identifier), title: field("title", title),
        subtitle: field("subtitle", subtitle))
    case .continuedTaskExpired(let identifier, let cause):
      try .continuedTaskExpired(field("identifier", identifier), because: field("reason", cause))
    case .pushArrived(let id, let priority):
      try .pushArrived(field("id", id), priority: field.optional("priority", priority))
    case .pushDropped(let id, let loss):
      try .pushDropped(field("id", id), because: field("reason", loss))
    case .pushDelivered(let id): try .pushDelivered(field("id", id))
    case .pushCompleted(let id, let result, let took):
      try .pushCompleted(field("id", id), field("result", result), took: field("tookNs", took))
    case .transferBegan(
      let id, let session, let direction, let isDiscretionary, let url, let file):
      try .transferBegan(
        field("id", id), session: field("session", session),
        direction: field("direction", direction),
        isDiscretionary: field("discretionary", isDiscretionary), url: field("url", url),
        file: field.optional("fromFile", file))
    case .transferMoves(let id, let network):
      try .transferMoves(field("id", id), over: field("network", network))
    case .transferWaits(let id, let reason, let until):
      try .transferWaits(
        field("id", id), because: field("reason", reason), until: field.optional("untilNs", until))
    case .transferFinished(let id, let status, let bytes, let error, let reason):
      try .transferFinished(
        field("id", id), status: field("status", status), bytes: field("bytes", bytes),
        error: field("error", error), cancelledReason: field.optional("cancelledReason", reason))
    case .transferDelivered(let id): try .transferDelivered(field("id", id))
    case .widgetTimeline(let entries, let reload, let next, let isFree):
      try .widgetTimeline(
        entries: field("entries", entries), reload: field("reload", reload),
        next: field.optional("nextNs", next), isFree: field("free", isFree))
    case .widgetRefused(let until):
      try .widgetRefused(until: field.optional("untilNs", until))
    case .requestStarted(let id, let url):
      try .requestStarted(field("id", id), url: field("url", url))
    case .requestFinished(let id, let status, let bytes, let error, let cut):
      try .requestFinished(
        field("id", id), status: field("status", status), bytes: field("bytes", bytes),
        error: field("error", error), because: field.optional("cut", cut))
    default: self
    }
  }

  private func codedOfCalls<Coder: RecordCoder & ~Copyable>(
    by field: inout Coder
  ) throws(Coder.Failure) -> Record {
    switch self {
    case .voipPushArrived(let id): try .voipPushArrived(field("id", id))
    case .voipPushDropped(let id, let loss):
      try .voipPushDropped(field("id", id), because: field("reason", loss))
    case .voipPushDelivered(let id): try .voipPushDelivered(field("id", id))
    case .callReported(let uuid, let error):
      try .callReported(field("uuid", uuid), error: field("error", error))
    case .notificationArrived(let id): try .notificationArrived(field("id", id))
    case .notificationDropped(let id, let cause):
      try .notificationDropped(field("id", id), because: field("reason", cause))
    case .notificationShown(let id, let title, let body, let isChanged):
      try .notificationShown(
        field("id", id), title: field("title", title), body: field("body", body),
        isChanged: field("changed", isChanged))
    case .callAnswered(let uuid): try .callAnswered(field("uuid", uuid))
    case .callEnded(let uuid, let cause):
      try .callEnded(field("uuid", uuid), because: field("reason", cause))
    default: self
    }
  }

  private func codedOfStandby<Coder: RecordCoder & ~Copyable>(
    by field: inout Coder
  ) throws(Coder.Failure) -> Record {
    switch self {
    case .alarmSet(
      let id, let operation, let due, let window, let interval, let wakes, let access):
      try .alarmSet(
        field("id", id), operation: field("operation", operation), at: field("dueNs", due),
        window: field("windowNs", window), every: field.optional("everyNs", interval),
        wakes: field("wakes", wakes), whileIdle: field.optional("whileIdle", access))
    case .alarmRefused(let operation, let error):
      try .alarmRefused(field("operation", operation), error: field("error", error))
    case .alarmCancelled(let id, let operation):
      try .alarmCancelled(field("id", id), operation: field("operation", operation))
    case .alarmDelivered(let id, let operation, let late):
      try .alarmDelivered(
        field("id", id), operation: field("operation", operation), late: field("lateNs", late))
    case .idleChanged(let idle, let end):
      try .idleChanged(field("to", idle), until: field.optional("untilNs", end))
    case .bucketChanged(let bucket): try .bucketChanged(field("to", bucket))
    default: self
    }
  }

  private func codedOfForegroundServices<Coder: RecordCoder & ~Copyable>(
    by field: inout Coder
  ) throws(Coder.Failure) -> Record {
    switch self {
    case .serviceStarted(let id, let action, let reason, let error):
      try .serviceStarted(
        field("id", id), action: field("action", action), because: field("reason", reason),
        error: field("error", error))
    case .serviceInForeground(let types, let error):
      try .serviceInForeground(types: field.list("types", types), error: field("error", error))
    case .serviceTimedOut(let type): try .serviceTimedOut(field("type", type))
    case .serviceStopped(let reason, let time):
      try .serviceStopped(because: field("reason", reason), took: field("tookNs", time))
    case .wakeLockAcquired(let tag, let timeout):
      try .wakeLockAcquired(field("tag", tag), timeout: field.optional("timeoutNs", timeout))
    case .wakeLockReleased(let tag, let reason, let time):
      try .wakeLockReleased(
        field("tag", tag), because: field("reason", reason), held: field("heldNs", time))
    case .broadcastDelivered(let action): try .broadcastDelivered(field("action", action))
    default: self
    }
  }

  private func codedOfJobs<Coder: RecordCoder & ~Copyable>(
    by field: inout Coder
  ) throws(Coder.Failure) -> Record {
    switch self {
    case .jobScheduled(
      let id, let requirements, let latency, let deadline, let period, let isExpedited, let error,
      let worker):
      try .jobScheduled(
        field("id", id), requires: field.list("requires", requirements),
        latency: field.optional("latencyNs", latency),
        deadline: field.optional("deadlineNs", deadline),
        period: field.optional("periodNs", period), isExpedited: field("expedited", isExpedited),
        error: field("error", error), worker: field.optional("worker", worker))
    case .jobCancelled(let id, let cause):
      try .jobCancelled(field("id", id), because: field("reason", cause))
    case .jobStarted(let id, let bucket):
      try .jobStarted(field("id", id), bucket: field("bucket", bucket))
    case .jobStopped(let id, let cause):
      try .jobStopped(field("id", id), because: field("reason", cause))
    case .jobFinished(let id, let reschedule, let took):
      try .jobFinished(
        field("id", id), reschedule: field("reschedule", reschedule), took: field("tookNs", took))
    case .workChanged(let id, let worker, let name, let state, let attempts):
      try .workChanged(
        field("id", id), worker: field("worker", worker), name: field.optional("uniqueName", name),
        to: field("to", state), attempts: field("attempts", attempts))
    default: self
    }
  }

  private func codedOfPolicy<Coder: RecordCoder & ~Copyable>(
    by field: inout Coder
  ) throws(Coder.Failure) -> Record {
    if let call { _ = try field("call", call) }
    return switch self {
    case .timeDecided(let occasion, let allowance, let granted, let refused):
      try .timeDecided(
        field("occasion", occasion), allowance: field("allowanceNs", allowance),
        granted: field("grantNs", granted), refused: field.list("refused", refused))
    case .decided(let call, let choice):
      try .decided(
        call,
        Choice(
          chosen: field("chosen", choice.chosen),
          candidates: field("candidates", choice.candidates),
          kinds: field.optional("kinds", choice.kinds.count == 0 ? nil : choice.kinds) ?? [],
          reasons: field.list("reasons", choice.reasons),
          refused: field.list("refused", choice.refused)))
    case .policySaid(let message): try .policySaid(field("message", message))
    case .policyFailed(let call, let message):
      try .policyFailed(in: field("call", call), field("message", message))
    case .reviewExplained(let review): try .reviewExplained(review.coded(by: &field))
    case .standingExplained(let standing): try .standingExplained(standing.coded(by: &field))
    case .grantExplained(let grant): try .grantExplained(grant.coded(by: &field))
    case .origin(let scenario, let options, let build):
      try .origin(
        field("scenario", scenario), options: field.list("options", options),
        build: field.optional("build", build))
    default: self
    }
  }

  /// The call of the policy that a decision, or an explanation of one, is about; nil for all else.
  var call: PolicyCall? {
    switch self {
    case .timeDecided, .grantExplained: .backgroundTime
    case .decided(let call, _): call
    case .reviewExplained, .standingExplained: .fetches
    default: nil
    }
  }
}
