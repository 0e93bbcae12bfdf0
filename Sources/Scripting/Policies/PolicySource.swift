import Device

/// Makes policies from what `--policy` or a scenario says: the path of a Lua file, or a name.
public struct PolicySource: Sendable {
  private let files: any ScriptFiles
  private let luaPath: [String]
  private let catalogue: @Sendable (String) throws -> any SchedulingPolicy

  /// - Parameters:
  ///   - luaPath: folders in which the scripts' `require` looks after their own.
  ///   - catalogue: makes the policy of a name, or throws what is wrong with it.
  public init(
    files: any ScriptFiles, luaPath: [String] = [],
    catalogue: @escaping @Sendable (String) throws -> any SchedulingPolicy
  ) {
    self.files = files
    self.luaPath = luaPath
    self.catalogue = catalogue
  }

  /// A new policy, for one run of a scenario with these apps under this seed.
  ///
  /// - Parameters:
  ///   - text: a path that ends in `.lua`, perhaps with what is set behind it, `a.lua{name=value}`;
  ///     or what the catalogue knows.
  public func policy(
    _ text: String, seed: UInt64, apps: [String]
  ) throws(ScriptError) -> any SchedulingPolicy {
    let written = PolicyText(text)
    if written.isFile {
      return try ScriptedPolicy.load(
        written.subject, settings: try written.settings, seed: seed, apps: apps, files: files,
        luaPath: luaPath)
    }
    do {
      return try catalogue(text)
    } catch {
      throw ScriptError(at: nil, "\(error)")
    }
  }

  /// The same for one run of a scenario under its seed.
  public func policy(
    _ text: String, for scenario: Scenario
  ) throws(ScriptError) -> any SchedulingPolicy {
    try policy(text, seed: scenario.seed, apps: scenario.apps.map(\.name))
  }

  /// The policy that a scenario names, for one run of it. Where nothing else is known to be wrong
  /// with it, an error shows the line that names it.
  public func policy(for loaded: LoadedScenario) throws(ScriptError) -> any SchedulingPolicy {
    do throws(ScriptError) {
      return try policy(loaded.policy, for: loaded.scenario)
    } catch {
      throw ScriptError(
        error.problems.map { $0.told(at: $0.location ?? loaded.policyLocation) })
    }
  }
}
