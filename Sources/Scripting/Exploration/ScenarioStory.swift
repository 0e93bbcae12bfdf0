import Device
import Lua
import Simulation

/// What is other in a run of a scenario than the scenario says: acts at moments, and perhaps
/// another policy, another seed, fewer apps or an earlier end.
package struct ScenarioStory: Sendable, Equatable {
  /// Something that happens at a moment.
  package struct Event: Sendable, Equatable {
    /// So many seconds after the start.
    package var second: Int
    package var act: PhoneAct
    /// The app that it is done to; empty where it is done to the phone.
    package var app: String

    init(_ act: PhoneAct, of app: String, at second: Int) {
      self.act = act
      self.app = act.isOfPhone ? "" : app
      self.second = second
    }

    /// As `run --then` takes it.
    package var words: String { act.words(app: app) ?? "" }
  }

  /// In order, each later than the one before.
  package var events: [Event] = []
  /// Nil: the scenario's own, as the seed and the end.
  package var policy: String?
  package var seed: UInt64?
  package var end: TimeSpan?
  /// The apps that stay, in the scenario's order; empty: all do.
  package var only: [String] = []

  package init() {}

  /// The same without the events of a range.
  func without(_ range: Range<Int>) -> ScenarioStory {
    var story = self
    story.events.removeSubrange(range)
    return story
  }
}

/// Something that went wrong in a run of a scenario.
package struct ScenarioSight: Sendable, Equatable {
  package let what: DryRun.Sight.What
  /// The app; empty where it is none's.
  package let app: String
  /// The app's script, as the scenario names it.
  let script: String
  package let at: Instant
  /// The end of the app's process that the finding led to; nil: the app lived on, or the end is
  /// what went wrong.
  package var exit: ExitReason?
  /// Whether it is a mistake of the scenario's function, which may name an app that is left out.
  var isMistake = false

  /// Whether the scenario says that it must not be.
  var isFailure: Bool { if case .failure = what { true } else { false } }

  /// The same mistake at the same line, whatever its words; without a line, of the same script.
  package func isSame(as other: ScenarioSight) -> Bool {
    guard what.isSame(as: other.what) else { return false }
    switch what {
    case .finding(_, let place?, _): return place.line > 0 || script == other.script
    case .failure: return isMistake == other.isMistake
    case .finding, .exit: return script == other.script
    }
  }
}

/// What came of a run of a scenario.
struct ScenarioOutcome: Sendable {
  /// The story, with the events that could be done.
  let played: ScenarioStory
  let sights: [ScenarioSight]
  /// What it was like: pairs of records of an app that followed each other, and lines that ran.
  let features: Set<UInt64>
  /// When something happened to an app; looked up only.
  let seconds: [String: [Int]]
  let events: Int
}

/// A scenario whose phone lives through stories.
package struct ScenarioPlayer: Sendable {
  /// Makes the policy of a name, for one run of a scenario; nil: the scenario's own.
  package typealias Policies =
    @Sendable (String?, LoadedScenario) throws(ScriptError) -> any SchedulingPolicy

  package let loaded: LoadedScenario
  private let scripts: AppScripts
  private let files: any ScriptFiles
  private let policies: Policies
  /// A run that has had so many events is stopped: an app floods the phone.
  var mostEvents = 20_000_000

  /// - Throws: what is wrong with the apps' scripts.
  package init(
    _ loaded: LoadedScenario, files: any ScriptFiles, policies: @escaping Policies
  ) throws(ScriptError) {
    self.loaded = loaded
    self.files = files
    self.policies = policies
    scripts = try ScenarioPlayer.scripts(of: loaded, files)
  }

  private static func scripts(
    of loaded: LoadedScenario, _ files: any ScriptFiles
  ) throws(ScriptError) -> AppScripts {
    try AppScripts(
      loaded.appScripts, files: files,
      modules: ModuleSearch(files: files, folders: loaded.luaPath))
  }

  /// Plays a story. O(its events).
  ///
  /// - Parameters:
  ///   - isGuiding: also finds out what it was like, which takes a little longer.
  ///   - limit: a moment at which it is known enough; nil: goes on to the end.
  /// - Throws: why it could not go on.
  func play(
    _ story: ScenarioStory, isGuiding: Bool = false, until limit: Instant? = nil
  ) throws(ScriptError) -> ScenarioOutcome {
    var loaded = loaded
    if let seed = story.seed { loaded = try loaded.drawn(from: seed) }
    if !story.only.isEmpty { loaded = try loaded.keeping(apps: story.only) }
    let isAsGiven = story.only.isEmpty && (story.seed == nil || loaded.isFixed)
    let scripts = isAsGiven ? scripts : try ScenarioPlayer.scripts(of: loaded, files)
    let policy = try policies(story.policy, loaded)
    let watch = ScenarioWatch()
    let properties = try ScenarioProperties(of: loaded)
    let lines = isGuiding ? LineCoverage() : nil
    let device = Device(
      loaded.scenario, policy: policy,
      observer: {
        watch.note($0)
        properties?.note($0)
      },
      behaviors: scripts.behaviorFactory(covering: lines))
    let end = min(limit ?? device.end, story.end.map { .start + $0 } ?? device.end)
    let most = mostEvents
    func run(until stop: Instant) {
      let goesOn = { (_: Instant, _: Int) in watch.records < most }
      if let properties {
        properties.run(device, until: min(stop, end), watch: goesOn)
      } else {
        device.run(until: min(stop, end), watch: goesOn)
      }
    }
    var played = story
    played.events = []
    let phone = DrivenPhone(driving: device)
    for event in story.events where .start + .seconds(event.second) < end {
      let moment = Instant.start + .seconds(event.second)
      if moment > device.now { run(until: moment - .nanoseconds(1)) }
      guard device.breakdown == nil, watch.records < most else { break }
      device.advance(to: moment)
      let app = event.act.isOfPhone ? AppID(0) : device.app(named: event.app)
      guard let app else { continue }
      let done = event.act.named(on: device, app).first { act in
        do throws(PhoneTrouble) {
          try WrittenActs.perform(act, of: app, on: phone)
          return true
        } catch {
          return false
        }
      }
      // What cannot be done then is no part of the story.
      guard let done else { continue }
      played.events.append(ScenarioStory.Event(done, of: event.app, at: event.second))
      run(until: device.now)
    }
    run(until: end)
    if let breakdown = device.breakdown {
      throw ScriptError(at: nil, breakdown.description, cause: breakdown.cause)
    }
    return ScenarioOutcome(
      played: played,
      sights: try sights(of: device, loaded, watch, properties?.failures ?? []),
      features: features(watch, lines), seconds: watch.seconds, events: watch.records)
  }

  private func sights(
    of device: Device, _ loaded: LoadedScenario, _ watch: ScenarioWatch,
    _ broken: [ScenarioProperties.Failure]
  ) throws(ScriptError) -> [ScenarioSight] {
    let names = loaded.scenario.apps.map(\.name)
    func sight(_ what: DryRun.Sight.What, _ app: String, _ at: Instant) -> ScenarioSight {
      let script = names.firstIndex(of: app).map { loaded.appScripts[$0].displayName } ?? ""
      return ScenarioSight(what: what, app: app, script: script, at: at)
    }
    var found = device.findings.map { finding in
      sight(
        .finding(finding.rule, finding.location, message: finding.message),
        names[Int(finding.app.index)], finding.firstAt)
    }
    var exits: [ScenarioSight] = []
    for exit in watch.exits where !exit.reason.isOrderly {
      if let place = found.firstIndex(where: { $0.app == exit.app && $0.at == exit.at }) {
        found[place].exit = found[place].exit ?? exit.reason
      } else if !found.contains(where: { $0.app == exit.app && $0.exit == exit.reason }) {
        exits.append(sight(.exit(exit.reason), exit.app, exit.at))
      }
    }
    var failures = broken.map { broken in
      var failure = sight(
        .failure(broken.failure.location, message: broken.failure.message), "", broken.at)
      failure.isMistake = broken.isMistake
      return failure
    }
    if loaded.hasExpectation, device.now == device.end {
      failures += try loaded.failures(of: device.result()).map {
        sight(.failure($0.location, message: $0.message), "", device.end)
      }
    }
    // What the scenario says itself is what its writer wants to know first.
    return failures + found + exits
  }

  private func features(_ watch: ScenarioWatch, _ lines: LineCoverage?) -> Set<UInt64> {
    var features = watch.features
    // Sources are numbered in the order in which they first ran, which is the same each time.
    for (file, source) in (lines?.files ?? []).enumerated() {
      for (line, count) in source.counts.enumerated() where count > 0 {
        features.insert(StoryOutcome.feature(line: line, ofFile: file, count: Int(count)))
      }
    }
    return features
  }
}

/// What is seen of a scenario's run while it goes on.
private final class ScenarioWatch {
  private(set) var records = 0
  private(set) var exits: [(app: String, reason: ExitReason, at: Instant)] = []
  private(set) var features: Set<UInt64> = []
  /// Looked up only, as the kinds before.
  private(set) var seconds: [String: [Int]] = [:]
  private var before: [String: Int] = [:]
  private static let numbers = Dictionary(
    uniqueKeysWithValues: TraceKind.allCases.enumerated().map { ($1, $0 + 1) })

  func note(_ entry: RecordEntry) {
    records += 1
    guard let app = entry.app else { return }
    let second = Int((entry.at - .start).seconds.rounded(.up))
    if seconds[app]?.last != second { seconds[app, default: []].append(second) }
    if case .exited(let reason, _, _, _) = entry.record {
      exits.append((app, reason, entry.at))
    }
    let kind = ScenarioWatch.numbers[entry.kind] ?? 0
    features.insert(UInt64(before.updateValue(kind, forKey: app) ?? 0) << 16 | UInt64(kind))
  }
}
