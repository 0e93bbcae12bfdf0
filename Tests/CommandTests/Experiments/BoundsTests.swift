import Device
import Experiments
import Foundation
import TestSizes
import Testing

/// What bounds every policy on the weekday, however scarce background time is.
@Suite("Bounds of the policies")
struct BoundsTests {
  @Test("none is fresher at an open than the bound, and nothing uses no background energy")
  func bounds() throws {
    let replications = FullSize.isWanted ? 5 : 2
    let place = try Workplace()
    let policies = CommonRandomNumbersTests.policies.map { "\"\($0)\"" }.joined(separator: ", ")
    try place.write(
      """
      return experiment {
        scenario = "\(repositoryFile("scripts/scenarios/weekday.lua"))",
        parameters = { poolMinutes = { 0.6, 10 } },
        policies = { \(policies) }, baseline = "far-sighted", replications = \(replications),
      }
      """, to: "bounds.lua")
    let outcome = try place.run("compare", "bounds.lua", "--quiet")
    try #require(outcome.status == 0, "\(outcome.errors)")

    let store = try Store(place.folder.appendingPathComponent("bounds.sqlite").path, access: .read)
    let experiment = try store.experiment()
    var runs = 0
    try store.observations(of: "fresh at open regret") {
      runs += 1
      let regret = $0.value ?? -1
      #expect(regret >= 0, "\(experiment.policies[$0.policy].label) is fresher than any can be")
    }
    #expect(runs == 2 * replications * experiment.policies.count)
    try store.observations(of: "fresh at open bound gap") { #expect($0.value == 0) }

    let idle = try #require(experiment.policies.firstIndex { $0.label == "nothing" })
    var energies: [Double?] = []
    try store.observations(of: "energy background") {
      if $0.policy == idle { energies.append($0.value) }
    }
    #expect(energies == Array(repeating: 0, count: 2 * replications))
  }
}
