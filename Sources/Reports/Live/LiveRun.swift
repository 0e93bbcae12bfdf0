import Device
import Simulation

/// A run that is watched while it happens: keys go in, screens come out. It knows no terminal, and
/// real time only as it is passed in.
///
/// The device is stepped as a driver does it, so that the run is the same as any other of its
/// scenario, and its trace too.
public final class LiveRun {
  /// The speeds, as multiples of real time.
  static let speeds: [Double] = [
    1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400,
  ]
  /// The lengths of the past that can be shown; nil: all of it.
  static let windows: [TimeSpan?] = [.minutes(10), .hours(1), .hours(6), .hours(24), nil]

  public let device: Device
  /// The policy's name.
  let policy: String
  /// The moment up to which the run is watched.
  public let end: Instant
  private let feed: Feed
  private let trace: Trace
  /// Whether time passes by itself.
  public private(set) var isPlaying = true
  private(set) var speed = 8
  private(set) var window = 2
  /// The place of the app whose events are stepped to; nil: all apps.
  private(set) var chosen: Int?
  /// The effect of the last key, where that cannot be seen; empty: nothing to say.
  private(set) var note = ""

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - policy: its name.
  ///   - limit: nil: the end of the scenario.
  ///   - make: returns the device, which is to write that trace and to explain itself.
  public init(
    _ scenario: Scenario, policy: String, until limit: Instant? = nil,
    make: (Trace, @escaping (DecisionExplanation) -> Void) -> Device
  ) {
    let feed = Feed(scenario)
    self.policy = policy
    trace = Trace(sink: RecordStream { feed.read($0) })
    device = make(trace) { feed.explain($0) }
    end = min(limit ?? device.end, device.end)
    self.feed = feed
  }

  /// Whether nothing more happens: the run has reached its end, or broken down.
  public var isOver: Bool { device.breakdown != nil || device.now >= end }

  /// The timeline of what has happened so far. O(spans).
  var timeline: Timeline {
    trace.finish()
    return feed.builder.finished(at: device.now)
  }

  /// Returns the last records, in order, of the chosen app or of all.
  func records(_ most: Int) -> [TraceRecord] {
    trace.finish()
    guard let chosen else { return feed.records.suffix(most) }
    let name = device.scenario.apps[chosen].name
    return feed.records.filter { $0.app == name }.suffix(most)
  }

  // MARK: Time

  /// Lets time pass by so many real seconds, where the run is played.
  ///
  /// - Parameters:
  ///   - goesOn: called every thousand events or so; false stops there.
  public func pass(_ seconds: Double, goesOn: () -> Bool = { true }) {
    guard isPlaying, !isOver else { return }
    let span = TimeSpan.seconds(min(seconds * Self.speeds[speed], 1e9))
    run(to: min(device.now + span, end), goesOn)
  }

  private func run(to instant: Instant, _ goesOn: () -> Bool = { true }) {
    withoutActuallyEscaping(goesOn) { goesOn in
      device.run(until: instant) { _, _ in goesOn() }
    }
    if isOver { stop() }
  }

  private func stop() {
    isPlaying = false
    note = "the run is over; q ends"
  }

  /// Stops at the next moment for which `advance` looks; at the end where there is none.
  private func step(_ what: String, _ advance: () -> Bool) {
    isPlaying = false
    note = ""
    guard !isOver else { return stop() }
    if !advance() {
      // Findings that are certain only at the end are reported there.
      run(to: end)
      note = "no other \(what): the run is over"
    }
  }

  // MARK: Keys

  /// Does what a key asks for.
  ///
  /// - Returns: false: the user ends the view.
  public func press(_ key: LiveKey) -> Bool {
    note = ""
    switch key {
    case .character("q"), .escape: return false
    case .character(" "):
      if isOver { stop() } else { isPlaying.toggle() }
    case .character("+"), .character("="): speed = min(speed + 1, Self.speeds.count - 1)
    case .character("-"): speed = max(speed - 1, 0)
    case .character("w"): window = (window + 1) % Self.windows.count
    case .character("a"): chosen = nil
    case .down: choose(1)
    case .up: choose(-1)
    case .right, .enter, .character("n"):
      let app = chosen.map { AppID($0) }
      step("event\(ofChosen)") { device.advance(toNext: nil, of: app, until: end) }
    case .character("d"):
      feed.wanted = chosen.map { device.scenario.apps[$0].name }
      feed.hasDecided = false
      step("decision\(chosen == nil ? "" : " about it")") {
        device.advance(until: end) { _ in feed.hasDecided }
      }
    case .left: note = "time does not go back; start again to see what was"
    case .character(let other): note = "no key of this view (\(other)); they are listed below"
    }
    return true
  }

  private var ofChosen: String { chosen == nil ? "" : " of it" }

  private func choose(_ direction: Int) {
    let count = device.scenario.apps.count
    guard count > 0 else { return }
    let next = (chosen ?? (direction > 0 ? -1 : count)) + direction
    chosen = (0..<count).contains(next) ? next : nil
  }

  // MARK: What happens

  /// The device's reports while it runs.
  private final class Feed {
    /// The number of records kept, enough for the highest screen, of one app among many.
    private static let most = 2_000

    var builder: TimelineBuilder
    private(set) var records: [TraceRecord] = []
    /// The app whose decisions are looked for; nil: any.
    var wanted: String?
    var hasDecided = false

    init(_ scenario: Scenario) { builder = TimelineBuilder(scenario) }

    func read(_ record: TraceRecord) {
      builder.read(record)
      records.append(record)
      if records.count > 2 * Self.most { records.removeFirst(records.count - Self.most) }
    }

    func explain(_ decision: DecisionExplanation) {
      builder.explain(decision)
      switch decision {
      case .fetches(let review):
        guard review.room.free > 0, review.fault == nil else { return }
        hasDecided =
          hasDecided || wanted == nil
          || review.apps.contains { $0.isCandidate && $0.app.name == wanted }
      case .backgroundTime(let grant):
        hasDecided = hasDecided || wanted == nil || grant.request.app.name == wanted
      }
    }
  }
}
