import Simulation

/// One radio, driven by transfers: from the start of a transfer to its end packets flow without a
/// pause, then the tail begins anew. Moments never go backwards.
public struct RadioMeter: Sendable {
  private let model: RadioModel
  private var settled = Energy.zero
  private var settledUntil = Instant.start
  private var transfers = 0
  /// The moment of the last packet; nil before the first.
  private var lastPacket: Instant?

  public init(_ model: RadioModel) {
    self.model = model
  }

  /// A transfer begins. The promotion of a radio lies before it and does not delay it.
  public mutating func begin(at now: Instant) {
    settle(at: now)
    if transfers == 0 { settled += model.promotion(after: lastPacket.map { now - $0 }) }
    transfers += 1
  }

  /// A transfer that has begun ends.
  public mutating func end(at now: Instant) {
    settle(at: now)
    transfers -= 1
    lastPacket = now
  }

  /// Spent so far.
  public func energy(at now: Instant) -> Energy {
    if transfers > 0 { return settled + model.tail[0].power * (now - settledUntil) }
    guard let lastPacket else { return settled }
    return settled + model.tailEnergy(ofFirst: now - lastPacket)
      - model.tailEnergy(ofFirst: settledUntil - lastPacket)
  }

  /// For how long the radio stays awake if no packet comes; zero when it sleeps.
  public func tail(at now: Instant) -> TimeSpan {
    if transfers > 0 { return model.tailLength }
    return lastPacket.map { max(.zero, model.tailLength - (now - $0)) } ?? .zero
  }

  private mutating func settle(at now: Instant) {
    settled = energy(at: now)
    settledUntil = now
  }
}
