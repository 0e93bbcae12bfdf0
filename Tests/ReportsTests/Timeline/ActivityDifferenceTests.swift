import Simulation
import Testing

@testable import Reports

@Suite("ActivityDifference")
struct ActivityDifferenceTests {
  /// When an app of two traces of 100 s does not do the same, in seconds.
  private func spans(
    _ first: [String], _ second: [String], areOfTwoSystems: Bool = false
  ) throws -> [[Double]] {
    let lanes = try [first, second].map { try timeline($0, end: 100).apps[0] }
    let end = Instant.start + .seconds(100)
    return ActivityDifference(
      first: lanes[0], second: lanes[1], areOfTwoSystems: areOfTwoSystems
    ).spans(upTo: end).map { [($0.from - .start).seconds, ($0.to - .start).seconds] }
  }

  private func state(_ at: Double, _ to: String, because reason: String = "user") -> String {
    #"\#(at) app.state a "to":"\#(to)","reason":"\#(reason)""#
  }

  @Test("equal runs do not differ, whatever reasons the changes have")
  func equal() throws {
    let lines = [state(10, "active"), state(20, "suspended")]
    #expect(try spans(lines, lines) == [])
    #expect(try spans(lines, [state(10, "active", because: "test"), lines[1]]) == [])
  }

  @Test("a change that comes later is a difference as long as it is late")
  func later() throws {
    let first = [state(10, "active"), state(20, "suspended")]
    #expect(try spans(first, [state(10, "active"), state(35.5, "suspended")]) == [[20, 35.5]])
    #expect(try spans(first, [state(12, "active"), state(20, "suspended")]) == [[10, 12]])
  }

  @Test("what differs in several ways without a break is one difference")
  func joined() throws {
    let first = [state(10, "active"), state(20, "suspended"), state(30, "active")]
    let second = [state(15, "active"), state(20, "active"), state(25, "suspended")]
    #expect(try spans(first, second) == [[10, 15], [20, 25], [30, 100]])
    #expect(try spans([state(10, "active")], [state(40, "suspended")]) == [[10, 100]])
  }

  @Test("on two systems a fetch is the like of other work")
  func twoSystems() throws {
    let woken = state(10, "background")
    let fetch = [woken, #"10 fetch.start a "launched":false"#, state(20, "suspended")]
    let job = [woken, #"10 work.start a "work":"job","launched":false"#, state(25, "suspended")]
    #expect(try spans(fetch, job) == [[10, 25]])
    #expect(try spans(fetch, job, areOfTwoSystems: true) == [[20, 25]])
  }
}
