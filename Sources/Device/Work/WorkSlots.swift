import Simulation

/// The slots of all lanes, and what the pool lets be begun in them (F2, F4).
final class WorkSlots: DeviceComponent {
  private let lanes: Kept<[StartSlots]>

  init(_ configuration: DeviceConfiguration) {
    lanes = Kept(
      WorkLane.allCases.map {
        StartSlots($0 == .short ? configuration.fetchSlots : configuration.processingSlots)
      })
  }

  func start(in lane: WorkLane) { lanes.value[lane.index].start(at: now) }

  func finish(in lane: WorkLane) { lanes.value[lane.index].finish() }

  /// Returns the room that a lane has now.
  func room(in lane: WorkLane) -> SlotRoom {
    let startsAt = device.scenario.startsAt
    let free = lanes.value[lane.index].free(at: now, startsAt: startsAt)
    let slots = lanes.value[lane.index]
    let limits = slots.limits(at: now, startsAt: startsAt)
    let allowance =
      switch lane {
      case .short: device.limits.fetch
      case .processing: device.limits.shortestProcessing
      }
    let payable =
      isPaid(in: lane)
      ? Int(device.budget.available.nanoseconds / max(1, allowance.nanoseconds))
      : limits.concurrent
    return SlotRoom(
      lane: lane, free: min(free, payable), running: slots.busy,
      startsInWindow: slots.startsInWindow, limits: limits,
      windowOpens: slots.windowOpens(at: now, startsAt: startsAt), payable: payable,
      allowance: allowance)
  }

  /// Whether the pool pays for work that begins now: on the charger it does not for processing.
  func isPaid(in lane: WorkLane) -> Bool {
    lane == .short || !device.world.power.isCharging
  }

  /// Returns the time that work gets at most if it begins now: its own, or what the pool has left
  /// of it.
  ///
  /// - Parameters:
  ///   - rest: what is not for it.
  func allowance(of kind: WorkKind, leaving rest: TimeSpan = .zero) -> TimeSpan {
    switch kind.lane {
    case .short: device.limits.fetch
    case .processing:
      isPaid(in: kind.lane)
        ? min(device.limits.processing, device.budget.available - rest) : device.limits.processing
    }
  }
}
