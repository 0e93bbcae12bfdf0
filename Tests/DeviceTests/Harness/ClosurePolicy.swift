import Device
import Simulation

/// A policy made of closures; by default it gives whatever it may.
final class ClosurePolicy: SchedulingPolicy {
  let name = "closure"
  var looksAhead = false
  var asksAtOpens = false
  var grant: (BackgroundTimeRequest, DeviceSnapshot) -> TimeSpan = { request, device in
    min(request.allowance, device.pool.available)
  }
  var choose: (WorkCandidates, Int, DeviceSnapshot) -> WorkDecision = { candidates, slots, _ in
    WorkDecision(candidates.prefix(slots).map { $0.app.id })
  }
  var expireEarly: ([BackgroundHolder], DeviceSnapshot) -> [AppID] = { _, _ in [] }
  /// What goes wrong in the present call.
  var fault: PolicyFault?
  private(set) var outcomes: [PolicyOutcome] = []
  /// Who asked when holders could be expired early.
  private(set) var reclaimers: [AppID] = []
  private(set) var requests: [BackgroundTimeRequest] = []
  private(set) var reviews: [DeviceSnapshot] = []
  private(set) var candidates: [WorkCandidates] = []

  func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    requests.append(request)
    return grant(request, device)
  }

  func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    reviews.append(device)
    self.candidates.append(candidates)
    return choose(candidates, slots, device)
  }

  func reclaim(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> [AppID] {
    reclaimers.append(request.app.id)
    return expireEarly(holders, device)
  }

  func observe(_ outcome: PolicyOutcome) { outcomes.append(outcome) }

  func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision> {
    answered(GrantDecision(backgroundTime(request, device: device)))
  }

  func answer(
    _ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot
  ) -> PolicyAnswer<WorkDecision> {
    answered(fetches(candidates, slots: slots, device: device))
  }

  func answer(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<[AppID]> {
    answered(reclaim(holders, for: request, device: device))
  }

  func answer(_ outcome: PolicyOutcome) -> PolicyAnswer<Void> { answered(observe(outcome)) }

  private func answered<Value>(_ value: Value) -> PolicyAnswer<Value> {
    defer { fault = nil }
    return PolicyAnswer(value, fault: fault)
  }
}
