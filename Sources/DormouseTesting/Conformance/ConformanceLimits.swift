import Device
import Simulation

extension PolicyTrial {
  /// Makes the calls that a policy meets rarely and must survive all the same.
  mutating func goToLimits() {
    let pools: [TimeSpan] = [.zero, .nanoseconds(1), .seconds(45), .hours(24), .max]
    for pool in pools {
      let device = snapshot(pool: pool)
      for count in [0, 1, 2, 1_000] {
        let payable = Int(pool / .seconds(30))
        for slots in [0, 1, 3, .max] {
          for lane in WorkLane.allCases {
            _ = fetches(candidates(count, in: lane), slots: min(slots, payable), device: device)
          }
        }
        _ = reclaim(
          holders(count),
          for: BackgroundTimeRequest(
            app: app(count), occasion: .enteringBackground, allowance: .seconds(30), openTasks: 1),
          device: device)
      }
      for kind in WorkKind.allCases {
        _ = fetches([enormous(kind)], slots: pool == .max ? 1 : 0, device: device)
      }
      for allowance in [TimeSpan.zero, .nanoseconds(1), .seconds(30), .max] {
        for app in [app(0), enormous(.fetch).app] {
          _ = backgroundTime(
            BackgroundTimeRequest(
              app: app, occasion: .begunInBackground, allowance: allowance, openTasks: .max),
            device: device)
        }
      }
    }
    observeUnknown()
  }

  /// Reports outcomes of apps that the policy never gave anything, and of apps that it does not
  /// know.
  private mutating func observeUnknown() {
    for app in [AppID(0), AppID(1_001), enormous(.fetch).app.id] {
      observe(.opened(app: app, at: .distantFuture))
      for kind in WorkKind.allCases {
        observe(.work(kind, app: app, at: .distantFuture, result: nil, took: .max))
      }
      observe(
        .backgroundTime(
          app: app, at: .distantFuture, granted: .max, used: .max, expired: true))
    }
    _ = fetches(candidates(3, in: .short), slots: 1, device: snapshot(pool: .hours(1)))
  }

  private func snapshot(pool: TimeSpan) -> DeviceSnapshot {
    DeviceSnapshot(
      now: Instant.start + .days(1), timeOfDay: .zero,
      power: PowerStatus(level: 0, isCharging: false, isLowPowerMode: true), network: .none,
      pool: PoolSnapshot(available: pool, capacity: pool, nextRefill: nil, refill: .zero),
      freeSlots: .max, appCount: 1_000)
  }

  private func app(_ index: Int) -> AppSnapshot {
    AppSnapshot(id: AppID(index), name: "app-\(index)")
  }

  /// Returns candidates of all kinds of the lane in turn.
  private func candidates(_ count: Int, in lane: WorkLane) -> WorkCandidates {
    let kinds = WorkKind.allCases.filter { $0.lane == lane }
    return WorkCandidates(
      (0..<count).map {
        WorkCandidate(
          app: app($0), kind: kinds[$0 % kinds.count], eligibleSince: .start,
          minimumInterval: .minutes(15), allowance: .seconds(30))
      })
  }

  private func holders(_ count: Int) -> [BackgroundHolder] {
    (0..<count).map {
      BackgroundHolder(
        app: app($0), deadline: .start + .days(2), openTasks: 1)
    }
  }

  /// Returns a candidate of which every number is as large as it can be.
  private func enormous(_ kind: WorkKind) -> WorkCandidate {
    var app = AppSnapshot(id: AppID(1_002), name: "")
    app.lastOpened = .distantFuture
    app.opensByHour = Array(repeating: .max, count: 24)
    app.lastFetchBegan = .distantFuture
    app.lastFetchResult = .failed
    app.failuresInARow = .max
    app.usedToday = .max
    app.used = .max
    app.waitingSince = .start
    return WorkCandidate(
      app: app, kind: kind, eligibleSince: .start, earliest: .distantFuture,
      latest: .distantFuture, minimumInterval: .max, allowance: .max,
      requirements: [.network, .externalPower, .idleDevice])
  }
}
