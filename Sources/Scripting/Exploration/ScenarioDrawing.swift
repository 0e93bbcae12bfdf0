import Device
import Simulation

/// What can happen to a scenario's phone beside what the scenario says, drawn at random.
struct ScenarioDrawing {
  private let apps: [(name: String, drawing: ActDrawing)]
  /// The groups of acts that mean something to one of them.
  private let kinds: [PhoneAct.Kind]
  private let policies: [String]
  /// The seconds that a run takes.
  private let length: Int

  /// - Parameters:
  ///   - policies: the names of others than the scenario's own.
  init(_ loaded: LoadedScenario, policies: [String], files: any ScriptFiles) {
    let scenario = loaded.scenario
    // A name that a written act cannot have is left alone.
    apps = scenario.openable.enumerated().compactMap { index, app in
      guard !app.name.contains(where: { $0.isWhitespace || $0 == ";" }) else { return nil }
      let source = try? files.script(at: loaded.appScripts[index].path)
      return (
        app.name,
        ActDrawing(
          app, on: scenario.device.platform, AssumedApp(source ?? []),
          hasServers: !scenario.servers.isEmpty,
          hasExtension: scenario.apps.contains { $0.serves == AppID(index) })
      )
    }
    kinds = PhoneAct.Kind.allCases.filter { [apps] kind in
      apps.contains { $0.drawing.kinds.contains(kind) }
    }
    self.policies = policies
    length = max(1, Int(scenario.duration.seconds.rounded(.up)))
  }

  /// Draws a story: which apps and groups of acts it has at all, then its acts, most of them soon
  /// after something has happened to the app.
  ///
  /// - Parameters:
  ///   - seconds: when something happened to an app in a run that was like this one; looked up
  ///     only.
  func story(_ random: inout RandomStream, _ seconds: [String: [Int]]) -> ScenarioStory {
    var story = ScenarioStory()
    story.policy = policy(&random)
    story.seed = seed(&random)
    guard !apps.isEmpty else { return story }
    let chosen = (0..<random.integer(in: 1..<4)).map { _ in random.integer(in: 0..<apps.count) }
    let kinds = kinds.filter { $0 == .use || random.bernoulli(0.5) }
    // Few at first: each makes the run less like the scenario.
    for _ in 0..<1 + min(random.geometric(0.3), 11) {
      let app = apps[chosen[random.integer(in: 0..<chosen.count)]]
      if random.bernoulli(ScenarioDrawing.shareOfBursts) {
        story.events += burst(&random, chosen, kinds, seconds, after: story.events.last)
      } else if let event = event(&random, app, kinds, seconds, after: story.events.last) {
        story.events.append(event)
      }
    }
    story.order(length)
    return story
  }

  /// Returns a story with one change or a few.
  func changed(
    _ story: ScenarioStory, _ random: inout RandomStream, _ seconds: [String: [Int]]
  ) -> ScenarioStory {
    var story = story
    for _ in 0...random.integer(in: 0..<3) {
      let place = random.integer(in: 0..<story.events.count + 1)
      switch random.integer(in: 0..<6) {
      case 0 where place < story.events.count: story.events.remove(at: place)
      case 1 where place < story.events.count:
        story.events[place].second += random.integer(in: 0..<121) - 60
      case 2: story.policy = policy(&random)
      case 3: story.seed = seed(&random)
      default:
        guard !apps.isEmpty else { continue }
        let app = apps[random.integer(in: 0..<apps.count)]
        let before = place > 0 ? story.events[place - 1] : nil
        if random.bernoulli(ScenarioDrawing.shareOfBursts) {
          let chosen = (0..<2).map { _ in random.integer(in: 0..<apps.count) }
          story.events += burst(&random, chosen, kinds, seconds, after: before)
        } else if let event = event(&random, app, kinds, seconds, after: before) {
          story.events.append(event)
        }
      }
    }
    story.order(length)
    return story
  }

  /// Half of the stories have the scenario's own.
  private func policy(_ random: inout RandomStream) -> String? {
    guard !policies.isEmpty, random.bernoulli(0.5) else { return nil }
    return policies[random.integer(in: 0..<policies.count)]
  }

  private func seed(_ random: inout RandomStream) -> UInt64? {
    random.bernoulli(0.5) ? UInt64(random.integer(in: 1..<1_000)) : nil
  }

  private func event(
    _ random: inout RandomStream, _ app: (name: String, drawing: ActDrawing),
    _ wanted: [PhoneAct.Kind], _ seconds: [String: [Int]], after last: ScenarioStory.Event?
  ) -> ScenarioStory.Event? {
    guard let act = act(&random, app, wanted) else { return nil }
    return ScenarioStory.Event(
      act, of: app.name, at: second(&random, seconds[app.name] ?? [], after: last?.second))
  }

  /// How often what is drawn is a burst: much that goes wrong needs acts within moments of one
  /// another, which single ones rarely are.
  private static let shareOfBursts = 0.2

  /// Draws acts within moments of one another, most of them of a user who goes to and fro.
  private func burst(
    _ random: inout RandomStream, _ chosen: [Int], _ kinds: [PhoneAct.Kind],
    _ seconds: [String: [Int]], after last: ScenarioStory.Event?
  ) -> [ScenarioStory.Event] {
    var events: [ScenarioStory.Event] = []
    var isInFront = random.bernoulli(0.5)
    for _ in 0..<random.integer(in: 2..<9) {
      let app = apps[chosen[random.integer(in: 0..<chosen.count)]]
      let isUse = random.bernoulli(0.7)
      let drawn = isUse ? (isInFront ? .home : .open) : act(&random, app, kinds)
      if isUse { isInFront.toggle() }
      guard let act = drawn else { continue }
      let moment =
        events.last.map { $0.second + PhoneAct.waits[random.integer(in: 0..<3)] }
        ?? second(&random, seconds[app.name] ?? [], after: last?.second)
      events.append(ScenarioStory.Event(act, of: app.name, at: moment))
    }
    return events
  }

  private func act(
    _ random: inout RandomStream, _ app: (name: String, drawing: ActDrawing),
    _ wanted: [PhoneAct.Kind]
  ) -> PhoneAct? {
    let kinds = app.drawing.kinds.filter { $0 != .time && wanted.contains($0) }
    guard !kinds.isEmpty else { return nil }
    var act = app.drawing.act(&random, kinds)
    // Written acts carry nothing.
    if case .push(_, let priority) = act { act = .push([], priority) }
    if case .call = act { act = .call([]) }
    return act.words(app: app.name) == nil ? nil : act
  }

  /// Draws what may happen after a second, but what ends a process or keeps it from its data.
  ///
  /// - Parameters:
  ///   - only: the apps that are there; empty: all are.
  func future(
    _ random: inout RandomStream, after second: Int, of only: [String]
  ) -> [ScenarioStory.Event] {
    let apps = only.isEmpty ? apps : apps.filter { only.contains($0.name) }
    let kinds = kinds.filter { $0 != .end && $0 != .lock }
    var second = second
    var events: [ScenarioStory.Event] = []
    for _ in 0..<(apps.isEmpty ? 0 : random.integer(in: 0..<8)) {
      second += PhoneAct.waits[random.integer(in: 0..<PhoneAct.waits.count)]
      guard second < length else { break }
      let app = apps[random.integer(in: 0..<apps.count)]
      guard let act = act(&random, app, kinds) else { continue }
      events.append(ScenarioStory.Event(act, of: app.name, at: second))
    }
    return events
  }

  /// Draws a moment: any minute, soon after something that happened to the app, or soon after the
  /// act before.
  private func second(
    _ random: inout RandomStream, _ seconds: [Int], after last: Int?
  ) -> Int {
    let gap = PhoneAct.waits[random.integer(in: 0..<14)]
    switch random.integer(in: 0..<4) {
    case 0: return 60 * random.integer(in: 0..<(length + 59) / 60)
    case 1 where !seconds.isEmpty: return seconds[random.integer(in: 0..<seconds.count)]
    case 2 where !seconds.isEmpty: return seconds[random.integer(in: 0..<seconds.count)] + gap
    default: return last.map { $0 + gap } ?? random.integer(in: 0..<length)
    }
  }
}

extension ScenarioStory {
  /// Puts the events in order, each a second later than the one before, within the run.
  fileprivate mutating func order(_ length: Int) {
    let inOrder = events.enumerated().sorted {
      ($0.element.second, $0.offset) < ($1.element.second, $1.offset)
    }
    var next = 0
    events = inOrder.compactMap { _, event in
      var event = event
      event.second = max(next, event.second)
      next = event.second + 1
      return event.second < length ? event : nil
    }
    events = Array(events.prefix(30))
  }
}
