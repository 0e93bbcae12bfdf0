/// Counts of things by number; once their total reaches the memory all fade by half, so that what
/// was long ago weighs less and less.
struct FadingCounts {
  /// The greatest total.
  let memory: Double
  private var values: [Double] = []
  private(set) var total = 0.0

  /// Creates empty counts.
  ///
  /// - Parameters:
  ///   - memory: the greatest total; above zero.
  init(memory: Double) { self.memory = memory }

  /// The count of a number; zero where nothing was counted. O(1).
  subscript(index: Int) -> Double { index < values.count ? values[index] : 0 }

  /// Counts a number. O(1), except when it is higher than all before or all counts fade.
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
