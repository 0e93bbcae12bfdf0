import Device
import Simulation
import Testing

@testable import Reports

private typealias Sample = SampleDecisions

@Suite("Which decision answers for a moment")
struct DecisionHistoryTests {
  private func history(
    at seconds: Double, lasting length: Double = 0.9, _ decisions: [DecisionExplanation]
  ) -> DecisionHistory {
    let moment = Instant.start + .seconds(seconds)
    var history = DecisionHistory(of: AppID(1), around: moment...moment + .seconds(length))
    for decision in decisions { history.add(decision) }
    return history
  }

  private let waiting = Sample.standing(of: Sample.app(1, waitingSince: 20), at: 50)

  @Test("the last of the moment for which the policy was asked, before one without a slot")
  func asked() {
    let busy = Sample.fetches(at: 50.5, [Sample.standing(Sample.app(1, waitingSince: 20), .noSlot)])
    let found = history(at: 50, [Sample.fetches(at: 50), busy]).decision(explaining: waiting)
    #expect(found?.device.now == .start + .seconds(50))
    let alone = history(at: 50, [busy]).decision(explaining: waiting)
    #expect(alone?.device.now == .start + .seconds(50.5))
  }

  @Test("else the one by which it still waits, or still has what it was given")
  func stands() {
    let gift = Sample.grant(at: 10, answer: 30, granted: 30)
    let review = Sample.fetches(at: 40)
    let decisions = [gift, review, Sample.fetches(at: 70)]
    #expect(
      history(at: 50, decisions).decision(explaining: waiting)?.device.now == .start + .seconds(40))
    let holding = Sample.standing(
      of: Sample.app(1), at: 50, [.fetching(since: .start)], reservedUntil: 60)
    #expect(
      history(at: 50, decisions).decision(explaining: holding)?.device.now == .start + .seconds(10))
    let idle = Sample.standing(of: Sample.app(1), at: 50, [.noInterval])
    #expect(history(at: 50, decisions).decision(explaining: idle) == nil)
  }

  @Test("what is of other apps only, or finds it no candidate, is none of its decisions")
  func others() {
    let strange = Sample.fetches(at: 50, [Sample.standing(Sample.app(0), .started, rank: 1)])
    let ineligible = Sample.fetches(
      at: 50, [Sample.standing(Sample.app(1), .notEligible([.inForeground]))])
    let found = history(at: 50, [strange, ineligible])
    #expect(found.before.isEmpty)
    #expect(found.decision(explaining: waiting) == nil)
    #expect(found.neighbours(of: nil).isEmpty)
  }

  @Test(
    "neighbours are the last and the next, and those that gave it something, once each, in order")
  func neighbours() {
    let times = [5.0, 15, 25, 35, 45, 55, 65]
    let decisions = times.map { time in
      time == 5 || time == 65
        ? Sample.grant(at: time, answer: 30, granted: 30) : Sample.fetches(at: time)
    }
    let history = history(at: 46, decisions)
    let found = history.neighbours(of: history.decision(explaining: waiting)).map(\.device.now)
    #expect(found == [5.0, 25, 35, 45, 55, 65].map { .start + .seconds($0) })
    #expect(history.isComplete)
    #expect(!self.history(at: 46, Array(decisions.dropLast())).isComplete)
  }
}
