import Lua
import Simulation

/// A value that a scenario lets its user set: `--set name=value`.
public struct ScenarioParameter: Equatable, Sendable {
  public let name: String
  /// One line, for `--help`; may be empty.
  public let help: String
  /// Its value unless set: a boolean, a number or a string.
  public let standard: LuaValue
  /// Its value now.
  public let value: LuaValue
  public let isSet: Bool
  /// Least and greatest number, as far as there are limits.
  public let minimum: Double?
  public let maximum: Double?
  /// The only values it may have; empty: no such list.
  public let choices: [LuaValue]
  /// The least and the greatest number that are plausible; nil: not said.
  public let plausible: ClosedRange<Double>?

  /// The values that it takes, for `--help`: `number, at least 0`.
  public var domain: String {
    if !choices.isEmpty { return "one of " + choices.map(Self.text).joined(separator: ", ") }
    switch standard {
    case .boolean: return "true or false"
    case .integer, .number: return "a number" + limits
    default: return "a text"
    }
  }

  private var limits: String {
    switch (minimum, maximum) {
    case (let low?, let high?): ", \(plainNumber(low)) to \(plainNumber(high))"
    case (let low?, nil): ", at least \(plainNumber(low))"
    case (nil, let high?): ", at most \(plainNumber(high))"
    case (nil, nil): ""
    }
  }

  /// A value as `--set` takes it.
  public static func text(_ value: LuaValue) -> String {
    switch value {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): plainNumber(value)
    default: value.text ?? ""
    }
  }
}

/// The keys of each parameter of `scenario.parameters { ... }`.
enum ParameterKeys {
  struct Draft {
    var standard = ScriptValue.nothing
    var help = ""
    var minimum: Double?
    var maximum: Double?
    var choices: [ScriptValue] = []
    var plausible: ClosedRange<Double>?
  }

  static let parameter = Keys<Draft>([
    Key("default", "boolean, number or string", "its value unless set; settings are of its kind") {
      value, place, draft in
      switch value {
      case .boolean, .integer, .string: draft.standard = value
      case .number(let number) where number.isFinite: draft.standard = value
      default: place.report("no plain value (\(value.shown)); give a boolean, number or string")
      }
    }.required,
    Key("help", "string", "one line for `run FILE --help`") { value, place, draft in
      draft.help = value.text(at: place) ?? ""
    },
    Key("min", "number", "least number it may be set to") { value, place, draft in
      draft.minimum = value.number("number", anything, at: place)
    },
    Key("max", "number", "greatest number it may be set to") { value, place, draft in
      draft.maximum = value.number("number", anything, at: place)
    },
    Key("choices", "list", "the only values it may be set to") { value, place, draft in
      draft.choices = value.list(of: "choices", at: place)?.map(\.value) ?? []
    },
    Key(
      "plausible", "list of two numbers",
      "least and greatest that a study may expect: what `compare --sensitivity` tries"
    ) { value, place, draft in
      guard let ends = value.list(of: "two numbers", at: place) else { return }
      let numbers = ends.compactMap { $0.value.number("number", anything, at: $0.place) }
      guard numbers.count == ends.count else { return }
      guard numbers.count == 2, numbers[0] < numbers[1] else {
        place.report("no least and greatest (\(value.shown)); give two numbers that rise")
        return
      }
      draft.plausible = numbers[0]...numbers[1]
    },
  ])

  private static let anything = Bounds.from(-1e300, to: 1e300)

  /// Reads one parameter and gives it the value that was set, if any; nil after reporting a
  /// problem.
  static func read(
    _ name: String, _ value: ScriptValue, _ settings: GivenSettings, at place: Place,
    _ problems: ProblemLog
  ) -> ScenarioParameter? {
    guard let table = value.table(of: name, at: place) else { return nil }
    var draft = Draft()
    guard parameter.read(table, at: place, into: &draft) else { return nil }
    if let complaint = complaint(about: draft.standard, draft) {
      place.key("default").report(complaint)
      return nil
    }
    if let complaint = complaintAboutRange(draft) {
      place.key("plausible").report(complaint)
      return nil
    }
    let standard = parameter(name, draft, draft.standard, isSet: false)
    guard let setting = settings.texts[name] else { return standard }
    if let value = converted(setting, like: draft.standard), complaint(about: value, draft) == nil {
      return parameter(name, draft, value, isSet: true)
    }
    settings.report(
      "not possible (\(quoted(setting))); give \(standard.domain)", about: name,
      value: quoted(setting), to: problems)
    return standard
  }

  /// Returns what is wrong with a value; nil where nothing is.
  private static func complaint(about value: ScriptValue, _ draft: Draft) -> String? {
    if !draft.choices.isEmpty, !draft.choices.contains(value) {
      let choices = draft.choices.map(\.shown).joined(separator: ", ")
      return "none of the choices (\(value.shown)); give one of \(choices)"
    }
    if let low = draft.minimum, let number = value.asNumber, number < low {
      return "below min (\(value.shown)); give at least \(plainNumber(low))"
    }
    if let high = draft.maximum, let number = value.asNumber, number > high {
      return "above max (\(value.shown)); give at most \(plainNumber(high))"
    }
    return nil
  }

  /// Returns what is wrong with the plausible numbers; nil where nothing is.
  private static func complaintAboutRange(_ draft: Draft) -> String? {
    guard let range = draft.plausible else { return nil }
    if draft.standard.asNumber == nil { return "not of a number; leave it out" }
    if let low = draft.minimum, range.lowerBound < low {
      return "below min (\(plainNumber(range.lowerBound))); give at least \(plainNumber(low))"
    }
    if let high = draft.maximum, range.upperBound > high {
      return "above max (\(plainNumber(range.upperBound))); give at most \(plainNumber(high))"
    }
    return nil
  }

  private static func parameter(
    _ name: String, _ draft: Draft, _ value: ScriptValue, isSet: Bool
  ) -> ScenarioParameter {
    ScenarioParameter(
      name: name, help: draft.help, standard: draft.standard.asLua, value: value.asLua,
      isSet: isSet, minimum: draft.minimum, maximum: draft.maximum,
      choices: draft.choices.map(\.asLua), plausible: draft.plausible)
  }

  /// The text of a setting as a value of the default's kind.
  private static func converted(_ text: String, like standard: ScriptValue) -> ScriptValue? {
    switch standard {
    case .boolean: return text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    case .integer, .number:
      if let integer = Int64(text) { return .integer(integer) }
      return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    default: return .string(text)
    }
  }
}
