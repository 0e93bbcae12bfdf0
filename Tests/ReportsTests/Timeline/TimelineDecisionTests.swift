import Device
import Simulation
import Testing

@testable import Reports

@Suite("TimelineDecision")
struct TimelineDecisionTests {
  private let decision =
    #"5 policy.decision - "call":"fetches","chosen":["b"],"candidates":["a","b"],"reasons":{"b":"waited"}"#

  @Test("a trace without explanations shows who was chosen and who was not")
  func plain() throws {
    let made = try timeline([decision, "6 user.open c"])
    let told = try #require(made.decisions.first)
    #expect(told.title == "b chosen")
    #expect(told.columns == ["outcome"])
    #expect(told.candidates.map { $0.cells(DayClock()) } == [["passed over"], ["chosen: waited"]])
    #expect(made.marks(of: 0, [.grant, .refusal]) == ["5 grant given a slot: waited"])
    #expect(made.apps.map(\.name) == ["b", "a", "c"])
    #expect(made.marks(of: 1, [.grant, .refusal]) == ["5 refusal passed over"])
  }

  @Test(
    "with explanations it has the scores, their terms and what was needed")
  func explained() throws {
    let made = try timeline([
      decision,
      #"5 policy.explanation - "call":"fetches","slots":1,"running":2,"poolNs":60000000000,"battery":0.5,"charging":false,"network":"wifi","measure":"wait","unit":"seconds","first":"highest""#,
      #"5 policy.explanation b "call":"fetches","outcome":"started","rank":1,"score":90.0,"terms":{"age":3}"#,
      #"5 policy.explanation a "call":"fetches","outcome":"passedOver","needs":"a network","untilNs":9000000000"#,
      #"5 policy.explanation c "call":"fetches","outcome":"notEligible","ineligible":["noInterval"]"#,
      #"6 policy.decision - "call":"fetches","chosen":[],"candidates":["a"]"#,
    ])
    #expect(made.decisions.map(\.title) == ["b chosen", "Nobody was chosen"])
    let told = made.decisions[0]
    #expect(told.columns == ["place", "wait", "age", "outcome"])
    #expect(
      told.candidates.map { $0.cells(DayClock()) } == [
        ["1", "1.5m", "3", "chosen: waited"], ["-", "-", "-", "passed over"],
      ])
    #expect(
      told.candidates[1].remedies.map { $0.text(DayClock()) } == [
        "a network; that is so from 00:00:09.000 on"
      ])
    #expect(
      told.facts.map { $0.value.text(DayClock()) } == [
        "1 free, 2 taken", "60.0 s", "50%, off the charger", "wifi",
      ])
    #expect(told.order?.text == "wait, the highest first")
  }

  @Test("work and tasks that begin by a decision know its number")
  func causes() throws {
    let made = try timeline([
      decision, #"5 fetch.start b "launched":false"#,
      #"8 policy.decision a "call":"backgroundTime","occasion":"begunInBackground","allowanceNs":30000000000,"grantNs":0"#,
      #"8 task.begin a "id":0,"name":"save""#,
      #"9 fetch.start a "launched":false"#,
    ])
    let spans = made.apps.flatMap(\.spans)
    #expect(spans.map(\.decision) == [0, nil])
    #expect(made.decisions[1].title == "a was given no background time")
    #expect(
      made.marks(of: 1, [.refusal]) == [
        "5 refusal passed over", "8 refusal 0.0 s of 30.0 s of background time",
        "8 refusal background task refused: save",
      ])
    #expect(made.totals(of: 1).tasksRefused == 1)
  }

  @Test("a device that explains itself gives the verdict and what would have had to differ")
  func device() throws {
    guard case .fetches(let review) = SampleDecisions.fetches(at: 60),
      case .backgroundTime(let grant) = SampleDecisions.grant(at: 60, answer: 0, granted: 0)
    else { return }
    let told = TimelineDecision(review)
    #expect(told.title == "mail chosen for 1 free slot")
    #expect(told.columns == ["place", "waiting", "outcome"])
    #expect(
      told.candidates.map { $0.cells(DayClock()) } == [
        ["1", "50.0s", "chosen"], ["2", "40.0s", "passed over"],
      ])
    #expect(told.candidates[1].verdict == "was given no slot: another was put before it")
    #expect(told.candidates[0].remedies.map { $0.text(DayClock()) } == ["news"])
    #expect(
      told.candidates[1].remedies.map { $0.text(DayClock()) } == [
        "1 more free slot: it was number 2, and 1 was free"
      ])
    #expect(told.facts.map(\.name) == ["slots", "pool", "battery", "network"])
    let time = TimelineDecision(grant)
    #expect(time.title == "news was given no background time")
    #expect(!time.candidates[0].isChosen)
    #expect(
      time.candidates[0].remedies.map { $0.text(DayClock()) }
        == ["another answer of the policy, which kept 100.0 s in the pool"])
  }

  @Test("of a crowd the first are shown, all who were chosen, and how many more there were")
  func crowd() {
    let crowd = (0..<60).map { index in
      SampleDecisions.standing(
        SampleDecisions.app(index % 3, waitingSince: 10), index == 50 ? .started : .passedOver,
        rank: index + 1)
    }
    guard case .fetches(let review) = SampleDecisions.fetches(at: 60, crowd) else { return }
    let told = TimelineDecision(review)
    #expect(told.candidates.count == TimelineDecision.most + 1)
    #expect(told.candidates.last?.isChosen == true)
    #expect(told.others == 60 - TimelineDecision.most - 1)
  }
}
