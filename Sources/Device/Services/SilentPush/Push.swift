import Simulation

/// A silent push on its way.
struct Push {
  let id: PushID
  /// Position in `Scenario.pushes`; nil: a driver has sent it.
  let source: Int?
  let userInfo: [PushField]
}

/// How long pushes have come so close to each other that one may keep running what another began.
struct PushChain {
  private var began = Instant.start
  private var last: Instant?
  private(set) var longest = TimeSpan.zero

  /// Whether any came.
  var isEmpty: Bool { last == nil }

  /// A push comes.
  ///
  /// - Parameters:
  ///   - reach: two that are further apart do not touch.
  mutating func add(at now: Instant, reach: TimeSpan) {
    if let last, now - last <= reach {
      longest = max(longest, now - began)
    } else {
      began = now
    }
    last = now
  }
}
