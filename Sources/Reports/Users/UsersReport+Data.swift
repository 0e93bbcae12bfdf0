import Simulation
import Users

extension UsersReport {
  /// The report as JSON: every figure by its name and the names of its values.
  public var json: JSONValue {
    func object(_ figure: UsageFigure, _ values: [Double?]) -> JSONValue {
      .object(zip(figure.labels, values).map { .init($0, $1.json) })
    }
    let subjects = subjects.map { subject -> JSONValue in
      let figures = UsageFigure.allCases.compactMap { figure in
        subject.portrait.values[figure].map {
          JSONValue.Member(figure.rawValue, object(figure, $0))
        }
      }
      return [
        "name": subject.name, "drawn": subject.isDrawn, "people": subject.portrait.userCount,
        "days": subject.portrait.dayCount, "figures": JSONValue.object(figures),
      ]
    }
    let published = UsageFigure.allCases.compactMap { figure in
      figure.published.map { published in
        JSONValue.Member(
          figure.rawValue,
          ["source": published.source.rawValue, "values": object(figure, published.values)])
      }
    }
    return ["users": subjects, "published": JSONValue.object(published)]
  }

  /// The report as CSV, one row a value: of which users (a file's name, or the source of a
  /// published figure), of which figure, which value, and the number.
  public var csv: String {
    var csv = CSVText()
    csv.add(["users", "figure", "value", "number"])
    for figure in figures {
      for subject in subjects {
        for (label, value) in zip(figure.labels, subject.portrait.values[figure] ?? []) {
          csv.add([subject.name, figure.rawValue, label, CSVText.number(value)])
        }
      }
      guard let published = figure.published else { continue }
      for (label, value) in zip(figure.labels, published.values) where !value.isNaN {
        csv.add([published.source.rawValue, figure.rawValue, label, CSVText.number(value)])
      }
    }
    return csv.text
  }
}
