import Simulation

/// The times when an app did not do the same in two runs, by its activities; its tasks and requests
/// are not compared.
struct ActivityDifference {
  let first: Timeline.AppLane
  let second: Timeline.AppLane
  /// The runs are of two systems, which call the same work by other names: a fetch of iOS is a job on
  /// Android.
  var areOfTwoSystems = false

  /// Returns the times up to a moment, in order, none touching the next. O(activities).
  func spans(upTo end: Instant) -> [(from: Instant, to: Instant)] {
    var spans: [(from: Instant, to: Instant)] = []
    var (left, right) = (first.activities[...], second.activities[...])
    var now = Instant.start
    while now < end {
      left = left.drop { $0.to <= now }
      right = right.drop { $0.to <= now }
      let next = min(end, Self.change(in: left, after: now), Self.change(in: right, after: now))
      if activity(of: left, at: now) != activity(of: right, at: now) {
        if spans.last?.to == now {
          spans[spans.count - 1].to = next
        } else {
          spans.append((now, next))
        }
      }
      now = next
    }
    return spans
  }

  /// Returns the first of the activities that are not over, if it has begun; else nothing.
  private func activity(
    of activities: ArraySlice<Timeline.ActivitySpan>, at now: Instant
  ) -> Activity? {
    let activity = activities.first.flatMap { $0.from <= now ? $0.activity : nil }
    return areOfTwoSystems && activity == .service ? .fetching : activity
  }

  /// Returns when the first of the activities begins or ends.
  private static func change(
    in activities: ArraySlice<Timeline.ActivitySpan>, after now: Instant
  ) -> Instant {
    guard let first = activities.first else { return .distantFuture }
    return first.from > now ? first.from : first.to
  }
}
