import Device
import Simulation

/// One app's wish for background time.
struct Claim {
  let app: AppID
  /// What it has had.
  var filled: TimeSpan
  /// What it wants beside that.
  var wanted: TimeSpan
  /// The most that it may be given at once.
  let allowance: TimeSpan
  /// When it last wanted time.
  var at: Instant
}

/// The wishes of all apps, at most one an app.
struct Claims {
  /// In order of `AppID`.
  private var claims: [Claim] = []

  var count: Int { claims.count }

  /// O(log n) for an app that has a claim already, else O(n).
  mutating func set(_ claim: Claim) {
    let position = position(of: claim.app)
    if position < claims.count, claims[position].app == claim.app {
      claims[position] = claim
    } else {
      claims.insert(claim, at: position)
    }
  }

  /// Changes an app's claim if it has one. O(log n).
  mutating func update(_ app: AppID, _ change: (inout Claim) -> Void) {
    let position = position(of: app)
    guard position < claims.count, claims[position].app == app else { return }
    change(&claims[position])
  }

  /// O(n).
  mutating func dropOlder(than limit: Instant) {
    claims.removeAll { $0.at < limit }
  }

  /// What an app gets when the time is divided fairly among all claims; zero without a claim. O(n).
  func share(of app: AppID, in available: TimeSpan) -> TimeSpan {
    let position = position(of: app)
    guard position < claims.count, claims[position].app == app else { return .zero }
    return maxMinAllocation(
      capacity: available, demands: claims.map(\.wanted), held: claims.map(\.filled))[position]
  }

  /// Where the app's claim is or would be.
  private func position(of app: AppID) -> Int {
    var low = 0
    var high = claims.count
    while low < high {
      let middle = (low + high) / 2
      if claims[middle].app < app { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
