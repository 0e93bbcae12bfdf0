import Foundation
import Simulation
import Testing

@testable import Device

@Suite("Quotas of jobs, held against the values of AOSP's QuotaControllerTest")
struct JobQuotaFactsTests {
  private static func facts() throws -> JobQuotaFacts {
    var root = URL(filePath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let file = root.appending(path: "scripts/studies/aosp-quota.txt")
    return try JobQuotaFacts(String(contentsOf: file, encoding: .utf8))
  }

  @Test("each value that can be expressed holds")
  func held() throws {
    let facts = try JobQuotaFactsTests.facts()
    #expect(facts.broken == [])
    #expect(facts.held == 1289)
    #expect(facts.tests.count == 114)
    #expect(Set(facts.tests).count == 114)
  }

  @Test("the others are counted, with the reason")
  func omitted() throws {
    var counts: [String: Int] = [:]
    for omission in try JobQuotaFactsTests.facts().omissions {
      let reason = omission.reason.split(separator: ":")[0]
      counts[String(reason), default: 0] += omission.count
    }
    #expect(
      counts == [
        "until when a figure that AOSP keeps stays valid": 87,
        "the longest run of a single job by priority, on the charger and in front": 47,
        "the number of jobs of which AOSP's scheduler is told that something changed": 23,
        "apps that are excepted from a change of the system": 18,
        "the least time between AOSP's alarms, and quotas of installers": 16,
        "apps that are removed from the device": 9,
        "several users of a device": 8,
        "AOSP takes the start of the device for the edge of the window, from which sessions leave"
          + " at once": 7,
        "an alarm that is set already is not set again": 5,
        "one counter of AOSP's for each bucket": 4,
        "AOSP's alarm for cleaning up": 3,
        "user-initiated jobs": 2,
      ])
  }

  @Test("a number that is changed breaks facts")
  func broken() throws {
    let text = """
      test one
      set workingSet.time 9m
      ran -1h 9m 1
      left workingSet is 1m
      returns workingSet is +1h30s
      """
    let facts = try JobQuotaFacts(text)
    #expect(facts.held == 1)
    #expect(facts.broken == ["one: left workingSet is 1m; it is 0"])
    #expect(throws: JobQuotaFacts.Mistake.self) { try JobQuotaFacts("test one\nfrobnicate 3") }
  }
}
