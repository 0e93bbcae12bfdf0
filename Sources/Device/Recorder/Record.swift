import Simulation

/// One thing that happened, as the trace tells it: the only place that knows how a record is
/// written.
enum Record {
  case startsAt(TimeSpan)
  case userOpened
  case userClosed
  case userForceQuit
  case networkChanged(NetworkKind)
  case powerChanged(PowerStatus)
  case moved(Position)
  case unlocked
  case stateChanged(from: ApplicationState, to: ApplicationState, because: String)
  case callback(Callback)
  case logged(String)
  case exited(ExitReason, code: String?, detail: String)
  case taskBegan(Int, name: String?)
  case taskEnded(Int)
  case taskExpired(Int)
  case granted(TimeSpan)
  case returned(TimeSpan)
  case refilled(TimeSpan)
  case fetchEligible
  case fetchStarted(launched: Bool)
  case fetchCompleted(WorkResult, took: TimeSpan)
  case fetchTimedOut
  case workEligible(WorkKind)
  case workStarted(WorkKind, launched: Bool)
  case workEnded(WorkKind, WorkEnding, WorkResult?, took: TimeSpan)
  case bgTask(BGTaskRecord)
  case pushArrived(PushID)
  case pushDropped(PushID, PushLoss)
  case pushDelivered(PushID)
  case pushCompleted(PushID, FetchResult, took: TimeSpan)
  case transfer(TransferRecord)
  case requestStarted(RequestID, url: String)
  case requestFinished(RequestID, URLAnswer)
  case audioStarted
  case audioStopped
  case locationTold(Position)
  case accessoryHeard(String)
  case lockAcquired(String)
  case lockRefused(String, holder: String?)
  case lockAwaited(String, holder: String)
  case lockReleased(String)
  case timeDecided(BackgroundTimeRequest, granted: TimeSpan, isRefused: Bool)
  case reclaimDecided(expired: [String], holders: [String], refused: [String])
  case workDecided(
    started: [String], candidates: [WorkCandidate], reasons: [(String, String)], refused: [String])
  case policySaid(String)
  case policyFailed(in: PolicyCall, String)
  case finding(FindingRule, SourceLocation?, String)
  case findingUndone(FindingRule, SourceLocation?, String)

  var kind: TraceKind {
    switch self {
    case .startsAt: .clock
    case .userOpened: .userOpen
    case .userClosed: .userClose
    case .userForceQuit: .userForceQuit
    case .networkChanged: .network
    case .powerChanged: .power
    case .moved: .location
    case .unlocked: .unlock
    case .stateChanged: .appState
    case .callback: .appCallback
    case .logged: .appLog
    case .exited: .appExit
    case .taskBegan: .taskBegin
    case .taskEnded: .taskEnd
    case .taskExpired: .taskExpire
    case .granted: .budgetGrant
    case .returned: .budgetReturn
    case .refilled: .budgetRefill
    case .fetchEligible: .fetchEligible
    case .fetchStarted: .fetchStart
    case .fetchCompleted: .fetchComplete
    case .fetchTimedOut: .fetchTimeout
    case .workEligible: .workEligible
    case .workStarted: .workStart
    case .workEnded: .workEnd
    case .bgTask(let record): record.kind
    case .pushArrived: .pushArrive
    case .pushDropped: .pushDrop
    case .pushDelivered: .pushDeliver
    case .pushCompleted: .pushComplete
    case .transfer(let record): record.kind
    case .requestStarted: .requestStart
    case .requestFinished: .requestFinish
    case .audioStarted: .audioStart
    case .audioStopped: .audioStop
    case .locationTold: .locationUpdate
    case .accessoryHeard: .bluetoothValue
    case .lockAcquired: .lockAcquire
    case .lockRefused: .lockRefuse
    case .lockAwaited: .lockWait
    case .lockReleased: .lockRelease
    case .timeDecided, .reclaimDecided, .workDecided: .policyDecision
    case .policySaid: .policyLog
    case .policyFailed: .policyFault
    case .finding: .finding
    case .findingUndone: .findingUndone
    }
  }

  /// Adds what the kind has beside time and app.
  func write(to fields: inout TraceFields) {
    switch self {
    case .userOpened, .userClosed, .userForceQuit, .fetchEligible, .fetchTimedOut, .unlocked,
      .audioStarted, .audioStopped:
      break
    case .startsAt(let time): fields.add("startsAtNs", time.nanoseconds)
    case .networkChanged(let network): fields.add("to", network.rawValue)
    case .powerChanged(let power):
      fields.add("level", power.level)
      fields.add("charging", power.isCharging)
      fields.add("lowPowerMode", power.isLowPowerMode)
    case .moved(let position), .locationTold(let position):
      fields.add("latitude", position.latitude)
      fields.add("longitude", position.longitude)
    case .accessoryHeard(let name): fields.add("accessory", name)
    case .stateChanged(let from, let to, let reason):
      fields.add("from", from.rawValue)
      fields.add("to", to.rawValue)
      fields.add("reason", reason)
    case .callback(let callback): fields.add("name", callback.name)
    case .logged(let message), .policySaid(let message): fields.add("message", message)
    case .exited(let reason, let code, let detail):
      fields.add("reason", reason.rawValue)
      fields.add("code", code)
      fields.add("detail", detail)
    case .taskBegan(let id, let name):
      fields.add("id", id)
      fields.add("name", name)
    case .taskEnded(let id), .taskExpired(let id): fields.add("id", id)
    case .granted(let time): fields.add("grantNs", time.nanoseconds)
    case .returned(let time): fields.add("returnNs", time.nanoseconds)
    case .refilled(let time): fields.add("addedNs", time.nanoseconds)
    case .fetchStarted(let launched): fields.add("launched", launched)
    case .workEligible(let kind): fields.add("work", kind.rawValue)
    case .workStarted(let kind, let launched):
      fields.add("work", kind.rawValue)
      fields.add("launched", launched)
    case .workEnded(let kind, let ending, let result, let took):
      fields.add("work", kind.rawValue)
      fields.add("ending", ending.rawValue)
      fields.add("result", result?.name)
      fields.add("tookNs", took.nanoseconds)
    case .fetchCompleted(let result, let took):
      fields.add("result", result.name)
      fields.add("tookNs", took.nanoseconds)
    case .bgTask(let record): record.write(to: &fields)
    case .pushArrived(let id), .pushDelivered(let id): fields.add("id", Int(id.number))
    case .pushDropped(let id, let loss):
      fields.add("id", Int(id.number))
      fields.add("reason", loss.rawValue)
    case .pushCompleted(let id, let result, let took):
      fields.add("id", Int(id.number))
      fields.add("result", result.name)
      fields.add("tookNs", took.nanoseconds)
    case .transfer(let record): record.write(to: &fields)
    case .requestStarted(let id, let url):
      fields.add("id", Int(id.number))
      fields.add("url", url)
    case .requestFinished(let id, let answer):
      fields.add("id", Int(id.number))
      fields.add("status", answer.statusCode ?? 0)
      fields.add("bytes", answer.bytes)
      fields.add("error", answer.error?.name)
    case .lockAcquired(let name), .lockReleased(let name):
      fields.add("name", name)
      fields.add("holder", nil as String?)
    case .lockRefused(let name, let holder):
      fields.add("name", name)
      fields.add("holder", holder)
    case .lockAwaited(let name, let holder):
      fields.add("name", name)
      fields.add("holder", holder)
    case .timeDecided, .reclaimDecided, .workDecided: writeDecision(to: &fields)
    case .policyFailed(let call, let message):
      fields.add("call", call.rawValue)
      fields.add("message", message)
    case .finding(let rule, let location, let message),
      .findingUndone(let rule, let location, let message):
      fields.add("rule", rule.rawValue)
      fields.add("file", location?.file)
      fields.add("line", location?.line ?? 0)
      fields.add("message", message)
    }
  }

  private func writeDecision(to fields: inout TraceFields) {
    switch self {
    case .timeDecided(let request, let granted, let isRefused):
      fields.add("call", PolicyCall.backgroundTime.rawValue)
      fields.add("occasion", request.occasion.rawValue)
      fields.add("allowanceNs", request.allowance.nanoseconds)
      fields.add("grantNs", granted.nanoseconds)
      if isRefused { fields.add("refused", [request.app.name]) }
    case .reclaimDecided(let expired, let holders, let refused):
      fields.add("call", PolicyCall.reclaim.rawValue)
      fields.add("chosen", expired)
      fields.add("candidates", holders)
      if !refused.isEmpty { fields.add("refused", refused) }
    case .workDecided(let started, let candidates, let reasons, let refused):
      fields.add("call", PolicyCall.fetches.rawValue)
      fields.add("chosen", started)
      fields.add("candidates", candidates.map(\.app.name))
      if candidates.contains(where: { $0.kind != .fetch }) {
        fields.add("kinds", candidates.map(\.kind.rawValue))
      }
      if !reasons.isEmpty { fields.add("reasons", reasons) }
      if !refused.isEmpty { fields.add("refused", refused) }
    default: break
    }
  }
}

/// The calls of the port `SchedulingPolicy`, as traces name them.
enum PolicyCall: String {
  case backgroundTime
  case fetches
  case reclaim
  case observe
}
