/// One number that reports show of a subject: the same value under the same name in every format.
///
/// Its name is the heading of its column under the heading of its group, so that the text and the
/// keys of the JSON cannot drift apart.
public struct Figure<Subject>: Sendable {
  /// Shared by neighbouring columns; may be empty.
  public let group: String
  /// Told apart within the group by this.
  public let heading: String
  public let unit: FigureUnit
  /// What the figure of several subjects together is made of.
  public let whole: Whole
  /// Nil when there is nothing to say: a mean without cases.
  public let value: @Sendable (Subject) -> Double?

  /// How the figures of several subjects make one.
  public enum Whole: Sendable {
    case sum
    case greatest
    /// The mean over all cases, of which each subject has so many.
    case mean(cases: @Sendable (Subject) -> Int)
  }

  init(
    _ group: String, _ heading: String, _ unit: FigureUnit, whole: Whole = .sum,
    value: @escaping @Sendable (Subject) -> Double?
  ) {
    self.group = group
    self.heading = heading
    self.unit = unit
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
    var total: Double?
    var count = 0
    for subject in subjects {
      guard let value = value(subject) else { continue }
      switch whole {
      case .sum: total = (total ?? 0) + value
      case .greatest: total = max(total ?? value, value)
      case .mean(let cases):
        count += cases(subject)
        total = (total ?? 0) + value * Double(cases(subject))
      }
    }
    if case .mean = whole { return count > 0 ? total.map { $0 / Double(count) } : nil }
    return total
  }
}

/// What a figure counts in.
public enum FigureUnit: Sendable {
  /// A whole number.
  case count
  /// Background time, of which fractions of a second matter.
  case seconds
  /// Seconds, shown in the unit that suits: waits from an instant to days.
  case span
  /// 0 to 1, shown in per cent.
  case share
  /// 0 to 1, shown as it is.
  case index

  /// The value for people.
  func text(_ value: Double) -> String {
    switch self {
    case .count: value < 1e8 ? grouped(value, decimals: 0) : powerOfTen(value)
    case .seconds: value < 1e8 ? grouped(value, decimals: value < 1e6 ? 1 : 0) : powerOfTen(value)
    case .span: shortSpan(seconds: value)
    case .share: grouped(value * 100, decimals: 0) + "%"
    case .index: grouped(value, decimals: 3)
    }
  }

  /// The value for programs, in full precision.
  func json(_ value: Double) -> JSONValue {
    if case .count = self, let whole = Int(exactly: value) { return .integer(whole) }
    return .number(value)
  }
}
