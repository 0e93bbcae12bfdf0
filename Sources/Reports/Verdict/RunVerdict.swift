import Device
import Simulation

/// What a run comes to, in sentences that the terminal and the page share: which apps were killed and
/// for what, and the other mistakes that the device saw.
struct RunVerdict {
  struct Sentence {
    let text: String
    let ink: Ink
    /// The app, where the sentence tells of one that was killed or made a mistake.
    var app: Int?
    /// The place of the finding among those of the run.
    var finding: Int?
  }

  /// How often the apps of a sentence were killed for one reason.
  private struct Kill {
    let reason: ExitReason
    let code: String?
    let finding: Int?
    var apps: [Int] = []
    var count = 0
  }

  /// A finding of one app.
  private struct Found {
    let app: Int
    let rule: FindingRule
    let location: SourceLocation?
    let message: String
    let count: Int
  }

  /// The most sentences of kills, and of other findings.
  private static let most = 3

  private(set) var sentences: [Sentence] = []
  private let names: [String]
  private let found: [Found]
  /// The family of the phone's system; nil where there is a trace only.
  private let family: SystemFamily?

  init(_ run: RunResult) {
    names = run.apps.map(\.name)
    family = run.platform.family
    found = run.findings.map {
      Found(
        app: Int($0.app.index), rule: $0.rule, location: $0.location, message: $0.message,
        count: $0.count)
    }
    let kills = run.apps.enumerated().flatMap { app, figures in
      figures.exitsByReason.map { (app, $0.reason, run.platform.code(of: $0.reason), $0.count) }
    }
    judge(kills.filter { !$0.1.isOrderly })
    add(run.policyTrouble)
  }

  /// - Parameters:
  ///   - run: the run of the timeline; nil where there is a trace only.
  init(_ timeline: Timeline, of run: RunResult? = nil) {
    names = timeline.apps.map(\.name)
    family = run?.platform.family
    found = timeline.findings.map {
      Found(
        app: $0.app, rule: $0.rule, location: $0.location, message: $0.message,
        count: $0.times.count)
    }
    judge(timeline.kills.map { ($0.app, $0.reason, $0.code, 1) })
    add(run?.policyTrouble)
  }

  /// Returns the place of the finding that says why an app was killed; nil: none does.
  static func finding(of kill: Timeline.Kill, in timeline: Timeline) -> Int? {
    kill.reason.causes.lazy.compactMap { rule in
      timeline.findings.firstIndex { $0.app == kill.app && $0.rule == rule }
    }.first
  }

  private mutating func add(_ trouble: String?) {
    if let trouble { sentences.append(Sentence(text: "\(trouble).", ink: .bad)) }
  }

  private mutating func judge(_ exits: [(app: Int, reason: ExitReason, code: String?, count: Int)])
  {
    var kills: [Kill] = []
    for exit in exits {
      let finding = cause(of: exit.reason, exit.app)
      let place = kills.firstIndex {
        $0.reason == exit.reason && $0.code == exit.code && isOnePlace($0.finding, finding)
      }
      if place == nil {
        kills.append(Kill(reason: exit.reason, code: exit.code, finding: finding))
      }
      let index = place ?? kills.count - 1
      if !kills[index].apps.contains(exit.app) { kills[index].apps.append(exit.app) }
      kills[index].count += exit.count
    }
    kills.sort { $0.count > $1.count }
    sentences = kills.prefix(Self.most).map(sentence)
    if kills.count > Self.most { sentences.append(sentence(ofMore: Array(kills[Self.most...]))) }
    let faults = found.indices.filter { found[$0].rule.kind == .fault }
    if kills.isEmpty {
      let more =
        found.isEmpty
        ? ", and the device saw no mistake of an app"
        : faults.isEmpty ? ", and no fault was found" : ""
      sentences = [Sentence(text: "No app was killed\(more).", ink: .good)]
    }
    let told = kills.compactMap(\.finding)
    var others: [[Int]] = []
    for place in faults where !told.contains(where: { isOnePlace($0, place) }) {
      if let known = others.firstIndex(where: { isOnePlace($0[0], place) }) {
        others[known].append(place)
      } else {
        others.append([place])
      }
    }
    sentences += others.prefix(Self.most).map(sentence)
    let rest = others.count - Self.most
    if rest > 0 {
      let mistakes = rest == 1 ? "mistake" : "mistakes"
      sentences.append(
        Sentence(text: "And \(grouped(rest)) more \(mistakes); see the findings.", ink: .faint))
    }
    let lesser = [FindingRule.Kind.risk, .note].compactMap { kind -> String? in
      let own = found.indices.filter { place in
        found[place].rule.kind == kind && !told.contains { isOnePlace($0, place) }
      }
      let count = own.reduce(0) { $0 + found[$1].count }
      guard count > 0 else { return nil }
      return "\(grouped(count)) \(count == 1 ? kind.rawValue : kind.plural)"
    }
    if !lesser.isEmpty {
      sentences.append(
        Sentence(
          text: "Also \(lesser.joined(separator: " and ")); see the findings.", ink: .faint))
    }
  }

  /// Returns the finding that says why an app was killed; nil: none does.
  private func cause(of reason: ExitReason, _ app: Int) -> Int? {
    reason.causes.lazy.compactMap { rule in
      found.firstIndex { $0.app == app && $0.rule == rule }
    }.first
  }

  /// Returns whether two findings are of one rule at one line, whichever apps made them.
  private func isOnePlace(_ first: Int?, _ second: Int?) -> Bool {
    guard let first, let second else { return first == second }
    if first == second { return true }
    let (one, other) = (found[first], found[second])
    return one.rule == other.rule && one.location != nil && one.location == other.location
  }

  private func sentence(_ kill: Kill) -> Sentence {
    let verb = kill.apps.count == 1 ? "was" : "were"
    let code = kill.code.map { " (\($0))" } ?? ""
    let all = kill.apps.count > 1 ? " in all" : ""
    let why = kill.finding.map(words) ?? kill.reason.rawValue
    return Sentence(
      text: "\(listed(kill.apps)) \(verb) killed \(times(kill.count))\(all)\(code): \(why)",
      ink: .bad, app: kill.apps.first, finding: kill.finding)
  }

  /// Returns what is said of the kills that have no sentence of their own.
  private func sentence(ofMore kills: [Kill]) -> Sentence {
    let count = kills.reduce(0) { $0 + $1.count }
    var apps: [Int] = []
    for app in kills.flatMap(\.apps) where !apps.contains(app) { apps.append(app) }
    let names = apps.prefix(5).map { printable(self.names[$0]) }.joined(separator: ", ")
    let others = apps.count > 5 ? " and \(grouped(apps.count - 5)) others" : ""
    let kills = count == 1 ? "kill" : "kills"
    return Sentence(
      text: "And \(grouped(count)) more \(kills), of \(names)\(others); see the findings.",
      ink: .bad,
      app: apps.first)
  }

  private func sentence(_ places: [Int]) -> Sentence {
    let count = places.reduce(0) { $0 + found[$1].count }
    return Sentence(
      text: "\(listed(places.map { found[$0].app })), \(times(count)): \(words(places[0]))",
      ink: .doubtful, app: found[places[0]].app, finding: places[0])
  }

  /// Returns the summary and the line of a finding, and the advice; of an error, what it says.
  private func words(_ place: Int) -> String {
    // The findings have the whole path.
    let line =
      found[place].location.map { location in
        let name = location.file.split(separator: "/").last ?? ""
        return ", \(printable("\(name):\(location.line)"))"
      } ?? ""
    let rule = found[place].rule
    let message = found[place].message.split(separator: "\n").first.map {
      printable(String($0.prefix(200)))
    }
    return "\(rule.summary)\(line): "
      + (rule == .uncaughtError ? message ?? "" : rule.advice(on: family))
  }

  private func listed(_ apps: [Int]) -> String {
    let first = printable(names[apps[0]])
    switch apps.count {
    case 1: return first
    case 2: return "\(first) and \(printable(names[apps[1]]))"
    default: return "\(first) and \(grouped(apps.count - 1)) others"
    }
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(grouped(count)) times" }

  /// Returns the sentences in lines of at most `style.width` columns.
  func lines(_ style: TextStyle) -> [String] {
    sentences.flatMap { sentence in
      wrapped(sentence.text, to: style.width, after: "", indent: 2).map {
        style.paint($0, sentence.ink)
      }
    }
  }
}

extension RunResult {
  /// What the policy failed in; nil: nothing.
  fileprivate var policyTrouble: String? {
    guard device.policyFaults > 0 else { return nil }
    let calls = "\(grouped(device.policyFaults)) call\(device.policyFaults == 1 ? "" : "s")"
    return "\(printable(policy)) failed in \(calls) and gave nothing in these"
  }
}

extension ExitReason {
  /// The findings that say why a process ended so, the most telling first.
  fileprivate var causes: [FindingRule] {
    switch self {
    case .watchdog:
      [
        .callbackTooLong, .queueWaitsForItself, .frontKeptWaiting, .hang, .taskNeverEnded,
        .foregroundServiceNotStarted, .foregroundServiceTimedOut,
      ]
    case .backgroundTaskAssertionTimeout:
      [.taskNeverEnded, .taskNotEndedInHandler, .taskHeldTooLong]
    case .tooManyBackgroundTasks: [.tooManyTasks]
    case .backgroundFetchTimeout, .remoteNotificationTimeout:
      [
        .completionNeverCalled, .completionTooLate, .completionWaitsForServer,
        .completionCalledLate,
      ]
    case .backgroundTaskSchedulerTimeout: [.taskNotCompleted, .noExpirationHandler]
    case .incomingCallNotReported: [.incomingCallNotReported]
    case .backgroundSessionTimeout: [.sessionEventsNotCompleted]
    case .suspendedWithLockedFile: [.lockHeldAtSuspension]
    case .cpuLimit: [.cpuLimit]
    case .memoryLimit: [.memoryLimit]
    case .uncaughtException:
      [
        .uncaughtError, .queueWaitsForItself, .completionCalledTwice, .taskCompletedTwice,
        .foregroundServiceNotStarted,
        .foregroundServiceNotAllowed, .foregroundServiceTypeMissing, .foregroundServiceTimedOut,
        .exactAlarmNotPermitted,
      ]
    case .memoryPressure, .thermalEvent, .forceQuit, .normal: []
    }
  }
}
