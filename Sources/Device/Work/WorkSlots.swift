import Simulation

/// The slots of all lanes, and what the pool lets be begun in them (F2, F4).
final class WorkSlots: DeviceComponent {
  private let lanes: Kept<[StartSlots]>

  init(_ configuration: DeviceConfiguration) {
    lanes = Kept(
      WorkLane.allCases.map {
        StartSlots(configuration.slots(of: $0))
      })
  }

  func start(in lane: WorkLane) { lanes.value[lane.index].start(at: now) }

  func finish(in lane: WorkLane) { lanes.value[lane.index].finish() }

  /// Returns the room that a lane has now.
  func room(in lane: WorkLane) -> SlotRoom {
    let startsAt = device.scenario.startsAt
    let free = lanes.value[lane.index].free(at: now, startsAt: startsAt)
    let limits = lanes.value[lane.index].limits(at: now, startsAt: startsAt)
    let allowance =
      switch lane {
      case .short: device.limits.fetch
      case .processing: device.limits.shortestProcessing
      case .jobs: longestJob
      }
    let payable =
      isPaid(in: lane)
      ? Int(device.budget.available.nanoseconds / max(1, allowance.nanoseconds))
      : limits.concurrent
    return SlotRoom(
      lane: lane, free: min(free, payable), running: lanes.value[lane.index].busy,
      startsInWindow: lanes.value[lane.index].startsInWindow, limits: limits,
      windowOpens: lanes.value[lane.index].windowOpens(at: now, startsAt: startsAt),
      payable: payable,
      allowance: allowance)
  }

  private var longestJob: TimeSpan { device.scenario.device.longestContentWork }

  /// Whether the pool pays for work that begins now: on the charger it does not for processing, and
  /// never for jobs, which have quotas.
  func isPaid(in lane: WorkLane) -> Bool {
    switch lane {
    case .short: true
    case .processing: !device.world.power.isCharging
    case .jobs: false
    }
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
    case .jobs: longestJob
    }
  }
}

extension DeviceConfiguration {
  /// Returns the limits of the slots of a lane. Those of jobs are a number of the system's, and their
  /// starts have no limit (`Int.max`); iOS has no jobs.
  public func slots(of lane: WorkLane) -> SlotLimits {
    switch lane {
    case .short: fetchSlots
    case .processing: processingSlots
    case .jobs: SlotLimits(concurrent: platform.android?.jobs.appsAtOnce ?? 0, starts: .max)
    }
  }

  /// The lane of work that fetches content: that of jobs on Android.
  public var contentLane: WorkLane { platform.android == nil ? .short : .jobs }

  /// The time that such work is given in any case.
  public var longestContentWork: TimeSpan { platform.android?.jobs.guarantee ?? limits.fetch }
}
