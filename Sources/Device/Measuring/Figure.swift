/// One number of a subject, an app or a run: the same value under the same name wherever it is
/// told.
///
/// Its name is the heading of its column under the heading of its group, so that the text and the
/// keys of the JSON cannot drift apart.
public struct Figure<Subject>: Sendable {
  /// Shared by neighbouring columns; may be empty.
  public let group: String
  /// Told apart within the group by this.
  public let heading: String
  public let unit: FigureUnit
  public let better: Better
  /// How the value comes about, in one line.
  public let definition: String
  /// The way in which the figure of several subjects together is made.
  public let whole: Whole
  /// Returns the subject's value; nil when there is none, such as a mean without cases.
  public let value: @Sendable (Subject) -> Double?

  /// How the figures of several subjects make one.
  public enum Whole: Sendable {
    case sum
    case greatest
    /// The mean over all cases, of which each subject has so many.
    case mean(cases: @Sendable (Subject) -> Int)
    /// Calculated anew over all of them.
    case pooled(@Sendable ([Subject]) -> Double?)
  }

  init(
    _ group: String, _ heading: String, _ unit: FigureUnit, _ better: Better,
    _ definition: String, whole: Whole = .sum, value: @escaping @Sendable (Subject) -> Double?
  ) {
    self.group = group
    self.heading = heading
    self.unit = unit
    self.better = better
    self.definition = definition
    self.whole = whole
    self.value = value
  }

  /// In words: `fresh at open`.
  public var name: String { group.isEmpty ? heading : "\(group) \(heading)" }

  /// The name in lowerCamelCase: `freshAtOpen`.
  public var key: String {
    let words = name.split(separator: " ")
    return words.dropFirst().reduce(String(words.first ?? "")) { key, word in
      key + word.prefix(1).uppercased() + word.dropFirst()
    }
  }

  /// The figure of several subjects together; nil when none of them has one. O(n).
  public func total(of subjects: some Sequence<Subject>) -> Double? {
    var total = Total()
    if !isPooled { for subject in subjects { total.add(value(subject), of: subject, whole) } }
    return self.value(of: total, pooling: { Array(subjects) })
  }

  /// A running total over subjects.
  struct Total {
    fileprivate var value: Double?
    fileprivate var cases = 0

    /// Adds the value of one more subject.
    mutating func add(_ added: Double?, of subject: Subject, _ whole: Whole) {
      guard let added else { return }
      switch whole {
      case .sum: value = (value ?? 0) + added
      case .greatest: value = max(value ?? added, added)
      case .mean(let cases):
        let count = cases(subject)
        self.cases += count
        value = (value ?? 0) + added * Double(count)
      case .pooled: break
      }
    }
  }

  /// Whether it is calculated anew over all subjects, so that the values of each do not count.
  private var isPooled: Bool { if case .pooled = whole { true } else { false } }

  /// The figure of all subjects whose values were added.
  func value(of total: Total, pooling subjects: () -> [Subject]) -> Double? {
    switch whole {
    case .sum, .greatest: total.value
    case .mean: total.cases > 0 ? total.value.map { $0 / Double(total.cases) } : nil
    case .pooled(let value): value(subjects())
    }
  }
}

/// Which of two values of a figure a user of the device would rather have.
public enum Better: String, Sendable {
  case higher
  case lower
  /// Neither, or it depends.
  case neutral
}

/// The unit that a figure counts in.
public enum FigureUnit: Sendable {
  /// A whole number.
  case count
  /// Background time, of which fractions of a second matter.
  case seconds
  /// Seconds, shown in the unit that suits: waits from an instant to days.
  case span
  case joules
  case bytes
  /// 0 to 1, shown in per cent.
  case share
  /// 0 or more, shown in per cent.
  case ratio
  /// 0 to 1, shown as it is.
  case index

  /// From the least value that there can be to the greatest; nil without bounds.
  public var extent: Double? {
    switch self {
    case .share, .index: 1
    case .count, .seconds, .span, .joules, .bytes, .ratio: nil
    }
  }

  /// In words, as the documentation has it.
  public var name: String {
    switch self {
    case .count: "number"
    case .seconds, .span: "s"
    case .joules: "J"
    case .bytes: "bytes"
    case .share, .index: "0 to 1"
    case .ratio: "ratio"
    }
  }
}
