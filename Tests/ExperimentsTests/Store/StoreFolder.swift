import Foundation

@testable import Experiments

/// A folder of its own for a test's stores; goes with it.
final class StoreFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("dormouse-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: file(name))) }

  func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(filePath: file(name)))
  }

  func allow(_ mode: Int, on path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// What is in it, in order.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// A store in which an experiment has begun.
  func store(
    _ experiment: Experiment, _ name: String = "runs.db", shard: Shard? = nil,
    version: String = "0.1.0"
  ) throws -> Store {
    let store = try Store(file(name), access: .write)
    var provenance = Provenance.sample
    provenance.version = version
    try store.begin(experiment, digest: "plan", provenance: provenance, shard: shard)
    return store
  }
}

extension Provenance {
  static let sample = Provenance(
    version: "0.1.0", commit: "abc", toolchain: "Swift 6.3", lua: "5.4.4", platform: "Linux",
    command: "dormouse compare x.lua")
}

extension Experiment {
  /// Two settings, two policies.
  static func sample(replications: Int = 3, firstSeed: UInt64 = 1) -> Experiment {
    Experiment(
      title: "Pools", settings: [Setting([.init("pool", "10")]), Setting([.init("pool", "5")])],
      policies: [PolicyChoice("b"), PolicyChoice("a", source: "a{x=1}")],
      replications: replications, firstSeed: firstSeed)
  }
}

/// What a store knows of a metric.
func observations(_ metric: String, in store: Store) throws -> [Observation] {
  var all: [Observation] = []
  try store.observations(of: metric) { all.append($0) }
  return all
}
