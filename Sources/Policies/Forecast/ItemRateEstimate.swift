/// An estimate of how often a source changes, from how many new items looks at it found.
///
/// Items over time, the maximum-likelihood estimate for a Poisson process; half an item is added,
/// so that what has not changed yet is not taken never to change. Looks far apart say as much as
/// closer ones would. What is older than some hundred looks fades.
struct ItemRateEstimate {
  private static let memory = 256.0

  private var weight = 0.0
  private var items = 0.0
  private var time = 0.0
  private(set) var looks = 0

  /// The items per unit of the intervals; zero before the first look.
  var rate: Double { time > 0 ? (items + 0.5) / time : 0 }

  /// Notes the items that a look found.
  ///
  /// - Parameters:
  ///   - interval: the time since the look before; positive.
  mutating func add(_ count: Int, after interval: Double) {
    looks += 1
    weight += 1
    items += Double(count)
    time += interval
    if weight > Self.memory {
      weight /= 2
      items /= 2
      time /= 2
    }
  }
}
