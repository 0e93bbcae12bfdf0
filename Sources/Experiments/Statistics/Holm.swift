/// Returns the p-values of several hypotheses, adjusted so that the probability of rejecting any
/// true one is at most the level at which they are judged (Holm 1979, "A simple sequentially
/// rejective multiple test procedure").
///
/// The i-th smallest of m, counted from 0, becomes the greatest of (m − j) p_j over j ≤ i, at most
/// 1. The result is in the order given and holds whatever the dependence between the tests; a nil
/// is not a hypothesis and stays nil. O(m log m).
public func holmAdjusted(_ p: [Double?]) -> [Double?] {
  let ascending = p.enumerated()
    .compactMap { place, p in p.map { (place: place, p: $0) } }
    .sorted { ($0.p, $0.place) < ($1.p, $1.place) }
  var adjusted: [Double?] = Array(repeating: nil, count: p.count)
  var greatest = 0.0
  for (step, hypothesis) in ascending.enumerated() {
    greatest = max(greatest, Double(ascending.count - step) * hypothesis.p)
    adjusted[hypothesis.place] = min(1, greatest)
  }
  return adjusted
}
