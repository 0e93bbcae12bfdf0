import Device
import Simulation

/// A report of why an app was or was not given a slot or background time at a moment, in plain
/// words.
public struct WhyReport: Sendable {
  let policy: String
  let seed: UInt64
  let history: DecisionHistory
  /// The app's standing at the moment that was asked about.
  let standing: AppStanding
  /// The exits of the app, and what has happened nearest to the moment.
  let exits: ExitHistory?

  /// Creates the report.
  ///
  /// - Parameters:
  ///   - standing: of the history's app, at the beginning of the moment.
  public init(
    policy: String, seed: UInt64, history: DecisionHistory, standing: AppStanding,
    exits: ExitHistory? = nil
  ) {
    self.policy = policy
    self.seed = seed
    self.history = history
    self.standing = standing
    self.exits = exits
  }

  /// Whether a decision of the moment, or one that still held, is there to be explained.
  public var hasDecision: Bool { history.decision(explaining: standing) != nil }

  /// Whether a decision fell in the moment itself.
  public var hasDecisionThen: Bool {
    history.decision(explaining: standing).map { history.moment.contains($0.device.now) } ?? false
  }

  /// Returns the report in lines of at most `style.width` columns, each with its newline.
  public func text(_ style: TextStyle = TextStyle()) -> String {
    let decision = history.decision(explaining: standing)
    var sections = [header(decision, style)]
    switch decision {
    case .fetches(let review):
      guard let app = review.standing(of: history.app) else { break }
      if let snapshot = review.candidates.first(where: { $0.app.id == history.app })?.app {
        sections.append(
          state(of: snapshot, review.device, review.room, style, taken: review.taken))
      }
      sections.append(candidates(of: review, style))
      if let table = app.policy?.table { sections.append(score(table, style)) }
      sections.append(bystanders(of: review, style))
      sections.append(chances(style))
      sections.append(
        list(
          remedyTitle(app.outcome), review.remedies(for: app).map { $0.text(review.device.clock) },
          style))
    case .backgroundTime(let grant):
      sections.append(
        state(
          of: grant.request.app, grant.device, standing.nearest?.room, style, taken: grant.granted))
      sections.append(terms(of: grant, style))
      sections.append(list("What would have had to differ", grant.remedies, style))
    case nil:
      sections.append(state(of: standing.app, standing.device, standing.nearest?.room, style))
      sections.append(pieces(style))
      if standing.pieces.isEmpty {
        sections.append(list("For a slot it would have needed", standing.remedies, style))
      }
    }
    sections.append(neighbours(of: decision, style))
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func remedyTitle(_ outcome: CandidateStanding.Outcome) -> String {
    outcome == .started ? "Who would have been next" : "What would have had to differ"
  }

  // MARK: The answer

  var name: String { printable(standing.app.name) }

  var clock: DayClock { standing.device.clock }

  private func header(_ decision: DecisionExplanation?, _ style: TextStyle) -> [String] {
    let title =
      "\(name) under \(printable(policy)), seed \(seed), at \(clock.text(history.moment.lowerBound))"
    let answer =
      decision.map { verdict(on: $0) + decisionTime($0) + missedChances($0) } ?? noDecision
    return wrapped(title, to: style.width).map { style.paint($0, .strong) }
      + [""] + wrapped(answer, to: style.width)
  }

  private func verdict(on decision: DecisionExplanation) -> String {
    switch decision {
    case .fetches(let review):
      guard let app = review.standing(of: history.app) else { return "" }
      return "\(name) \(review.verdict(on: app).text(clock))."
    case .backgroundTime(let grant):
      return "\(name) \(grant.verdict)."
    }
  }

  /// Returns which decision it is, where it did not fall in the moment itself.
  private func decisionTime(_ decision: DecisionExplanation) -> String {
    let at = decision.device.now
    if history.moment.contains(at) { return " This was decided at \(clock.text(at))." }
    let age = shortSpan(seconds: (history.moment.lowerBound - at).seconds)
    return " This was decided at \(clock.text(at)), \(age) before, and it still held."
  }

  private var noDecision: String {
    var text = "There was no decision about \(name) then: it waited for no slot"
    let pieces = standing.pieces
    var reasons =
      pieces.isEmpty
      ? standing.nearest?.ineligibility.map { $0.words(clock) } ?? []
      : ["each of the \(grouped(pieces.count)) that it has asked for has its own reasons, below"]
    if standing.isExtension {
      reasons = ["an extension runs for the notifications of its app only"]
    }
    if !reasons.isEmpty { text += " (\(reasons.joined(separator: ", ")))" }
    return text + (hasPool ? " and asked for no background time." : ".") + nearest + killed
  }

  /// What has happened to the app nearest to the moment.
  private var nearest: String {
    guard let exits else { return "" }
    guard let nearest = exits.nearest else { return " Nothing ever happened to it." }
    let isBefore = nearest.at < history.moment.lowerBound
    let distance =
      isBefore ? history.moment.lowerBound - nearest.at : nearest.at - history.moment.upperBound
    let when =
      history.moment.contains(nearest.at)
      ? "then"
      : "\(shortSpan(seconds: distance.seconds)) \(isBefore ? "before" : "later"), at \(clock.text(nearest.at))"
    return " What happened nearest, \(when): \(printable(nearest.plainWords(on: family)))."
  }

  /// Where the app was killed in the run.
  private var killed: String {
    guard let exit = exits?.exits.first(where: { !$0.reason.isOrderly }) else { return "" }
    let code = exit.code.map { " with \(ExitReason.bothNotations(of: $0))" } ?? ""
    return " It was killed\(code) at \(clock.text(exit.at)):"
      + " 'dormouse why' without --at tells why."
  }

  // MARK: App and device

  private func state(
    of app: AppSnapshot, _ device: DeviceSnapshot, _ room: SlotRoom?, _ style: TextStyle,
    taken: TimeSpan = .zero
  ) -> [String] {
    let now = device.now
    func ago(_ instant: Instant) -> String {
      let ago = shortSpan(seconds: (now - instant).seconds)
      return "\(clock.text(instant))\(now > instant ? ", \(ago) before" : "")"
    }
    var facts: [(String, String)] = [("state", app.state.words)]
    facts.append(("last opened", app.lastOpened.map(ago) ?? "never"))
    if let since = app.waitingSince { facts.append(("waiting since", ago(since))) }
    if let fetch = standing.work.first(where: { $0.kind == .fetch }),
      fetch.wish.minimumInterval < .max
    {
      let interval = fetch.wish.minimumInterval
      facts.append(("interval", "at least \(shortSpan(seconds: interval.seconds)) between fetches"))
    }
    if let began = app.lastFetchBegan {
      let result = app.lastFetchResult.map { ": \($0.name)" } ?? ": without a result"
      facts.append((family == .iOS ? "last fetch" : "last job", ago(began) + result))
    }
    if hasPool {
      facts.append(("time used", "\(seconds(app.usedToday)) this day, \(seconds(app.used)) in all"))
    }
    if let standby = standby(at: now) { facts.append(("bucket", standby.bucket.words)) }
    let title = style.paint(name, .strong) + " at \(clock.text(now))"
    return [title] + lines(facts, style) + [style.paint("Device", .strong)]
      + lines(self.facts(of: device, room, taken), style)
  }

  /// Returns the facts of the device.
  ///
  /// - Parameters:
  ///   - taken: what the decision took out of the pool.
  private func facts(
    of device: DeviceSnapshot, _ room: SlotRoom?, _ taken: TimeSpan
  ) -> [(String, String)] {
    (room.map { [("slots", $0.phrase.text(clock))] } ?? [])
      + (hasPool ? pool(device.pool, room, taken) : idle(at: device.now)) + [
        ("battery", device.power.phrase.text(clock)),
        ("network", device.network.rawValue),
      ]
  }

  private func pool(
    _ pool: PoolSnapshot, _ room: SlotRoom?, _ taken: TimeSpan
  ) -> [(String, String)] {
    let refill = pool.nextRefill.map { "; +\(seconds(pool.refill)) at \(clock.text($0))" }
    return [
      (
        "pool",
        "\(seconds(pool.available)) of \(seconds(pool.capacity))"
          + (room.map { ", enough for \($0.affordable(by: pool))" } ?? "") + (refill ?? "")
      )
    ] + (taken > .zero ? [("pool after", seconds(pool.available - taken))] : [])
  }

  private func idle(at now: Instant) -> [(String, String)] {
    guard let standby = standby(at: now) else { return [] }
    let end = standby.idleUntil.map { ", until \(clock.text($0)) if nobody uses it" } ?? ""
    return [("Doze", standby.idle.words + end)]
  }

  /// What is known of it: how it was at the moment that was asked about.
  private func standby(at now: Instant) -> StandbyStanding? {
    now == standing.device.now ? standing.standby : nil
  }

  private var hasPool: Bool { family == .iOS }

  private var family: SystemFamily { standing.standby == nil ? .iOS : .android }

  private func lines(_ facts: [(String, String)], _ style: TextStyle) -> [String] {
    let width = max(16, 3 + (facts.map(\.0.count).max() ?? 0))
    return facts.flatMap { name, value in
      wrapped(
        value, to: style.width, after: style.paint(filled("  \(name)", to: width), .faint),
        indent: width)
    }
  }

  private func list(_ title: String, _ items: [String], _ style: TextStyle) -> [String] {
    guard !items.isEmpty else { return [] }
    return [style.paint(title, .strong)]
      + items.flatMap { wrapped(printable($0), to: style.width, after: "  - ") }
  }

  private func terms(of grant: GrantReview, _ style: TextStyle) -> [String] {
    var facts = [
      ("asked for", "\(seconds(grant.request.allowance)), \(grant.request.occasion.words)"),
      ("answer", seconds(grant.answer)),
    ]
    if let policy = grant.policy {
      facts.append(("rule", policy.reason))
      facts += policy.terms.map { ($0.name, $0.unit.text($0.value, clock)) }
    }
    return [style.paint("Background time", .strong)] + lines(facts, style)
  }

  // MARK: Before and after

  private func neighbours(of decision: DecisionExplanation?, _ style: TextStyle) -> [String] {
    let decisions = history.neighbours(of: decision)
    guard !decisions.isEmpty else {
      return [
        "No decision was ever about \(name): it never waited for a slot, nor asked for time."
      ]
    }
    let width = decisions.map { clock.text($0.device.now).count }.max() ?? 0
    return [style.paint("Decisions about \(name) around then", .strong)]
      + decisions.flatMap { other -> [String] in
        let isExplained = decision.map { history.isSame($0, other) } ?? false
        let mark = isExplained ? "> " : "  "
        let time = filled(clock.text(other.device.now), to: width + 4)
        return wrapped(summary(of: other), to: style.width, after: mark + time)
      }
  }

  private func summary(of decision: DecisionExplanation) -> String {
    switch decision {
    case .fetches(let review):
      review.standing(of: history.app).map { review.verdict(on: $0).text(clock) } ?? ""
    case .backgroundTime(let grant): grant.verdict
    }
  }
}
