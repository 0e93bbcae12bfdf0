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

    /// Returns the energy that the first part of the phase takes.
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
  /// The power that bytes add to that of the first phase, in watts for each million bits a second.
  private let throughput: (up: Double, down: Double)
  /// Goes before a packet in the last phase of the tail; nil: none does.
  private let lastPromotion: Phase?
  /// For how long it stays awake after its last packet.
  public let tailLength: TimeSpan
  /// The energy of a tail that nothing disturbs.
  private var wholeTail = Energy.zero

  private init(
    promotion: Phase = Phase(lasts: .zero, power: .watts(0)), tail: [Phase],
    throughput: (up: Double, down: Double) = (0, 0), lastPromotion: Phase? = nil
  ) {
    self.promotion = promotion
    self.tail = tail
    self.throughput = throughput
    self.lastPromotion = lastPromotion
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
    ], throughput: (up: 0.43839, down: 0.05197))

  /// Idle to DCH, then the tails of DCH and FACH. From FACH back to DCH it takes 1.5 s (Qian et al.,
  /// "Characterizing Radio Resource Allocation for 3G Networks", IMC 2010; ARO's default); at the
  /// power of the other promotion, which is assumed: ARO's default profile has .55 and .53 W.
  public static let threeG = RadioModel(
    promotion: Phase(lasts: .seconds(2), power: .watts(0.65)),
    tail: [
      Phase(lasts: .seconds(4), power: .watts(1.3)), Phase(lasts: .seconds(10), power: .watts(0.3)),
    ], lastPromotion: Phase(lasts: .milliseconds(1_500), power: .watts(0.65)))

  public static let wifi = RadioModel(
    tail: [Phase(lasts: .milliseconds(250), power: .watts(0.403))])

  /// Returns the energy of the first part of an undisturbed tail.
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

  /// Returns the energy that a packet adds which comes so long after the last: the promotion of a
  /// radio that sleeps, or that has fallen back to the last phase of its tail, whose power it takes
  /// the place of.
  ///
  /// - Parameters:
  ///   - pause: nil: it is the first.
  func promotion(after pause: TimeSpan?) -> Energy {
    guard let pause, pause < tailLength else { return promotion.energy(ofFirst: promotion.lasts) }
    guard let lastPromotion, let last = tail.last else { return .zero }
    let inLast = pause - (tailLength - last.lasts)
    guard inLast > .zero else { return .zero }
    return lastPromotion.energy(ofFirst: lastPromotion.lasts)
      - last.power * min(inLast, lastPromotion.lasts)
  }

  /// Returns the energy of bytes, beside the time that they take.
  func energy(of load: Load) -> Energy {
    // A watt for each million bits a second is eight microjoules a byte.
    let joules = (load.sent * throughput.up + load.received * throughput.down) * 8e-6
    return Energy(femtojoules: Int128((joules * 1e15).rounded()))
  }

  /// Returns the energy that one more transfer adds, beside that of its bytes: the promotion of a
  /// radio that sleeps, the transfer, and the longer time that the radio stays awake for it.
  ///
  /// - Parameters:
  ///   - left: for how long the radio would stay awake without it; zero when it sleeps.
  public func cost(ofTransferLasting time: TimeSpan, tailLeft left: TimeSpan) -> Energy {
    let passed = tailLength - min(max(left, .zero), tailLength)
    return promotion(after: passed) + tail[0].power * time + tailEnergy(ofFirst: passed)
  }
}

extension CellularTechnology {
  public var radio: RadioModel {
    switch self {
    case .lte: .lte
    case .threeG: .threeG
    }
  }
}

extension EnergyConfiguration {
  /// Returns the radio that a network uses; nil without a network.
  public func radio(of network: NetworkKind) -> RadioModel? {
    switch network {
    case .none: nil
    case .wifi: .wifi
    case .cellular: cellular.radio
    }
  }
}
