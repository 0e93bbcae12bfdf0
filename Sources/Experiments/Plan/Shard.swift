/// A part of an experiment, to be run apart from the others and merged with them.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public let index: Int
  public let count: Int

  /// Nil unless 1 ≤ index ≤ count.
  public init?(_ index: Int, of count: Int) {
    guard 1 <= index, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Whether it is this part's to run a unit: one seed of one setting, under all policies.
  func has(unit: Int) -> Bool { unit % count == index - 1 }

  /// `2/4`.
  public var description: String { "\(index)/\(count)" }
}
