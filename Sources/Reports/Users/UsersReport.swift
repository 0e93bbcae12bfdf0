import Simulation
import Users

/// A report of users, drawn or recorded, in figures beside the published ones, as `dormouse users`
/// shows it.
public struct UsersReport {
  /// A group of users who belong together: those of one file.
  public struct Subject {
    /// The file, as the user named it.
    public let name: String
    public let portrait: UsagePortrait
    /// Whether the users were drawn, and so are to be near what was published.
    public let isDrawn: Bool

    public init(name: String, portrait: UsagePortrait, isDrawn: Bool) {
      self.name = name
      self.portrait = portrait
      self.isDrawn = isDrawn
    }
  }

  let subjects: [Subject]

  public init(_ subjects: [Subject]) {
    self.subjects = subjects
  }

  /// The figures that some subject has.
  var figures: [UsageFigure] {
    UsageFigure.allCases.filter { figure in
      subjects.contains { $0.portrait.values[figure] != nil }
    }
  }

  /// Returns the figures of a source that drawn people miss, one sentence each: the figure, the
  /// value, and the published one.
  public func misses(of source: UsageFigure.Source) -> [String] {
    subjects.filter(\.isDrawn).flatMap { subject in
      UsageFigure.allCases.flatMap { figure -> [String] in
        guard let published = figure.published, published.source == source else { return [] }
        let values = subject.portrait.values[figure] ?? figure.labels.map { _ in nil }
        return figure.labels.indices.compactMap { index in
          let wanted = published.values[index]
          if published.givenUp.contains(index) { return nil }
          if let value = values[index], figure.isNear(value, wanted) { return nil }
          let shown = values[index].map(Self.shown) ?? "none"
          return "\(subject.name): \(figure.rawValue) \(figure.labels[index]) is \(shown); "
            + "\(source.title) has \(Self.shown(wanted))"
        }
      }
    }
  }

  /// Returns a value with its significant digits: `0.283`, `5.32`, `17.2`, `1,069`.
  static func shown(_ value: Double) -> String {
    let size = value.magnitude
    return grouped(value, decimals: size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0)
  }

  // MARK: Text

  /// Returns the report as text; a name that has no room stands above its values.
  public func text(width: Int = 100) -> String {
    let valueWidth = 10
    let nameWidth = min(38, max(20, width - 5 * valueWidth))
    func line(_ name: String, _ values: [String]) -> String {
      let cells = values.map { padded($0, to: valueWidth) }.joined()
      let name = name.filter { $0 != "\n" }
      let head = name.count < nameWidth ? name : name + "\n"
      let gap = name.count < nameWidth ? nameWidth - name.count : nameWidth
      return withoutTrailingSpaces(head + String(repeating: " ", count: gap) + cells) + "\n"
    }
    var text = "Users\n"
    for subject in subjects {
      let (users, days) = (subject.portrait.userCount, subject.portrait.dayCount)
      text += "  \(subject.name): \(grouped(Double(users), decimals: 0)) "
      text += "\(subject.isDrawn ? "drawn" : "recorded") \(users == 1 ? "person" : "people"), "
      text += "\(grouped(Double(days), decimals: 0)) \(days == 1 ? "day" : "days")\n"
    }
    var group = ""
    var isMarked = false
    for figure in figures {
      if figure.group != group {
        group = figure.group
        text += "\n\(group)\n"
      }
      text += line("  " + figure.title, figure.labels)
      for subject in subjects {
        guard let values = subject.portrait.values[figure] else { continue }
        let cells = marked(values, figure, subject)
        isMarked = isMarked || cells.contains { $0.hasSuffix("*") }
        text += line("    " + subject.name, cells)
      }
      if let published = figure.published {
        let values = published.values.map { $0.isNaN ? "" : Self.shown($0) + " " }
        text += line("    " + published.source.title, values)
      }
    }
    return isMarked
      ? text + "\n* farther than a tenth (a hit rate: than .03) from what was published\n" : text
  }

  /// Returns the values with a space or a star behind each.
  private func marked(
    _ values: UsagePortrait.Values, _ figure: UsageFigure, _ subject: Subject
  ) -> [String] {
    values.enumerated().map { index, value in
      guard let value else { return "-" + " " }
      return Self.shown(value) + (isFar(value, figure, index, subject) ? "*" : " ")
    }
  }

  private func isFar(
    _ value: Double, _ figure: UsageFigure, _ index: Int, _ subject: Subject
  ) -> Bool {
    guard subject.isDrawn, let published = figure.published, !published.values[index].isNaN else {
      return false
    }
    return !figure.isNear(value, published.values[index])
  }
}
