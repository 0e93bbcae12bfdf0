import Simulation
import Testing

@testable import Device

@Suite("Why decisions come out as they do")
struct ExplanationTests {
  /// Runs a phone with and without explanations; the explanations.
  private func explained(_ phone: Phone) -> [DecisionExplanation] {
    var told: [DecisionExplanation] = []
    phone.explaining = { told.append($0) }
    phone.run()
    return told
  }

  private func reviews(_ phone: Phone) -> [WorkReview] {
    explained(phone).compactMap { if case .fetches(let review) = $0 { review } else { nil } }
  }

  /// "a", "b" and "c" ask for fetches when they are opened at 0, and are left.
  private func fetchers(_ names: String...) -> Phone {
    let phone = Phone("a", "b", "c", seconds: 4_000, modes: [.fetch])
    for name in names {
      phone.on("didFinishLaunching", of: name, [.fetchEvery(0)])
      phone.on("performFetch", of: name, [.complete(.newData)])
      phone.opens(name, at: 0)
    }
    phone.closes(at: 10)
    return phone
  }

  @Test("every app is in a review: started, passed over, or no candidate, with its reason")
  func outcomes() throws {
    let phone = fetchers("a", "b")
    phone.policy.choose = { candidates, _, _ in
      WorkDecision([candidates[0].app.id], reasons: [(candidates[0].app.id, "because")])
    }
    let review = try #require(reviews(phone).first { $0.apps[1].outcome == .passedOver })
    #expect(review.apps.map(\.app.name) == ["a", "b", "c"])
    #expect(review.apps[0].outcome == .started)
    #expect(review.apps[0].reason == "because")
    #expect(review.apps.map(\.rank) == [1, nil, nil])
    #expect(review.apps[2].outcome == .notEligible([.noInterval]))
    #expect(review.room.free == 3)
  }

  @Test("a review without a slot to give is told, though the policy is not asked")
  func noSlot() throws {
    let phone = fetchers("a", "b")
    phone.scenario.device.fetchSlots.starts = 1
    let review = try #require(reviews(phone).first { $0.room.free == 0 })
    #expect(review.room.startsInWindow == 1)
    #expect(review.room.windowOpens != nil)
    #expect(review.apps.first?.outcome == .noSlot)
    #expect(phone.policy.reviews.allSatisfy { $0.explains })
  }

  @Test("a score in the trace has its terms, sums and threshold, and which of them are assumed")
  func scores() throws {
    let phone = fetchers("a")
    phone.policy.choose = { candidates, _, _ in
      let table = ScoreTable(
        terms: [
          .init("Battery", weight: 1, .logged, score: 0.75, .logged),
          .init("Application", weight: 3, .assumed, score: 0.25, .assumed),
        ], threshold: 0.5, .assumed)
      var decision = WorkDecision()
      decision.explanation = WorkExplanation(candidates: [
        CandidateExplanation(app: candidates[0].app.id, score: table.score, table: table)
      ])
      return decision
    }
    let sink = RecordSink()
    let trace = Trace(sink: sink)
    trace.annotate(try #require(explained(phone).last))
    trace.finish()
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(
      text.contains(
        #""score":0.375,"weights":{"Battery":1.0,"Application":3.0},"#
          + #""scores":{"Battery":0.75,"Application":0.25},"sum":1.5,"denominator":4.0,"#
          + #""threshold":0.5,"assumed":["Application weight","Application score","threshold"]"#))
  }

  @Test("a grant is told with the request, the answer and what was given")
  func grant() throws {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t")])
    phone.policy.grant = { _, _ in .seconds(4_000) }
    guard case .backgroundTime(let grant)? = explained(phone).first else {
      Issue.record("no grant is told")
      return
    }
    #expect(grant.answer == .seconds(4_000))
    #expect(grant.granted == .zero)
    #expect(grant.request.app.name == "a")
    let sink = RecordSink()
    let trace = Trace(sink: sink)
    trace.annotate(.backgroundTime(grant))
    trace.finish()
    let record = try #require(sink.records.first)
    #expect(record.kind == "policy.explanation" && record.app == "a" && record.seconds == 10)
    #expect(record.string("call") == "backgroundTime")
    let times = ["allowanceNs", "answerNs", "grantNs", "poolNs"].map { record.number($0) / 1e9 }
    #expect(times == [30, 4_000, 0, 600])
  }

  @Test("a fault of the policy is told")
  func fault() throws {
    let phone = fetchers("a")
    phone.policy.choose = { [policy = phone.policy] _, _, _ in
      policy.fault = PolicyFault("broken")
      return WorkDecision()
    }
    #expect(try #require(reviews(phone).last).fault == "broken")
  }

  @Test("an app is no candidate for every reason there is, and none when it waits")
  func ineligibility() {
    let phone = fetchers("a")
    phone.scenario.device.fetchSlots.concurrent = 0
    phone.device.run(until: moment(100))
    let due = moment(900)
    #expect(
      phone.device.standing(of: phone.id("a")).nearest?.ineligibility
        == [.intervalNotElapsed(until: due)])
    phone.device.run(until: moment(2_000))
    let standing = phone.device.standing(of: phone.id("a"))
    #expect(standing.waits)
    #expect(standing.app.waitingSince == due)
    #expect(standing.nearest?.room.free == 0)
  }
}
