import Device
import Lua
import Simulation

/// What happens to a phone with one app, act by act.
package struct Story: Sendable, Equatable {
  package var acts: [PhoneAct]

  package init(_ acts: [PhoneAct] = []) { self.acts = acts }

  /// The same without the acts of a range.
  func without(_ range: Range<Int>) -> Story {
    var story = self
    story.acts.removeSubrange(range)
    return story
  }
}

/// What came of a story.
struct StoryOutcome: Sendable {
  /// The acts that could be done, in their order.
  let played: [PhoneAct]
  /// What the device has found, and the ends of processes that nothing explains.
  let sights: [DryRun.Sight]
  /// What it was like: pairs of records that followed each other, and lines that ran.
  let features: Set<UInt64>
  /// The kinds of records that were written; asked for members only.
  var kinds: Set<TraceKind> = []
  /// Whether a file lock was held for any time: one that is released at once protects no work.
  var holdsLock = false
  let events: Int
  /// When something happened: the seconds from the start that were over then, each once.
  let seconds: [Int]
  /// When things went wrong, in order.
  let troubles: [(what: DryRun.Sight.What, at: Instant)]

  /// What a story is like in which a line has run so often. How often counts roughly, as in AFL
  /// (Zalewski 2014): once, twice, three times, up to 7 times, up to 15 and so on.
  static func feature(line: Int, ofFile file: Int, count: Int) -> UInt64 {
    let bits = UInt64(Int.bitWidth - max(count, 1).leadingZeroBitCount)
    let often = count < 4 ? UInt64(count) : min(bits + 1, 15)
    return 1 << 63 | UInt64(file) << 32 | often << 28 | UInt64(line)
  }

  /// Whether this went wrong.
  func shows(_ what: DryRun.Sight.What) -> Bool { sights.contains { $0.what.isSame(as: what) } }

  /// When this went wrong first; nil: it has not.
  func moment(of what: DryRun.Sight.What) -> Instant? {
    troubles.first { $0.what.isSame(as: what) }?.at
  }
}

/// Something that plays stories, each from its start, with the same outcome each time.
protocol StoryPlaying: Sendable {
  /// Plays a story. O(its events).
  ///
  /// - Parameters:
  ///   - isGuiding: also finds out what it was like, which takes a little longer.
  /// - Throws: why it could not go on.
  func play(_ story: Story, isGuiding: Bool) throws(ScriptError) -> StoryOutcome
}

extension StoryPlaying {
  func play(_ story: Story) throws(ScriptError) -> StoryOutcome {
    try play(story, isGuiding: false)
  }
}

/// A phone with one app, on which stories are played.
struct StoryPlayer: StoryPlaying {
  private let dryRun: DryRun
  private let app = AppID(0)
  /// The events of the device after which a story is over: an app sets timers of no delay, say,
  /// which write no record.
  private static let mostEvents = 200_000

  init(_ dryRun: DryRun) { self.dryRun = dryRun }

  var scenario: Scenario { dryRun.scenario }

  func play(_ story: Story, isGuiding: Bool) throws(ScriptError) -> StoryOutcome {
    let phone = DrivenPhone(
      scenario.device, startsAt: scenario.startsAt, seed: scenario.seed, spelling: .lua)
    for (place, configuration) in scenario.apps.enumerated() {
      _ = phone.install(configuration, dryRun.scripts.reference(at: place))
    }
    for server in scenario.servers { _ = try? phone.add(server) }
    let watch = StoryWatch()
    phone.heard = { watch.note($0) }
    let lines = isGuiding ? LineCoverage() : nil
    let device = phone.start(DrivenPhone.whatIsAsked, dryRun.scripts, covering: lines)
    var played: [PhoneAct] = []
    var events = 0
    func goesOn() -> Bool {
      watch.events < DryRun.mostEvents && events < StoryPlayer.mostEvents
    }
    do throws(PhoneTrouble) {
      for drawn in story.acts {
        guard let act = drawn.performed(on: phone, app) else { continue }
        played.append(act)
        let length = if case .wait(let seconds) = act { seconds } else { 0 }
        let stop = device.now + .seconds(length)
        try phone.pass(
          to: stop, failure: { $0 },
          take: { (step) throws(PhoneTrouble) in
            if case .events(let count) = step { events += count }
            return goesOn()
          })
        if !goesOn() { break }
      }
    } catch {
      guard let breakdown = device.breakdown else {
        return outcome(device, played, watch, lines)
      }
      throw ScriptError(at: nil, breakdown.description, cause: breakdown.cause)
    }
    return outcome(device, played, watch, lines)
  }

  private func outcome(
    _ device: Device, _ played: [PhoneAct], _ watch: StoryWatch, _ lines: LineCoverage?
  ) -> StoryOutcome {
    // That work is cut off when its time is over is no mistake.
    let isCut = played.contains { $0.mayCutWork }
    let cut: Set<FindingRule> = [.workCutOff, .workAfterTaskCompleted, .workAfterCompletion]
    let found = device.findings.filter {
      !dryRun.ignored.contains($0.rule) && !(isCut && cut.contains($0.rule))
    }
    let unexplained = found.isEmpty ? watch.exits.filter { !$0.isOrderly } : []
    var features = watch.features
    // Sources are numbered in the order in which they first ran, which is the same each time.
    for (file, source) in (lines?.files ?? []).enumerated() {
      for (line, count) in source.counts.enumerated() where count > 0 {
        features.insert(StoryOutcome.feature(line: line, ofFile: file, count: Int(count)))
      }
    }
    return StoryOutcome(
      played: played,
      sights: found.map {
        DryRun.Sight(.finding($0.rule, $0.location, message: $0.message), conditions: [])
      } + unexplained.map { DryRun.Sight(.exit($0), conditions: []) },
      features: features, kinds: watch.kinds, holdsLock: watch.holdsLock, events: watch.events,
      seconds: watch.seconds, troubles: watch.troubles)
  }
}

/// What is seen of a story while it is played.
final class StoryWatch {
  /// When it begins.
  private let origin: Instant
  private(set) var events = 0
  private(set) var exits: [ExitReason] = []
  private(set) var kinds: Set<TraceKind> = []
  private(set) var seconds: [Int] = []
  /// Whether a file lock was held for any time.
  private(set) var holdsLock = false
  private(set) var troubles: [(what: DryRun.Sight.What, at: Instant)] = []
  /// Pairs of kinds of records that followed each other.
  private(set) var features: Set<UInt64> = []
  private var last = 0
  /// When the file lock that is held was taken; nil: none is.
  private var lockedAt: Instant?
  /// Looked up only.
  private static let numbers = Dictionary(
    uniqueKeysWithValues: TraceKind.allCases.enumerated().map { ($1, $0 + 1) })

  init(from origin: Instant = .start) { self.origin = origin }

  func note(_ entry: RecordEntry) {
    events += 1
    let second = Int((entry.at - origin).seconds.rounded(.up))
    if seconds.last != second { seconds.append(second) }
    if let lockedAt, entry.at > lockedAt { holdsLock = true }
    switch entry.record {
    case .exited(let reason, _, _, _):
      exits.append(reason)
      troubles.append((.exit(reason), entry.at))
    case .finding(let rule, let place, let message):
      troubles.append((.finding(rule, place, message: message), entry.at))
    case .lockAcquired: lockedAt = entry.at
    case .lockReleased: lockedAt = nil
    default: break
    }
    kinds.insert(entry.kind)
    let kind = StoryWatch.numbers[entry.kind] ?? 0
    features.insert(UInt64(last) << 16 | UInt64(kind))
    last = kind
  }
}
