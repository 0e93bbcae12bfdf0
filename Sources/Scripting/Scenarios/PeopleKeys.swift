import Device
import Simulation
import Users

/// The keys of `usage.people`.
enum PeopleKeys {
  /// A person as written.
  struct Draft {
    var parameters = PeopleParameters()
    var person: UInt64?
    var apps: PlacedValue?
  }

  /// The calibration is read first, since other keys change its values.
  static let people = Keys<Draft>(
    [
      Key(
        "calibration", "string",
        "after whom people are drawn: \"lsapp\", \"phone\" or \"dpi\"",
        standard: "\"lsapp\""
      ) { value, place, draft in
        let known = PeopleParameters.Calibration.allCases.map { (name: $0.rawValue, choice: $0) }
        if let choice = value.choice(known, what: "calibration", at: place) {
          draft.parameters = PeopleParameters(choice)
        }
      },
      Key(
        "person", "whole number", "the same person under every seed", standard: "one a seed"
      ) { value, place, draft in
        draft.person = value.integer(0...Int.max, at: place).map { UInt64($0) }
      },
      .raw(
        "apps", \.apps, "table of id = weight", standard: "the n-th weighs 1/(n + 2)",
        "how much each app is liked by all people; what is not listed is never opened"),
      Key(
        "byHour", "list of 24 numbers", "weights of the hours, of all people (measured)",
        standard: "as measured"
      ) { value, place, draft in
        if let weights = UsageKeys.byHour(value, place) { draft.parameters.byHour = weights }
      },
      .table("places", \.self, places, "where people are and when they charge (people.md)"),
    ] + PeopleParameters.fields.map(key))

  /// The keys of `places`, for `network = "person"` and `power = "person"`.
  static let places = Keys<Draft>(PeopleParameters.placeFields.map(key))

  /// A key for a value, whose meaning says where the standard comes from.
  private static func key(_ field: PeopleParameters.Field) -> Key<Draft> {
    let bounds = Bounds.from(field.range.lowerBound, to: field.range.upperBound)
    let unit = ["s": "seconds", "h": "hours"][field.unit] ?? "number"
    return Key(
      name: field.name, unit: field.unit, meaning: "\(field.meaning) (\(field.basis.rawValue))",
      standard: { plainNumber($0.parameters[keyPath: field.path]) },
      read: { value, place, draft in
        if let number = value.number(unit, bounds, at: place) {
          draft.parameters[keyPath: field.path] = number
        }
      })
  }

  /// Reads `usage.people { ... }`; nil after reporting what is wrong with it.
  static func model(_ value: PlacedValue, apps: KnownNames) -> UsagePeople? {
    guard case .table(let table) = value.value else { return nil }
    var draft = Draft()
    guard people.read(table, at: value.place, into: &draft) else { return nil }
    let preferences = draft.apps.map { UsageKeys.preferences($0, apps) } ?? []
    do throws(UserModelError) {
      return try UsagePeople(draft.parameters, person: draft.person, preferences: preferences)
    } catch {
      value.place.reportAsIs(error.description)
      return nil
    }
  }
}
