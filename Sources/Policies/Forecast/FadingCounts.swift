/// Counts of things by number; once there are as many as it remembers all fade by half, so that
/// what was long ago weighs less and less.
struct FadingCounts {
  /// What the total may reach.
  let memory: Double
  private var values: [Double] = []
  private(set) var total = 0.0

  /// - Parameters:
  ///   - memory: above zero.
  init(memory: Double) { self.memory = memory }

  /// Zero where nothing was counted. O(1).
  subscript(index: Int) -> Double { index < values.count ? values[index] : 0 }

  /// O(1), but where a number is higher than all before or all counts fade.
  mutating func add(_ weight: Double = 1, at index: Int) {
    if index >= values.count {
      values.append(contentsOf: repeatElement(0, count: index + 1 - values.count))
    }
    values[index] += weight
    total += weight
    guard total > memory else { return }
    for index in values.indices { values[index] /= 2 }
    total /= 2
  }
}
