import Simulation
import Users

extension UsersReport {
  /// The report as JSON: every figure by its name and the names of its values.
  public var json: JSONValue {
    func object(_ figure: UsageFigure, _ values: [Double?]) -> JSONValue {
      .object(
        zip(figure.labels, values).map { label, value in
          JSONValue.Member(label, value.map { $0.isNaN ? .null : .number($0) } ?? .null)
        })
    }
    let subjects = subjects.map { subject -> JSONValue in
      let figures = UsageFigure.allCases.compactMap { figure in
        subject.portrait.values[figure].map {
          JSONValue.Member(figure.rawValue, object(figure, $0))
        }
      }
      return .object([
        JSONValue.Member("name", .string(subject.name)),
        JSONValue.Member("drawn", .bool(subject.isDrawn)),
        JSONValue.Member("people", .integer(subject.portrait.userCount)),
        JSONValue.Member("days", .integer(subject.portrait.dayCount)),
        JSONValue.Member("figures", .object(figures)),
      ])
    }
    let published = UsageFigure.allCases.compactMap { figure in
      figure.published.map { published in
        JSONValue.Member(
          figure.rawValue,
          .object([
            JSONValue.Member("source", .string(published.source.rawValue)),
            JSONValue.Member("values", object(figure, published.values)),
          ]))
      }
    }
    return .object([
      JSONValue.Member("users", .array(subjects)),
      JSONValue.Member("published", .object(published)),
    ])
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
