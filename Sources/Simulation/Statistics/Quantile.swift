/// The quantile of a sample by linear interpolation between its order statistics: type 7 of Hyndman
/// and Fan (1996), as R, NumPy and spreadsheets compute it.
///
/// `probability` is in 0...1; nil without values. O(n log n); see `quantile(_:ofSorted:)` for
/// several quantiles of one sample.
public func quantile(_ probability: Double, of sample: [Double]) -> Double? {
  quantile(probability, ofSorted: sample.sorted())
}

/// The same of a sample that is in ascending order. O(1).
public func quantile(_ probability: Double, ofSorted sample: [Double]) -> Double? {
  guard probability >= 0, probability <= 1 else {
    fatalError("quantile: the probability \(probability) is not in 0...1")
  }
  guard let last = sample.indices.last else { return nil }
  let position = probability * Double(last)
  let below = Int(position)
  guard below < last else { return sample[last] }
  let fraction = position - Double(below)
  return sample[below] + fraction * (sample[below + 1] - sample[below])
}
