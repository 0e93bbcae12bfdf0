import Simulation

/// How much of an app's jobs has begun within a day, by their priorities: it is counted by the hour,
/// and an hour counts until a day after it began.
struct RunScore: Sendable {
  private var hours: [(from: Instant, score: Int)] = []

  mutating func add(_ score: Int, at now: Instant) {
    if let hour = hours.last, now - hour.from <= .hours(1) {
      hours[hours.count - 1].score += score
    } else {
      hours.removeAll { now - $0.from > .days(1) }
      hours.append((now, score))
    }
  }

  func total(at now: Instant) -> Int {
    hours.reduce(0) { now - $1.from > .days(1) ? $0 : $0 + $1.score }
  }
}
