import Runs
import Scripting
import Simulation

/// The digest of an experiment's worlds: scenarios, apps, data, and the simulator itself.
struct WorldDigest {
  let text: String
  /// The names of the files.
  let names: Set<String>

  /// Creates the digest; to be called when all worlds have been loaded, and no policy.
  init(_ loaded: LoadedExperiment, _ paths: SourcePath, _ build: Build) {
    let others = Set(
      loaded.policies.map { $0.file ?? $0.source }
        + (loaded.scenarioPath == nil ? [] : [loaded.path]))
    let inputs = loaded.files.inputs.filter { !others.contains($0.path) }
      .map { (name: paths.name(of: $0.path), digest: $0.digest.description) }
      .sorted { $0.name < $1.name }
    names = Set(inputs.map(\.name))
    text = WorldDigest.joined([build.identity] + inputs.flatMap { [$0.name, $0.digest] })
  }

  /// Returns the joined strings; lengths keep apart what would else be equal.
  static func joined(_ parts: [String]) -> String {
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return Fingerprint(of: Array(text.utf8)).description
  }
}
