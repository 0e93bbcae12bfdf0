import Device
import Simulation

/// Acts that can happen to an app as it is declared, drawn at random.
struct ActDrawing {
  /// The groups of acts that mean something to the app.
  let kinds: [PhoneAct.Kind]
  private let tasks: [String]
  private let pushes: [[PushField]]
  private let calls: [[PushField]]
  private let fetches: Bool
  private let hasJobs: Bool
  private let hasWidget: Bool
  private let watchesRegions: Bool
  /// What the phone suffers from that the app's text heeds.
  private let strains: [PhoneAct]

  init(_ dryRun: DryRun) {
    self.init(
      dryRun.scenario.apps[0], on: dryRun.scenario.device.platform, dryRun.assumed,
      hasServers: !dryRun.scenario.servers.isEmpty,
      hasExtension: dryRun.scenario.apps.contains { $0.serves == AppID(0) })
  }

  /// - Parameters:
  ///   - assumed: what the app's text makes likely of it.
  ///   - hasExtension: whether a notification service extension serves the app.
  init(
    _ app: AppConfiguration, on platform: Platform, _ assumed: AssumedApp, hasServers: Bool,
    hasExtension: Bool = false
  ) {
    watchesRegions = assumed.watchesRegions
    strains =
      (assumed.heedsMemory ? [.memoryWarning] : [])
      + (assumed.heedsHeat ? [.heat(.serious), .heat(.critical), .heat(.nominal)] : [])
    tasks = app.permittedIdentifiers
    hasJobs = platform.family == .android
    fetches = app.modes.contains(.fetch)
    hasWidget = app.widget != nil && platform.has(.widgets)
    let takesPushes =
      platform.family == .android
      ? assumed.receivesMessages
      : app.modes.contains(.remoteNotification) && platform.has(.silentPush)
    pushes = takesPushes ? assumed.pushes.all : []
    let takesCalls = app.modes.contains(.voip) && platform.has(.pushKit)
    calls = takesCalls ? assumed.calls.all : []
    var kinds: [PhoneAct.Kind] = [.use, .time, .end, .network, .power, .lock]
    // Twice: the work that it is launched for is what an app does in the background.
    kinds += [.work, .work]
    if hasServers { kinds.append(.servers) }
    if takesCalls { kinds.append(.calls) }
    if app.modes.contains(.location) || watchesRegions { kinds.append(.travel) }
    if assumed.usesAccessories { kinds.append(.accessories) }
    if hasExtension, platform.has(.notificationService) { kinds.append(.alerts) }
    if !strains.isEmpty { kinds.append(.strain) }
    self.kinds = kinds
  }

  /// Draws a story of all kinds of acts.
  func story(_ random: inout RandomStream) -> Story {
    Story(story(&random, kinds: kinds, length: random.integer(in: 2..<16)))
  }

  /// Draws a story of some acts; each leaves time for what follows from it as a rule.
  func story(_ random: inout RandomStream, kinds: [PhoneAct.Kind], length: Int) -> [PhoneAct] {
    var acts: [PhoneAct] = []
    while acts.count < length {
      // Nothing happens to an app that nobody has ever opened, or little.
      acts.append(acts.isEmpty && random.bernoulli(0.8) ? .open : act(&random, kinds))
      if random.bernoulli(0.8) { acts.append(wait(&random)) }
    }
    return acts
  }

  /// Draws an act of some groups.
  func act(_ random: inout RandomStream, _ kinds: [PhoneAct.Kind]) -> PhoneAct {
    switch kinds[random.integer(in: 0..<kinds.count)] {
    case .time: return wait(&random)
    case .use: return random.bernoulli(0.5) ? .open : .home
    case .work: return work(&random)
    case .end:
      return ActDrawing.one(of: [.expire, .expire, .killForMemory, .forceQuit, .prewarm], &random)
    case .network:
      return .network(ActDrawing.one(of: [.none, .none, .wifi, .cellular], &random))
    case .servers:
      return .servers(
        ActDrawing.one(
          of: [
            .down, .slow(by: .seconds(40)), .slow(by: .minutes(10)), .status(401), .status(500),
            .usual,
          ], &random))
    case .power: return .lowPowerMode(random.bernoulli(0.7))
    case .lock: return ActDrawing.one(of: [.lock, .unlock, .reboot], &random)
    case .calls:
      return ActDrawing.one(
        of: [.call(ActDrawing.one(of: calls, &random)), .answerCall, .endCall], &random)
    case .travel:
      if watchesRegions, random.bernoulli(0.7) {
        return .cross("", inside: random.bernoulli(0.5))
      }
      return .move(random.integer(in: 0..<5))
    case .accessories:
      return ActDrawing.one(
        of: [.disconnect(""), .connect(""), .sendValue(""), .sendValue("")], &random)
    case .alerts: return .alert("news")
    case .strain: return ActDrawing.one(of: strains, &random)
    }
  }

  private func work(_ random: inout RandomStream) -> PhoneAct {
    var acts: [PhoneAct] = [hasJobs ? .jobs : .transfers]
    if fetches { acts += [.fetch, .fetch] }
    if hasWidget { acts += [.reload, .reload] }
    acts += tasks.flatMap { [.task($0), .task($0)] }
    acts += pushes.map { .push($0) }
    // A message of high priority comes through Doze, and may start a service.
    if hasJobs { acts += pushes.map { .push($0, .high) } }
    return ActDrawing.one(of: acts, &random)
  }

  func wait(_ random: inout RandomStream) -> PhoneAct {
    let longest = ActDrawing.one(of: PhoneAct.waits, &random)
    if random.bernoulli(0.7) { return .wait(longest) }
    return .wait(random.integer(in: (longest + 1) / 2..<longest + 1))
  }

  private static func one<Element>(of list: [Element], _ random: inout RandomStream) -> Element {
    list[random.integer(in: 0..<list.count)]
  }
}
