import Device

/// Types as signatures write them.
extension LuaChecker {
  /// Returns the kind of a value of a type, where the type is one class.
  func kind(ofType type: String) -> LuaKind {
    let plain = type.filter { $0 != "?" }
    return api.named(plain) == nil ? .unknown : .object(plain)
  }

  /// Returns the types of what a delegate's method gets; a misspelt method counts as the one meant.
  func parameterTypes(ofMethod name: String) -> [String] {
    let delegate = api.named(family == .iOS ? "UIApplicationDelegate" : "AndroidApp")
    let method =
      delegate?.member(name)
      ?? Callback.name(meantBy: name, on: family).flatMap { delegate?.member($0) }
    return method?.parameters?.map(\.type) ?? []
  }

  /// The types of the parameters of a function that is expected.
  static func parameterTypes(of type: String) -> [String] {
    guard let start = alternatives(type).first(where: { $0.hasPrefix("fun(") }) else { return [] }
    let inside = start.dropFirst(4).prefix { $0 != ")" }
    return inside.split(separator: ",").map { parameter in
      String(parameter.split(separator: ":").dropFirst().first ?? "any").filter { $0 != " " }
    }
  }

  /// The parts of a type with bars, outside of brackets.
  static func alternatives(_ type: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in type {
      switch character {
      case "(", "<": depth += 1
      case ")", ">": depth -= 1
      case "|" where depth == 0:
        parts.append("")
        continue
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// Whether a parameter takes what stands there.
  static func takes(
    _ parameter: ScriptAPI.Parameter, _ literal: LuaKind.Literal, _ text: String, _ api: ScriptAPI
  ) -> Bool {
    if literal == .none {
      return parameter.isOptional || parameter.type.hasSuffix("?")
        || alternatives(parameter.type).contains { $0 == "any" || $0 == "nil" || $0 == "boolean" }
    }
    return alternatives(parameter.type).contains { alternative in
      let type = alternative.filter { $0 != "?" }
      switch type {
      case "any": return true
      case "string": return literal == .string || literal == .number
      case "number", "integer":
        // Lua takes a text for the number that it writes.
        return literal == .number
          || (literal == .string && Double(text.filter { $0 != "\"" }) != nil)
      case "boolean": return literal == .boolean
      default:
        if alternative.hasPrefix("fun(") { return literal == .function }
        if alternative.hasPrefix("\"") { return literal == .string }
        // A class of the bridge is never written down.
        if let described = api.named(type) { return !described.isBridged && literal == .table }
        return literal == .table
      }
    }
  }

  /// A type in words.
  static func words(_ type: String) -> String {
    alternatives(type).map { part in
      switch part {
      case "string": "a text"
      case "number": "a number"
      case "integer": "a whole number"
      case "boolean": "true or false"
      case "table": "a table"
      case _ where part.hasPrefix("fun("): "a function"
      case _ where part.hasPrefix("keys."), _ where part.hasSuffix("[]"): "a table"
      default: part
      }
    }.joined(separator: " or ")
  }
}
