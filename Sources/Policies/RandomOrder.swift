import Device
import Simulation

/// A policy by which fetches start in an order drawn anew each time, every candidate as likely as
/// any other.
///
/// Random order of service (Kingman, Proc. Camb. Phil. Soc. 58, 1962): on one slot the mean wait is
/// that of first-come, the spread is larger. It draws from a stream of its own, so neither apps nor
/// user see another world for it. The probability that an app goes on waiting falls geometrically.
public final class RandomOrder: SchedulingPolicy {
  public let name = "random"
  private var random: RandomStream

  public init(seed: UInt64) {
    random = RandomStream(seed: seed, name: "policy/random")
  }

  public func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> WorkDecision
  {
    .first(
      of: candidates, slots: slots, on: device, because: "drawn",
      order: .number("draw", scale: 0x1p63)
    ) { _ in Int64(random.next() >> 1) }
  }
}

extension RandomOrder {
  static let entry = PolicyEntry(
    name: "random",
    summary: "starts fetches in an order drawn anew each time; time as first-come",
    explanation: """
      Each time slots are free, they go to candidates drawn with equal chances, from a random \
      stream of the policy's own. Any rule that looks at the apps should beat it.
      """,
    source: "random order of service: Kingman, Proc. Camb. Phil. Soc. 58, 1962",
    promisesNoStarvation: true
  ) { _, world in RandomOrder(seed: world.seed) }
}
