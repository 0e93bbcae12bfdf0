import Device
import Lua
import Simulation

/// An app that is tried without anybody's tests: it is opened, left, fetched, launched for its
/// tasks, pushed to, told of places and of accessories' values, once as it is and once under each
/// adverse condition and each pair of them, alone on a phone.
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
      /// The failure of a test.
      case failure(SourceLocation?, message: String)
    }
    public let what: What
    /// The end of the process that it led to; nil: the app lived on.
    public let exit: ExitReason?
    /// Under which it came first; empty: in a run of the scenario to its end.
    public let conditions: [FaultCondition]

    public init(_ what: What, exit: ExitReason? = nil, conditions: [FaultCondition]) {
      self.what = what
      self.exit = exit
      self.conditions = conditions
    }

    /// How grave it is; an end that no finding explains is a fault.
    public var kind: FindingRule.Kind {
      switch what {
      case .finding(let rule, _, _): rule.kind
      case .exit, .failure: .fault
      }
    }

    /// The words on the circumstances.
    public var phrase: String {
      conditions.isEmpty
        ? "in a run of the scenario" : conditions.map(\.phrase).joined(separator: ", and ")
    }
  }

  /// What trials have come to.
  public struct Outcome: Sendable {
    /// What came to light, in the order in which it did, each once.
    public var sights: [Sight] = []
    /// What is told of the first trial that could not wait for all that comes; nil: all did.
    public var cut: Cut?
  }

  /// A step of a trial that was left early, for so much happened in it.
  public struct Cut: Sendable, Equatable {
    public let message: String
    public let conditions: [FaultCondition]

    /// The words on the circumstances.
    public var phrase: String { conditions.map(\.phrase).joined(separator: ", and ") }
  }

  /// An app that a scenario declares, or a script alone.
  let scenario: Scenario
  public let scripts: AppScripts
  let ignored: Set<FindingRule>
  /// The clock of its phone.
  package var clock: DayClock { DayClock(startsAt: scenario.startsAt) }
  /// The version of the system that the app is tried on.
  public var platform: Platform { scenario.device.platform }
  /// What its text makes likely of it.
  let assumed: AssumedApp

  /// Rules about declarations, which are found by reading or by a whole run.
  private static func ofDeclarations(on family: SystemFamily) -> Set<FindingRule> {
    let rules: Set<FindingRule> = [.methodWithoutMode, .modeUnused, .pushesTooOften]
    // On Android it is about alarms, which are set and not declared.
    return family == .android ? rules : rules.union([.modeWithoutMethod])
  }
  /// Rules that cannot be judged where nothing is declared.
  private static let ofUndeclared: Set<FindingRule> = [
    .hostWithoutServer, .identifierNotPermitted, .identifierNeverRegistered, .useWithoutMode,
  ]
  /// The events of a trial after which each further step of it is left early, as of an app that plays
  /// on and sets a timer of 1 ms: once so many more have happened in the step.
  static let mostEvents = 50_000
  static let mostEventsOfStep = 20_000
  static let duration = TimeSpan.days(30)
  /// Pairs are tried until the trials of an app have had so many events and records.
  private static let mostEffortOfAll = 500_000
  /// Trials go on until the app's scripts have taken so many instructions: some ten seconds.
  private static let mostInstructionsOfAll = 2_000_000_000

  /// The newest phone of a family. It does not doze, since its jobs would then wait for a window.
  private static func device(of family: SystemFamily) -> DeviceConfiguration {
    var device = DeviceConfiguration(family == .iOS ? .newest : .newestAndroid)
    device.dozes = family == .iOS
    return device
  }

  /// Prepares a script alone, on a phone with the newest system of its family: servers are those
  /// that its source makes likely, and so are modes and identifiers where they are not declared.
  ///
  /// - Parameters:
  ///   - declared: its modes and identifiers, as from an Info.plist.
  /// - Throws: why the script cannot be used.
  public init(
    app path: String, declared: DeclaredApp? = nil, files: any ScriptFiles,
    luaPath: [String] = []
  ) throws(ScriptError) {
    let script = try AppScript(path, displayName: path, files: files)
    assumed = AssumedApp(script.source)
    var app = AppConfiguration(
      name: ScriptPath.stem(of: path), modes: declared?.modes ?? assumed.modes,
      permittedIdentifiers: declared?.identifiers ?? assumed.identifiers, widget: assumed.widget)
    app.serviceTypes = assumed.serviceTypes
    app.receivesBoot = assumed.receivesBoot
    var apps = [app]
    if assumed.isNotificationService {
      // Its script stands for its app too, which has no method of one.
      app.serves = AppID(0)
      app.name += ".extension"
      apps.append(app)
    }
    scenario = Scenario(
      duration: DryRun.duration, startsAt: .hours(8),
      device: DryRun.device(of: script.family), apps: apps,
      servers: assumed.hosts.map {
        ServerConfiguration(host: $0, publication: .every(.minutes(10)))
      })
    let folder = ScriptPath.folder(of: path)
    scripts = try AppScripts(
      apps.map { _ in DryRun.named(AppScriptReference(path: path)) }, files: files,
      modules: ModuleSearch(files: files, folders: [folder.isEmpty ? "." : folder] + luaPath))
    ignored = DryRun.ofDeclarations(on: script.family).union(
      declared == nil ? DryRun.ofUndeclared : [.hostWithoutServer])
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
    // As the phone of a script alone: jobs would wait for a window.
    if whole.device.platform.family == .android { scenario.device.dozes = false }
    scenario.locations = whole.locations
    scenario.accessories = whole.accessories
    scenario.pushes = whole.pushes.filter { Int($0.app.index) == index }
    self.scenario = scenario
    scripts = try AppScripts(
      members.map { DryRun.named(loaded.appScripts[$0]) }, files: files,
      modules: ModuleSearch(files: files, folders: loaded.luaPath))
    ignored = DryRun.ofDeclarations(on: whole.device.platform.family)
    let source = try AppScript(
      loaded.appScripts[index].path, displayName: "", files: files
    ).source
    assumed = AssumedApp(source)
  }

  /// The same script; findings name its file as the user would.
  private static func named(_ reference: AppScriptReference) -> AppScriptReference {
    var reference = reference
    reference.displayName = reference.path
    return reference
  }

  /// Tries the app; what came to light, in the order in which it did, each once. O(what the app
  /// does).
  ///
  /// - Throws: why a trial could not go on.
  public func sights() throws(ScriptError) -> [Sight] { try outcome().sights }

  /// Tries the app, and says too whether trials could follow all that it does. O(that).
  ///
  /// Where its first launch is its end, nothing else is tried, nor where it ends by a limit though
  /// nothing goes against it: every other trial would flood or loop alike.
  ///
  /// - Throws: why a trial could not go on.
  public func outcome() throws(ScriptError) -> Outcome {
    var outcome = Outcome()
    var sights: [Sight] = []
    var effort = 0
    var instructions = 0
    for conditions in FaultCondition.combinations(on: platform.family) {
      if conditions.count > 1, effort > DryRun.mostEffortOfAll { break }
      if instructions > DryRun.mostInstructionsOfAll {
        outcome.cut =
          outcome.cut
          ?? Cut(
            message: "trials ended here, for the app's code had taken"
              + " \(grouped(instructions)) instructions: these and the following were not tried",
            conditions: conditions)
        break
      }
      let trial = try trial(under: conditions)
      effort += trial.effort
      instructions += trial.instructions
      outcome.cut = outcome.cut ?? trial.cut
      // What is a risk under two conditions at once is too far from what happens.
      for sight in trial.seen(but: ignored)
      where (conditions.count == 1 || sight.kind == .fault)
        && !sights.contains(where: { $0.what.isSame(as: sight.what) })
      {
        sights.append(try explained(sight))
      }
      // What ends an app that is refused tasks comes to light, and counts, without that too.
      if conditions != [.noTask], trial.endedAtLaunch || trial.isWithoutEnd { break }
    }
    // The task that was open after its handler, and then at the end of its time, is one mistake.
    let ended = sights.compactMap { sight -> SourceLocation? in
      guard case .finding(.taskNeverEnded, let place, _) = sight.what else { return nil }
      return place
    }
    outcome.sights = sights.filter { sight in
      guard case .finding(.taskNotEndedInHandler, let place?, _) = sight.what else { return true }
      return !ended.contains(place)
    }
    return outcome
  }

  /// Whether trials of the app can show a rule's findings.
  public func judges(_ rule: FindingRule) -> Bool { !ignored.contains(rule) }

  private func trial(
    under conditions: [FaultCondition], fetchLimit: TimeSpan? = nil
  ) throws(ScriptError) -> Trial {
    var scenario = scenario
    scenario.servers = scenario.servers.map { $0.under(conditions) }
    if conditions.contains(.noTask) { scenario.device.multitasking = false }
    if let fetchLimit { scenario.device.limits.fetch = fetchLimit }
    let trial = Trial(scenario, scripts, conditions, assumed)
    trial.run()
    if let breakdown = trial.breakdown {
      throw ScriptError(at: nil, breakdown.description, cause: breakdown.cause)
    }
    return trial
  }

  /// Tells of a completion handler that was not called in time whether it would have been called
  /// later, and by how much too late.
  private func explained(_ sight: Sight) throws(ScriptError) -> Sight {
    guard case .finding(let rule, let location, var words) = sight.what,
      rule.mistake == .completionNeverCalled
    else { return sight }
    let limit = scenario.device.limits.fetch
    let patient = try trial(under: sight.conditions, fetchLimit: limit * 20)
    let took = patient.completions.first { $0 > limit }
    if let took {
      words =
        "completion handler was called after \(took), \(took - limit) too late: the limit is"
        + " \(limit)"
    }
    return Sight(
      .finding(
        took == nil ? .completionNeverCalled : .completionTooLate, location, message: words),
      exit: sight.exit, conditions: sight.conditions)
  }
}

extension FindingRule {
  /// The rule, or the one whose mistake it is in other circumstances.
  fileprivate var mistake: FindingRule {
    self == .completionTooLate ? .completionNeverCalled : self
  }
}

extension DryRun.Sight.What {
  /// The same mistake at the same line, whatever its words.
  public func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.finding(let rule, let location, _), .finding(let otherRule, let otherLocation, _)):
      rule.mistake == otherRule.mistake && location == otherLocation
    case (.exit(let reason), .exit(let other)): reason == other
    case (.failure(let location, _), .failure(let other, _)): location == other
    default: false
    }
  }
}
