/// Four predictors of which of several things is chosen next, from the choices before.
///
/// They are those that studies of phones compare (Shin, Hong and Dey, UbiComp 2012; LSApp, 2021):
/// how often a thing is chosen, what followed the last one (a Markov chain of first order), what is
/// chosen at this hour of the day, and how recently it was. Things are told apart by numbers from 0
/// on, best in order of their first choice: memory is proportional to the highest.
public struct NextChoice: Sendable {
  /// A way to predict the next choice.
  public enum Predictor: Int, CaseIterable, Sendable {
    case mostUsed, markov, hourOfDay, recency
  }

  /// One number for each predictor, in the order of `Predictor`.
  public typealias Shares = SIMD4<Double>

  /// How many choices each kind of count remembers; older ones fade.
  public struct Memories: Sendable {
    var used = Double.infinity
    var following = Double.infinity
    var byHour = Double.infinity
    var byPlace = Double.infinity

    /// Memories in which nothing fades.
    public static let unbounded = Memories()

    /// Memories of so many choices: in all, after each thing, in each hour, and by recency.
    public static func choices(
      _ used: Double, following: Double, byHour: Double, byPlace: Double
    ) -> Memories {
      Memories(used: used, following: following, byHour: byHour, byPlace: byPlace)
    }
  }

  /// How often each thing was chosen.
  public private(set) var used: FadingCounts
  /// The choices that followed each thing, by the number of the thing before.
  public private(set) var following: [FadingCounts] = []
  /// The choices in each hour of the day, those in the hours beside it counting half.
  private var byHour: [FadingCounts]
  /// How often the thing in a place of `recent` was what came.
  private var byPlace: FadingCounts
  /// The things that were chosen, the last one first and each once.
  public private(set) var recent: [Int] = []
  /// The place of each thing in `recent`; beyond all where it has none.
  public private(set) var places: [Int] = []
  private let memories: Memories
  private let unseen: Double

  /// Predictors that know of no choice.
  ///
  /// - Parameters:
  ///   - unseen: how many choices a thing counts for beyond those that were made, which leaves a
  ///     chance to one that was never chosen.
  public init(_ memories: Memories, unseen: Double) {
    self.memories = memories
    self.unseen = unseen
    used = FadingCounts(memory: memories.used)
    byHour = Array(repeating: FadingCounts(memory: memories.byHour), count: 24)
    byPlace = FadingCounts(memory: memories.byPlace)
  }

  /// The number of things that are known: one more than the highest number that was chosen.
  public var count: Int { following.count }

  // MARK: Learning

  /// Counts a choice, and passes on to it. O(things).
  ///
  /// - Parameters:
  ///   - hour: of the day, from 0 to 23.
  public mutating func learn(_ number: Int, hour: Int) {
    meet(number)
    if let last = recent.first { following[last].add(at: number) }
    used.add(at: number)
    for (shift, weight) in [(23, 0.5), (0, 1), (1, 0.5)] {
      byHour[(hour + shift) % 24].add(weight, at: number)
    }
    if places[number] < recent.count { byPlace.add(at: places[number]) }
    pass(to: number)
  }

  /// Makes a thing the last one that was chosen, without counting the choice. O(things).
  public mutating func pass(to number: Int) {
    meet(number)
    if places[number] < recent.count { recent.remove(at: places[number]) }
    recent.insert(number, at: 0)
    for (place, number) in recent.enumerated() { places[number] = place }
  }

  private mutating func meet(_ number: Int) {
    while following.count <= number {
      following.append(FadingCounts(memory: memories.following))
      places.append(.max)
    }
  }

  // MARK: Predicting

  /// Returns the predictions in an hour of the day. O(1).
  ///
  /// - Parameters:
  ///   - backing: how many choices the share of use counts for in each predictor's counts; the
  ///     first predictor, which is that share, has no use for it.
  public func outlook(hour: Int, backing: Shares) -> Outlook {
    Outlook(
      used: used, unseen: unseen, choices: used.total + unseen * Double(count + 1),
      following: recent.first.map { following[$0] }, byHour: byHour[hour], byPlace: byPlace,
      places: places, backing: backing)
  }

  /// The predictors' probabilities at one moment.
  public struct Outlook {
    fileprivate let used: FadingCounts
    fileprivate let unseen: Double
    fileprivate let choices: Double
    fileprivate let following: FadingCounts?
    fileprivate let byHour: FadingCounts
    fileprivate let byPlace: FadingCounts
    fileprivate let places: [Int]
    fileprivate let backing: Shares

    /// How likely each predictor holds a thing: 0 where it has no reason to expect any. O(1).
    ///
    /// - Parameters:
    ///   - number: any that is not known stands for a thing that was never chosen.
    public func probabilities(of number: Int) -> Shares {
      let share = part(used[number] + unseen, of: choices)
      func backed(_ counts: FadingCounts, at index: Int, by predictor: Predictor) -> Double {
        let backing = backing[predictor.rawValue]
        return part(counts[index] + backing * share, of: counts.total + backing)
      }
      return Shares(
        share,
        following.map { backed($0, at: number, by: .markov) } ?? share,
        backed(byHour, at: number, by: .hourOfDay),
        backed(byPlace, at: number < places.count ? places[number] : .max, by: .recency))
    }

    private func part(_ part: Double, of whole: Double) -> Double { whole > 0 ? part / whole : 0 }
  }
}
