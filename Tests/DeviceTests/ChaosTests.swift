import Simulation
import TestSizes
import Testing

@testable import Device

@Suite("Random scenarios")
struct ChaosTests {
  @Test(
    "whatever apps, user, world and policy do, the device keeps its books and its rules",
    arguments: 0..<(FullSize.isWanted ? 8 : 4))
  func invariants(batch: Int) {
    for seed in batch * 10..<(batch + 1) * 10 {
      let phone = Chaos.phone(seed: UInt64(seed))
      for second in stride(from: 0.0, through: 900, by: 3.125) {
        phone.device.run(until: moment(second))
        let faults = Chaos.faults(of: phone.device)
        #expect(faults.isEmpty, "seed \(seed)")
        if !faults.isEmpty { break }
      }
      let result = phone.result
      let pool = result.device.pool
      #expect(pool.isBalanced)
      #expect(result.apps.reduce(TimeSpan.zero) { $0 + $1.paid } == pool.used, "seed \(seed)")
      let traced = phone.sink.records.reduce(Int(pool.initial.nanoseconds)) { left, record in
        func time(_ field: String) -> Int { record.fields[field] as? Int ?? 0 }
        switch record.kind {
        case "budget.grant": return left - time("grantNs")
        case "budget.return": return left + time("returnNs") - time("lostNs")
        case "budget.refill": return left + time("addedNs")
        default: return left
        }
      }
      #expect(traced == pool.available.nanoseconds, "the pool by the trace alone, seed \(seed)")
      for app in result.apps {
        let pushes = app.pushes
        let seen = pushes.delivered + pushes.replaced + pushes.dropped + pushes.held
        #expect(pushes.sent == seen, "pushes of \(app.name), seed \(seed)")
        let transfers = app.transfers
        let ended = transfers.answered + transfers.failed + transfers.cancelled
        #expect(
          transfers.begun == ended + transfers.underWay, "transfers of \(app.name), seed \(seed)")
        let requests = app.taskRequests
        let begun = app[.refresh].started + app[.processing].started
        let told =
          requests.refusedByReason.reduce(0, +) + requests.replaced + requests.cancelled
          + requests.revoked + requests.pending + begun
        #expect(requests.submitted == told, "requests of \(app.name), seed \(seed)")
      }
    }
  }

  @Test(
    "the same seed gives the same trace, another seed another",
    arguments: 0..<(FullSize.isWanted ? 8 : 4))
  func repeatable(seed: Int) {
    let first = Chaos.phone(seed: UInt64(seed))
    let again = Chaos.phone(seed: UInt64(seed))
    let other = Chaos.phone(seed: UInt64(seed) + 1_000)
    let fingerprint = first.run().fingerprint
    #expect(again.run().fingerprint == fingerprint)
    #expect(other.run().fingerprint != fingerprint)
  }

  @Test(
    "explaining every decision changes nothing, and leaves no app out",
    arguments: 0..<(FullSize.isWanted ? 8 : 4))
  func explained(seed: Int) {
    let plain = Chaos.phone(seed: UInt64(seed))
    let explained = Chaos.phone(seed: UInt64(seed))
    var reviews: [WorkReview] = []
    explained.explaining = { if case .fetches(let review) = $0 { reviews.append(review) } }
    #expect(explained.run().fingerprint == plain.run().fingerprint)
    for review in reviews {
      #expect(review.apps.map(\.app.name).sorted() == ["a", "b", "c", "d"], "seed \(seed)")
      #expect(!review.apps.contains { $0.outcome == .notEligible([]) }, "seed \(seed)")
    }
  }

  @Test("the chaos reaches every kind of event, exit and record that a device has")
  func coverage() {
    var kinds: Set<String> = []
    var exits: Set<String> = []
    var findings: Set<String> = []
    for seed in 0..<40 {
      let phone = Chaos.phone(seed: UInt64(seed))
      phone.run()
      for record in phone.sink.records {
        kinds.insert(record.kind)
        if record.kind == "app.exit" { exits.insert(record.string("reason")) }
        if record.kind == "finding" { findings.insert(record.string("rule")) }
      }
    }
    let expected: Set<ExitReason> = Set(ExitReason.allCases)
      .subtracting([
        .normal, .memoryLimit, .cpuLimit, .incomingCallNotReported, .thermalEvent,
      ])
    #expect(exits == Set(expected.map(\.rawValue)))
    #expect(kinds.count >= 22, "\(kinds.sorted())")
    #expect(kinds.subtracting(TraceKind.allCases.map(\.rawValue)).isEmpty, "\(kinds.sorted())")
    #expect(findings.count >= 12, "\(findings.sorted())")
  }
}
