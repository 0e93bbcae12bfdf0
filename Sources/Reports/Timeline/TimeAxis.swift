import Simulation

/// The axis of round times of the device's clock.
enum TimeAxis {
  /// The steps in seconds.
  private static let steps = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200,
    86_400, 172_800, 604_800, 2_592_000, 7_776_000, 31_536_000,
  ]

  /// Returns times at even distances, with their texts: `08:00`, `08:00:30`, `day 2 08:00`.
  ///
  /// - Parameters:
  ///   - most: about so many at most.
  static func ticks(
    of clock: DayClock, from: Instant, to: Instant, most: Double
  ) -> [(at: Instant, text: String)] {
    let length = Double(max(1, (to - from).nanoseconds))
    let step = steps.first { Double($0) * 1e9 * most >= length } ?? steps[steps.count - 1]
    let size = Int64(step) * 1_000_000_000
    // The clock at `from` is so far beyond a round time.
    let beyond = ((clock.startsAt + (from - .start)).nanoseconds % size + size) % size
    let first = from + TimeSpan(nanoseconds: beyond == 0 ? 0 : size - beyond)
    var ticks: [(at: Instant, text: String)] = []
    for tick in stride(from: first.nanoseconds, through: to.nanoseconds, by: Int(size)) {
      let text = String(clock.text(Instant(nanoseconds: tick)).dropLast(4))
      ticks.append(
        (Instant(nanoseconds: tick), text.hasSuffix(":00") ? String(text.dropLast(3)) : text))
    }
    return ticks
  }
}
