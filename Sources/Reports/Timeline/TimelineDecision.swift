import Device
import Simulation

/// One decision of the policy, in the words and figures of `dormouse why`.
public struct TimelineDecision: Sendable, Equatable {
  /// An app that took part, in the policy's order.
  public struct Candidate: Sendable, Equatable {
    public let app: String
    /// The cells, one string a column.
    public let cells: [String]
    public let isChosen: Bool
    /// The verdict in a sentence without the app's name; nil where a trace does not have it.
    public let verdict: String?
    /// The changes that would have been needed, or the app that would have been next.
    public let remedies: [String]
  }

  public let at: Instant
  /// The decision in one line.
  public let title: String
  /// The state of the device then, by name.
  public let facts: [(name: String, value: String)]
  /// The order of the candidates; nil where the policy gives none.
  public let order: String?
  public let columns: [String]
  public let candidates: [Candidate]
  /// The number of candidates beyond those that are shown.
  public let others: Int
  /// The apps that were no candidates, by reason.
  public let bystanders: [(reason: String, apps: [String])]

  /// The most candidates that a decision shows.
  static let most = TextStyle().rows ?? .max

  public static func == (left: Self, right: Self) -> Bool {
    left.at == right.at && left.title == right.title && left.candidates == right.candidates
      && left.columns == right.columns && left.order == right.order && left.others == right.others
  }
}

// Decisions that a device has explained.
extension TimelineDecision {
  init(_ review: WorkReview) {
    let clock = review.device.clock
    let all = review.apps.filter(\.isCandidate)
    // Chosen candidates are shown in any case.
    let shown = all.enumerated().filter { index, standing in
      index < Self.most || standing.outcome == .started
    }.map(\.element)
    let terms = shown.first { $0.policy.map { !$0.terms.isEmpty } ?? false }?.policy?.terms ?? []
    let hasKinds = all.contains { $0.kind != .fetch }
    at = review.device.now
    let chosen = all.filter { $0.outcome == .started }.map(\.app.name)
    let free = "\(review.room.free) free slot\(review.room.free == 1 ? "" : "s")"
    title =
      chosen.isEmpty
      ? "Nobody was chosen for \(free)"
      : "\(chosen.prefix(6).joined(separator: ", "))"
        + (chosen.count > 6 ? " and \(chosen.count - 6) others" : "") + " chosen for \(free)"
    facts = Self.facts(of: review.device, review.room)
    order = review.measure.map { "\($0.name), the \($0.first) first" }
    columns =
      (hasKinds ? ["waits for"] : []) + ["place"] + (review.measure.map { [$0.name] } ?? [])
      + terms.map(\.name) + ["waiting", "outcome"]
    candidates = shown.map { standing in
      let score = review.measure.map { measure in
        [standing.policy?.score.map { measure.unit.text($0, clock) } ?? "-"]
      }
      let values = terms.map { term in
        standing.policy?.terms.first { $0.name == term.name }.map {
          $0.unit.text($0.value, clock)
        } ?? "-"
      }
      let waited = standing.app.waitingSince.map { (review.device.now - $0).seconds }
      return Candidate(
        app: standing.app.name,
        cells: (hasKinds ? [standing.kind.rawValue] : [])
          + [standing.rank.map { "\($0)" } ?? "-"] + (score ?? []) + values
          + [waited.map { shortSpan(seconds: $0) } ?? "-", standing.outcomeWords],
        isChosen: standing.outcome == .started, verdict: review.verdict(on: standing),
        remedies: review.remedies(for: standing))
    }
    others = all.count - shown.count
    bystanders = review.bystanders
  }

  init(_ grant: GrantReview) {
    let clock = grant.device.clock
    at = grant.device.now
    title = "\(grant.request.app.name) \(grant.verdict)"
    facts =
      Self.facts(of: grant.device, nil) + [
        ("asked for", "\(seconds(grant.request.allowance)), \(grant.request.occasion.words)"),
        ("answer", seconds(grant.answer)),
      ] + (grant.policy.map { [("rule", $0.reason)] } ?? [])
      + (grant.policy?.terms.map { ($0.name, $0.unit.text($0.value, clock)) } ?? [])
    order = nil
    columns = ["given"]
    candidates = [
      Candidate(
        app: grant.request.app.name, cells: [seconds(grant.granted)],
        isChosen: grant.granted > .zero, verdict: grant.verdict, remedies: grant.remedies)
    ]
    others = 0
    bystanders = []
  }

  private static func facts(
    of device: DeviceSnapshot, _ room: SlotRoom?
  ) -> [(name: String, value: String)] {
    let power = device.power
    return (room.map { [("slots", $0.words)] } ?? []) + [
      ("pool", "\(seconds(device.pool.available)) of \(seconds(device.pool.capacity))"),
      (
        "battery",
        "\(grouped(power.level * 100, decimals: 0))%, "
          + (power.isCharging ? "charging" : "off the charger")
          + (power.isLowPowerMode ? ", Low Power Mode" : "")
      ),
      ("network", device.network.rawValue),
    ]
  }
}
