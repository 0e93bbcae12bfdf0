/// The values of a sequence, kept for their quantiles, with running statistics.
///
/// Zeros, of which there may be many, are only counted.
public struct Sample: Hashable, Sendable {
  private var tally = RunningMoments()
  private var values: [Double] = []

  public init() {}

  public mutating func add(_ value: Double) {
    tally.add(value)
    if value != 0 { values.append(value) }
  }

  /// Adds the values of another sample, in their order. O(n).
  public mutating func add(_ other: Sample) {
    for value in other.values { add(value) }
    for _ in 0..<(other.count - other.values.count) { add(0) }
  }

  public var count: Int { tally.count }
  /// The arithmetic mean; nil without values.
  public var mean: Double? { tally.mean }
  /// The largest value; nil without values.
  public var max: Double? { tally.max }

  /// A quantile of all values; nil without values. O(n log n).
  public func quantile(_ probability: Double) -> Double? {
    count > 0 ? Sample.quantile(probability, of: CollectionOfOne(self)) : nil
  }

  /// A quantile of all values of several samples together; nil without values. O(n log n).
  public static func quantile(_ probability: Double, of samples: some Sequence<Sample>) -> Double? {
    var values: [Double] = []
    for sample in samples {
      values.append(contentsOf: sample.values)
      values.append(contentsOf: repeatElement(0, count: sample.count - sample.values.count))
    }
    values.sort()
    return Simulation.quantile(probability, ofSorted: values)
  }
}
