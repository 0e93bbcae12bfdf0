/// A part of an experiment, to be run apart from the others and merged with them.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The part's number, from 1.
  public let index: Int
  public let count: Int

  /// Creates a part; nil unless 1 ≤ index ≤ count.
  public init?(_ index: Int, of count: Int) {
    guard 1 <= index, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Returns whether a unit, one seed of one setting under all policies, is this part's to run.
  func has(unit: Int) -> Bool { unit % count == index - 1 }

  /// The part as `--shard` writes it: `2/4`.
  public var description: String { "\(index)/\(count)" }
}
