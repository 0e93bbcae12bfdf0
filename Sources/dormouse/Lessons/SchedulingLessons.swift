/// The lessons on scheduling. Their texts and files are in scripts/lessons, a folder each.
extension SchedulingLesson {
  /// All, in the order in which they are best read.
  static let all = [
    starvation, maxMinFairness, priorityInversion, coalescing, habits, freshness, howManySeeds,
  ]

  /// Returns the least number for which something holds. O(what is asked of each).
  static func least(
    _ name: String, in numbers: ClosedRange<Int>,
    where holds: (Int) throws(CommandError) -> Bool
  ) throws(CommandError) -> Double {
    for number in numbers where try holds(number) { return Double(number) }
    throw .fault("lesson: no \(name) in \(numbers) is enough")
  }
}
