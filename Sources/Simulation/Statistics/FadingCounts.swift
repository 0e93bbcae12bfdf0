/// Counts of things by number, which fade: once they add up to more than the memory, all are
/// halved, so that what was long ago weighs less and less.
public struct FadingCounts: Sendable {
  /// The most that the total reaches; with infinity nothing fades.
  public let memory: Double
  /// The sum of all counts.
  public private(set) var total = 0.0
  private var values: [Double] = []

  /// Counts of which none was made yet.
  ///
  /// - Parameters:
  ///   - memory: the most that the total reaches, above zero; nothing fades with infinity.
  public init(memory: Double = .infinity) { self.memory = memory }

  /// The count at a number, which is not negative; 0 where nothing was counted. O(1).
  public subscript(number: Int) -> Double { number < values.count ? values[number] : 0 }

  /// Adds to the count at a number. O(1), but where a number is higher than all before or all
  /// counts fade.
  public mutating func add(_ weight: Double = 1, at number: Int) {
    if number >= values.count {
      values.append(contentsOf: repeatElement(0, count: number + 1 - values.count))
    }
    values[number] += weight
    total += weight
    guard total > memory else { return }
    for index in values.indices { values[index] /= 2 }
    total /= 2
  }
}
