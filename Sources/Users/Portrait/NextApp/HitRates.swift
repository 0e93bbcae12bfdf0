/// How often the app that came was among the likeliest 1, 3 and 5 of a predictor.
struct HitRates: Equatable, Sendable {
  static let depths = [1, 3, 5]
  private var hits = [0, 0, 0]
  private var total = 0

  /// Counts one launch. Among apps that are equally likely the one with the lower number is first;
  /// one with the score 0 is no hit. O(apps).
  mutating func add(_ app: Int, scores: [Double]) {
    total += 1
    let score = scores[app]
    guard score > 0 else { return }
    let ahead = scores.indices.count {
      scores[$0] > score || (scores[$0] == score && $0 < app)
    }
    for (index, depth) in Self.depths.enumerated() where ahead < depth { hits[index] += 1 }
  }

  /// The rates by depth; nil without launches.
  var rates: [Double]? { total > 0 ? hits.map { Double($0) / Double(total) } : nil }
}
