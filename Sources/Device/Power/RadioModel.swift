import Simulation

/// The power states of a radio and how long it stays in each.
///
/// State machine and constants are those of AT&T's Application Resource Optimizer; those of LTE
/// agree with Huang et al., "A Close Examination of Performance and Power Characteristics of 4G LTE
/// Networks" (MobiSys 2012). An idle radio counts nothing: its paging goes on whatever apps do.
public struct RadioModel: Sendable {
  /// A state that lasts, unless a packet ends it.
  struct Phase: Sendable {
    var lasts: TimeSpan
    var power: Power
    /// Listens for so long at the beginning of each period (discontinuous reception).
    var ping: (every: TimeSpan, lasts: TimeSpan, power: Power)?

    /// What the first part of it takes.
    func energy(ofFirst time: TimeSpan) -> Energy {
      guard let ping else { return power * time }
      let periods = time.nanoseconds / ping.every.nanoseconds
      let rest = TimeSpan(nanoseconds: time.nanoseconds % ping.every.nanoseconds)
      let pinging = ping.lasts * Int(periods) + min(rest, ping.lasts)
      return ping.power * pinging + power * (time - pinging)
    }
  }

  /// Goes before the first packet of an idle radio.
  let promotion: Phase
  /// After each packet, one after the other; then it is idle. Packets flow at the first one's
  /// power.
  let tail: [Phase]
  /// For how long it stays awake after its last packet.
  public let tailLength: TimeSpan
  /// What a tail takes that nothing disturbs.
  private var wholeTail = Energy.zero

  private init(promotion: Phase = Phase(lasts: .zero, power: .watts(0)), tail: [Phase]) {
    self.promotion = promotion
    self.tail = tail
    tailLength = tail.reduce(.zero) { $0 + $1.lasts }
    wholeTail = energy(ofTailUntil: tailLength)
  }

  public static let lte = RadioModel(
    promotion: Phase(lasts: .milliseconds(260), power: .watts(1.21)),
    tail: [
      Phase(lasts: .milliseconds(100), power: .watts(1.2)),
      Phase(
        lasts: .milliseconds(20), power: .watts(1.06),
        ping: (every: .milliseconds(20), lasts: .milliseconds(2), power: .watts(1.68))),
      Phase(
        lasts: .seconds(10), power: .watts(1.06),
        ping: (every: .milliseconds(40), lasts: .milliseconds(2), power: .watts(1.68))),
    ])

  /// Idle to DCH, then the tails of DCH and FACH.
  public static let threeG = RadioModel(
    promotion: Phase(lasts: .seconds(2), power: .watts(0.65)),
    tail: [
      Phase(lasts: .seconds(4), power: .watts(1.3)), Phase(lasts: .seconds(10), power: .watts(0.3)),
    ])

  public static let wifi = RadioModel(
    tail: [Phase(lasts: .milliseconds(250), power: .watts(0.403))])

  /// What the first part of an undisturbed tail takes.
  func tailEnergy(ofFirst time: TimeSpan) -> Energy {
    time >= tailLength ? wholeTail : energy(ofTailUntil: time)
  }

  private func energy(ofTailUntil time: TimeSpan) -> Energy {
    var rest = time
    var energy = Energy.zero
    for phase in tail where rest > .zero {
      energy += phase.energy(ofFirst: min(rest, phase.lasts))
      rest -= phase.lasts
    }
    return energy
  }

  /// What one more transfer adds: the promotion of a radio that sleeps, the transfer, and what it
  /// makes the radio stay awake longer.
  ///
  /// - Parameters:
  ///   - left: for how long the radio would stay awake without it; zero when it sleeps.
  public func cost(ofTransferLasting time: TimeSpan, tailLeft left: TimeSpan) -> Energy {
    let sleeps = left <= .zero
    let passed = tailLength - min(max(left, .zero), tailLength)
    return (sleeps ? promotion.energy(ofFirst: promotion.lasts) : .zero)
      + tail[0].power * time + tailEnergy(ofFirst: passed)
  }
}

/// What the cellular network is.
public enum CellularTechnology: String, CaseIterable, Sendable {
  case lte
  case threeG = "3g"

  public var radio: RadioModel {
    switch self {
    case .lte: .lte
    case .threeG: .threeG
    }
  }
}
