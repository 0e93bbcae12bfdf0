import Device
import Experiments
import Foundation
import Testing

/// What bounds every policy on the weekday, however scarce background time is.
@Suite("Bounds of the policies")
struct BoundsTests {
  @Test(
    "none is significantly fresher at an open than clairvoyant, and nothing uses no background energy"
  )
  func bounds() throws {
    let place = try Workplace()
    let policies = CommonRandomNumbersTests.policies.map { "\"\($0)\"" }.joined(separator: ", ")
    try place.write(
      """
      return experiment {
        scenario = "\(repositoryFile("scripts/scenarios/weekday.lua"))",
        parameters = { poolMinutes = { 0.6, 10 } },
        policies = { \(policies) }, baseline = "clairvoyant", replications = 5,
      }
      """, to: "bounds.lua")
    let outcome = try place.run("compare", "bounds.lua", "--quiet")
    try #require(outcome.status == 0, "\(outcome.errors)")

    let store = try Store(place.folder.appendingPathComponent("bounds.sqlite").path, access: .read)
    let experiment = try store.experiment()
    let fresh = try #require(Metrics.named("fresh at open"))
    let analysis = try ExperimentAnalysis(of: experiment, metrics: [fresh]) { metric in
      try store.values(of: metric.name, in: experiment, replications: 5)
    }
    #expect(analysis.sections.count == 2)
    for section in analysis.sections {
      for (policy, standing) in zip(experiment.policies, section.comparisons[0].standings) {
        #expect(
          standing.difference?.verdict != .better,
          "\(policy.label) is fresher at \(section.setting)")
      }
    }

    let idle = try #require(experiment.policies.firstIndex { $0.label == "nothing" })
    var energies: [Double?] = []
    try store.observations(of: "energy background") {
      if $0.policy == idle { energies.append($0.value) }
    }
    #expect(energies == Array(repeating: 0, count: 10))
  }
}
