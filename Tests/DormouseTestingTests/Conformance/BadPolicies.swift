import Device
import DormouseTesting
import Simulation
import Testing

@testable import Policies

/// A policy that does as `first-come` does, but for what it is told to do otherwise.
final class BadPolicy: SchedulingPolicy {
  let name = "bad"
  var grant: (BackgroundTimeRequest, DeviceSnapshot) -> TimeSpan = { $0.grant(from: $1.pool) }
  var choose: (WorkCandidates, Int, DeviceSnapshot) -> WorkDecision = {
    FirstCome().fetches($0, slots: $1, device: $2)
  }
  var expire: ([BackgroundHolder]) -> [AppID] = { _ in [] }
  var fault: () -> String? = { nil }

  init(_ change: (BadPolicy) -> Void) { change(self) }

  func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    grant(request, device)
  }

  func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    choose(candidates, slots, device)
  }

  func reclaim(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> [AppID] {
    expire(holders)
  }

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
    PolicyAnswer(value, fault: fault().map { PolicyFault($0) })
  }
}

let callsOfAllInstances = Locked(0)

/// A way to be bad, and the rule that must show it.
struct Badness: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rule: PolicyConformance.Rule
  let make: @Sendable () -> any SchedulingPolicy

  init(
    _ description: String, breaks rule: PolicyConformance.Rule,
    _ change: @escaping @Sendable (BadPolicy) -> Void
  ) {
    testDescription = description
    self.rule = rule
    make = { BadPolicy(change) }
  }

  static let all: [Badness] = [
    Badness("grants more than the pool has", breaks: .overdraws) {
      $0.grant = { request, _ in request.allowance }
    },
    Badness("grants more than the allowance", breaks: .overdraws) {
      $0.grant = { _, device in device.pool.available }
    },
    Badness("grants less than nothing", breaks: .overdraws) {
      $0.grant = { _, _ in .nanoseconds(-1) }
    },
    Badness("fills more slots than are free", breaks: .exceedsSlots) {
      $0.choose = { FirstCome().fetches($0, slots: $1 < .max ? $1 + 1 : $1, device: $2) }
    },
    Badness("picks an app that is no candidate", breaks: .picksIneligible) {
      $0.choose = { candidates, slots, device in
        WorkDecision(slots > 0 && candidates.count == 1 ? [AppID(device.appCount + 1)] : [])
      }
    },
    Badness("expires an app that holds nothing", breaks: .picksIneligible) {
      $0.expire = { _ in [AppID(500_000)] }
    },
    Badness("picks an app twice", breaks: .picksTwice) {
      $0.choose = { candidates, slots, device in
        let decision = FirstCome().fetches(candidates, slots: slots / 2, device: device)
        return WorkDecision(decision.chosen.prefix(1).flatMap { [$0, $0] })
      }
    },
    Badness("expires a holder twice", breaks: .picksTwice) {
      $0.expire = { holders in holders.prefix(1).flatMap { [$0.app.id, $0.app.id] } }
    },
    Badness("wants to be asked again at once", breaks: .asksAgainAtOnce) {
      $0.choose = { _, _, _ in WorkDecision(askAgainAfter: .zero) }
    },
    Badness("chooses at random", breaks: .differs) {
      $0.choose = { candidates, slots, device in
        .first(
          of: candidates, slots: slots, on: device, because: "a die fell so", order: .number("key")
        ) { _ in
          Int64.random(in: 0..<1_000)
        }
      }
    },
    Badness("grants at random", breaks: .differs) {
      $0.grant = { request, device in
        request.grant(from: device.pool) * Double.random(in: 0...1)
      }
    },
    Badness("knows what another instance was asked", breaks: .differs) {
      $0.grant = { request, device in
        let count = callsOfAllInstances.withLock { count in
          count += 1
          return count
        }
        return request.grant(from: device.pool) / (1 + count % 2)
      }
    },
    Badness("answers otherwise when it is to explain", breaks: .differs) {
      $0.choose = { candidates, slots, device in
        device.explains
          ? WorkDecision() : FirstCome().fetches(candidates, slots: slots, device: device)
      }
    },
    Badness("faults now and then", breaks: .faults) {
      var calls = 0
      $0.fault = {
        calls += 1
        return calls % 7 == 0 ? "policy.lua:3: attempt to index a nil value" : nil
      }
    },
    Badness("serves whoever came last", breaks: .starves) {
      $0.choose = { candidates, slots, device in
        .first(
          of: candidates, slots: slots, on: device, because: "newest", order: .number("key")
        ) {
          -candidates[$0].eligibleSince.nanoseconds
        }
      }
    },
    Badness("serves the first of the scenario", breaks: .starves) {
      $0.choose = { candidates, slots, device in
        .first(
          of: candidates, slots: slots, on: device, because: "first", order: .number("key")
        ) {
          Int64(candidates[$0].app.id.index)
        }
      }
    },
    Badness("serves who has used least, though it may use nothing", breaks: .starves) {
      $0.choose = { candidates, slots, device in
        .first(
          of: candidates, slots: slots, on: device, because: "least used", order: .number("key")
        ) {
          candidates[$0].app.used.nanoseconds
        }
      }
    },
    Badness("serves nobody", breaks: .starves) {
      $0.choose = { _, _, _ in WorkDecision() }
    },
  ]
}
