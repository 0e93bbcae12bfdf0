import Device
import Lua
import Simulation

/// An app that is tried without anybody's tests: it is opened, left, fetched, launched for its
/// tasks and pushed to, once as it is and once under each adversity, alone on a phone.
///
/// It finds the mistakes that the device reports, as in any run; finding none proves nothing. Its
/// outcome is the same each time.
public struct DryRun: Sendable {
  /// Something that came to light.
  public struct Sight: Sendable, Equatable {
    public enum What: Sendable, Equatable {
      case finding(FindingRule, SourceLocation?, message: String)
      /// The end of a process that neither the user nor the system nor the phone has brought about.
      case exit(ExitReason)
    }
    public let what: What
    /// Under which it came first.
    public let adversity: FaultCondition
  }

  /// An app that a scenario declares, or a script alone.
  private let scenario: Scenario
  private let scripts: AppScripts
  private let ignored: Set<FindingRule>

  /// Rules about declarations, which are found by reading or by a whole run.
  private static let ofDeclarations: Set<FindingRule> = [
    .methodMisspelt, .modeWithoutMethod, .methodWithoutMode, .modeUnused, .pushesTooOften,
  ]
  /// Rules that cannot be judged where nothing is declared.
  private static let ofUndeclared: Set<FindingRule> = [
    .hostWithoutServer, .identifierNotPermitted, .identifierNeverRegistered, .useWithoutMode,
  ]
  /// A trial ends after so many events, as of an app that plays on and sets a timer of 1 ms.
  static let mostEvents = 50_000
  static let duration = TimeSpan.days(4)
  /// Lua costs so many times as much processor time as it is declared to, so that an app without
  /// end meets its limit soon; `work` costs what it says.
  private static let slowness = 10

  /// Prepares a script alone, on a phone with the newest system: modes, identifiers and servers are
  /// those that its source makes likely.
  ///
  /// - Throws: why the script cannot be used.
  public init(
    app path: String, files: any ScriptFiles, luaPath: [String] = []
  ) throws(ScriptError) {
    let source = try AppScript(path, displayName: path, files: files).source
    let assumed = AssumedApp(source)
    scenario = Scenario(
      duration: DryRun.duration, startsAt: .hours(8), device: DeviceConfiguration(),
      apps: [
        AppConfiguration(
          name: ScriptPath.stem(of: path), modes: assumed.modes,
          permittedIdentifiers: assumed.identifiers)
      ],
      servers: assumed.hosts.map {
        ServerConfiguration(host: $0, publication: .every(.minutes(10)))
      })
    let folder = ScriptPath.folder(of: path)
    scripts = try AppScripts(
      [DryRun.slow(AppScriptReference(path: path))], files: files,
      modules: ModuleSearch(files: files, folders: [folder.isEmpty ? "." : folder] + luaPath))
    ignored = DryRun.ofDeclarations.union(DryRun.ofUndeclared)
  }

  /// Prepares an app of a scenario, on its phone and with its servers and its extension, but else
  /// alone.
  ///
  /// - Parameters:
  ///   - index: its position.
  /// - Throws: why its script cannot be used.
  public init(
    app index: Int, of loaded: LoadedScenario, files: any ScriptFiles
  ) throws(ScriptError) {
    let whole = loaded.scenario
    let members = [index] + whole.apps.indices.filter { whole.apps[$0].serves == AppID(index) }
    var scenario = Scenario(
      duration: DryRun.duration, startsAt: whole.startsAt, seed: whole.seed, device: whole.device,
      apps: members.map { whole.apps[$0] }, servers: whole.servers)
    for position in scenario.apps.indices.dropFirst() { scenario.apps[position].serves = AppID(0) }
    scenario.locations = whole.locations
    scenario.accessories = whole.accessories
    scenario.pushes = whole.pushes.filter { Int($0.app.index) == index }
    self.scenario = scenario
    scripts = try AppScripts(
      members.map { DryRun.slow(loaded.appScripts[$0]) }, files: files,
      modules: ModuleSearch(files: files, folders: loaded.luaPath))
    ignored = DryRun.ofDeclarations
  }

  /// The same script, on a slow processor; findings name its file as the user would.
  private static func slow(_ reference: AppScriptReference) -> AppScriptReference {
    var reference = reference
    reference.displayName = reference.path
    reference.cpuNanosecondsPerTick *= slowness
    return reference
  }

  /// Tries the app; what came to light, in the order in which it did, each once. O(what the app
  /// does).
  ///
  /// Where its first launch is its end, nothing else is tried, nor where it ends by a limit though
  /// nothing goes against it: every other trial would flood or loop alike.
  ///
  /// - Throws: why a trial could not go on.
  public func sights() throws(ScriptError) -> [Sight] {
    var sights: [Sight] = []
    for adversity in FaultCondition.allCases {
      let trial = Trial(scenario, scripts, adversity)
      trial.run()
      if let breakdown = trial.breakdown {
        throw ScriptError(at: nil, breakdown.description, cause: breakdown.cause)
      }
      for what in trial.seen(but: ignored)
      where !sights.contains(where: { $0.what.isSame(as: what) }) {
        sights.append(Sight(what: what, adversity: adversity))
      }
      if trial.endedAtLaunch || trial.isWithoutEnd { break }
    }
    return sights
  }
}

extension DryRun.Sight.What {
  /// The same mistake at the same line, whatever its words.
  public func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.finding(let rule, let location, _), .finding(let otherRule, let otherLocation, _)):
      rule == otherRule && location == otherLocation
    case (.exit(let reason), .exit(let other)): reason == other
    default: false
    }
  }
}
