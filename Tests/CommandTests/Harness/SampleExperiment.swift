import Device
import Experiments
import Foundation

extension SampleScripts {
  /// Three policies, two settings, three replications of `hour.lua`.
  static let experiment = """
    return experiment {
      title = "Two apps compared", scenario = "hour.lua",
      parameters = { poolMinutes = { 0, 10 } },
      policies = { "first-come", "half.lua", "nothing" },
      replications = 3,
      metrics = { "background seconds used", "tasks expired" },
    }
    """

  static let half = """
    return policy { name = "half", backgroundTime = function() return 15 end }
    """
}

extension Workplace {
  /// With `two.lua`, an experiment of 18 runs, and what it needs.
  static func withExperiment() throws -> Workplace {
    let place = try withScripts()
    try place.write(SampleScripts.half, to: "half.lua")
    try place.write(SampleScripts.experiment, to: "two.lua")
    return place
  }

  /// Writes an experiment that differs from the sample.
  func writeExperiment(_ changes: [(String, String)], to name: String = "two.lua") throws {
    var text = SampleScripts.experiment
    for (old, new) in changes { text = text.replacingOccurrences(of: old, with: new) }
    try write(text, to: name)
  }

  /// Everything that the runs of a store's plan came to, to the last bit, a line each; real time is
  /// no part of it.
  func results(of name: String) throws -> [String] {
    let store = try Store(folder.appendingPathComponent(name).path, access: .read)
    let experiment = try store.experiment()
    var lines = try store.keysOfDoneRuns().map(\.description).sorted()
    func line(_ what: String, _ observation: Observation) -> String {
      let setting = experiment.settings[observation.setting]
      let policy = experiment.policies[observation.policy].label
      let bits = observation.value.map { String($0.bitPattern, radix: 16) } ?? "none"
      return "\(setting), \(policy), \(observation.seed), \(what): \(bits)"
    }
    for metric in Metrics.all {
      try store.observations(of: metric.name) { lines.append(line(metric.name, $0)) }
    }
    var ofApps: [(app: Int, what: String, Observation)] = []
    let names = try store.apps()
    try store.observations(ofEachApp: Metrics.ofApps.map(\.name)) {
      ofApps.append(($1, Metrics.ofApps[$0].name, $2))
    }
    lines += ofApps.map { line("\(names[$0.app]?.name ?? ""), \($0.what)", $0.2) }.sorted()
    lines += try store.findings().map { "\($0)" } + store.exits().map { "\($0)" }
    return lines
  }
}
