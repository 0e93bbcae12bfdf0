import Simulation

/// Expressions (Lua 5.4 reference manual, 3.4).
extension LuaChecker {
  @discardableResult
  mutating func expressionList() -> [LuaKind] {
    var kinds = [expression()]
    while take(",") { kinds.append(expression()) }
    return kinds
  }

  /// - Parameters:
  ///   - type: what is expected there, which gives a function's parameters their types.
  @discardableResult
  mutating func expression(expecting type: String = "any") -> LuaKind {
    var kind = operand(expecting: type)
    while isBinaryOperator {
      position += 1
      _ = operand(expecting: "any")
      kind = .unknown
    }
    return kind
  }

  private var isBinaryOperator: Bool {
    switch token {
    case .symbol(let byte): "+-*/^%&~|<>".utf8.contains(byte)
    case .operator(let text): text != "..." && text != "::"
    case .name("and"), .name("or"): true
    default: false
    }
  }

  private mutating func operand(expecting type: String) -> LuaKind {
    let start = position
    switch token {
    case .symbol(UInt8(ascii: "-")):
      position += 1
      let kind = operand(expecting: "any")
      if case .literal(.number, let shown) = kind { return .literal(.number, shown: "-\(shown)") }
      return .unknown
    case .symbol(UInt8(ascii: "#")), .symbol(UInt8(ascii: "~")), .name("not"):
      position += 1
      _ = operand(expecting: "any")
      return .unknown
    case .number(let text):
      position += 1
      return .literal(.number, shown: text)
    case .string(let text):
      position += 1
      if isSuffix { return suffixes(of: .unknown, named: "", isTarget: false) }
      return .literal(.string, shown: quoted(text))
    case .name("nil"):
      position += 1
      return .literal(.none, shown: "nil")
    case .name("true"), .name("false"):
      let shown = isWord("true") ? "true" : "false"
      position += 1
      return .literal(.boolean, shown: shown)
    case .name("function"):
      position += 1
      functionBody(types: LuaChecker.parameterTypes(of: type), isMethod: false)
      return .literal(.function, shown: "a function")
    case .symbol(UInt8(ascii: "{")):
      table(isDelegate: false)
      return .literal(.table, shown: "a table")
    case .operator("..."):
      position += 1
      return .unknown
    default:
      let kind = suffixed(isTarget: false)
      if position == start { position += 1 }
      return kind
    }
  }

  private var isSuffix: Bool { isSymbol(".") || isSymbol(":") || isSymbol("[") || isSymbol("(") }

  /// - Parameters:
  ///   - isDelegate: it is what the script returns: its functions are methods.
  mutating func table(isDelegate: Bool) {
    _ = take("{")
    var keys = Set<String>()
    while token != nil, !take("}") {
      if take("[") {
        if case .string(let key) = token, isSymbol("]", ahead: 1) { note(key, in: &keys) }
        expression()
        _ = take("]")
        if take("=") { expression() }
      } else if case .name(let name) = token, isSymbol("=", ahead: 1),
        !LuaFacts.words.contains(name)
      {
        let start = line
        note(name, in: &keys)
        position += 2
        if isDelegate, isWord("function") {
          methods.append((name, start))
          position += 1
          functionBody(types: ["any"] + parameterTypes(ofMethod: name), isMethod: false)
        } else {
          if isDelegate { methods.append((name, start)) }
          expression()
        }
      } else {
        expression()
      }
      if !take(",") { _ = take(";") }
    }
  }

  /// Notes a key of a table, of which Lua keeps the last value alone.
  private mutating func note(_ key: String, in keys: inout Set<String>) {
    if !keys.insert(key).inserted { reportGivenTwice(key) }
  }

  /// A name or an expression in brackets, and what follows it.
  mutating func suffixed(isTarget: Bool) -> LuaKind {
    if take("(") {
      expression()
      _ = take(")")
      return suffixes(of: .unknown, named: "", isTarget: isTarget)
    }
    let start = line
    guard let name = takeName() else { return .unknown }
    if let kind = variable(name) {
      return suffixes(of: kind, named: name, isTarget: isTarget)
    }
    let isAssigned = isTarget && (isSymbol("=") || isSymbol(","))
    if !isAssigned { checkGlobal(name, line: start) }
    return suffixes(of: global(name), named: name, isTarget: isTarget)
  }

  private func global(_ name: String) -> LuaKind {
    if ownGlobals?.contains(name) ?? true { return .unknown }
    if let member = api.globals.first(where: { $0.name == name }) {
      let isTable = api.globals.contains { $0.name.hasPrefix("\(name).") }
      if member.parameters != nil, !isTable { return .function(member, of: nil) }
      if !isTable { return kind(ofType: member.types.first ?? "any") }
    }
    // Lua's own libraries are known by their fields.
    let isTable = known.contains { $0.hasPrefix("\(name).") }
    return isTable ? .table(name) : .unknown
  }

  private mutating func checkGlobal(_ name: String, line: Int) {
    guard let ownGlobals, !known.contains(name), !ownGlobals.contains(name),
      !known.contains(where: { $0.hasPrefix("\(name).") })
    else { return }
    if let advice = UnmodelledName.absent(name, in: kind) {
      return report("there is no \(name) here: \(advice)", line: line)
    }
    if let advice = UnmodelledName.advice(on: name, for: family) {
      return report(advice, line: line)
    }
    let names =
      Set(known.map { String($0.split(separator: ".")[0]) }).sorted()
      + scopes.flatMap(\.keys).sorted()
    let remedy =
      nearest(to: name, among: names).map { "did you mean \(quoted($0))?" }
      ?? "declare it local, or correct its name"
    report("there is nothing of this name (\(quoted(name))); \(remedy)", line: line)
  }

  private mutating func suffixes(
    of first: LuaKind, named name: String, isTarget: Bool
  ) -> LuaKind {
    var kind = first
    var shown = name
    while true {
      if take(".") {
        let place = line
        guard let field = takeName() else { return .unknown }
        let isSet = isTarget && (isSymbol("=") || isSymbol(","))
        kind = member(field, of: kind, shown: shown, isSet: isSet, line: place)
        shown += ".\(field)"
      } else if isSymbol(":") {
        position += 1
        let place = line
        guard let method = takeName() else { return .unknown }
        kind = callMethod(method, of: kind, shown: shown, line: place)
        shown += ":\(method)"
      } else if take("[") {
        expression()
        _ = take("]")
        kind = .unknown
      } else if isArguments {
        kind = call(kind, shown: shown, line: line)
      } else {
        return kind
      }
    }
  }

  private var isArguments: Bool {
    if case .string = token { return true }
    return isSymbol("(") || isSymbol("{")
  }

  // MARK: Members and calls

  private mutating func member(
    _ name: String, of kind: LuaKind, shown: String, isSet: Bool, line: Int
  ) -> LuaKind {
    switch kind {
    case .table(let table):
      let full = "\(table).\(name)"
      if let member = api.globals.first(where: { $0.name == full }) {
        if member.parameters != nil { return .function(member, of: nil) }
        return self.kind(ofType: member.types.first ?? "any")
      }
      if !known.contains(full), !isSet, !setFields.contains(name) {
        let fields = known.filter { $0.hasPrefix("\(table).") }.map {
          String($0.dropFirst(table.count + 1))
        }.sorted()
        reportNoField(name, of: table, among: fields, line: line)
      }
      return .unknown
    case .object(let described):
      guard let found = api.named(described) else { return .unknown }
      if let member = found.member(name) {
        if isSet, found.isBridged, !member.isSettable {
          report(
            "\(described).\(name) cannot be set; "
              + (member.parameters == nil ? "it can be read only" : "it is a method"), line: line)
        }
        if member.parameters != nil { return .function(member, of: described) }
        return .unknown
      }
      if found.isBridged || (!isSet && !setFields.contains(name)) {
        reportNoField(name, of: described, among: found.members.map(\.name), line: line)
      }
      return .unknown
    default: return .unknown
    }
  }

  private mutating func reportNoField(
    _ name: String, of owner: String, among names: [String], line: Int
  ) {
    let isFunction = api.globals.contains { $0.name == name && $0.parameters != nil }
    let remedy =
      nearest(to: name, among: names).map { "did you mean \(quoted($0))?" }
      ?? (isFunction ? "write \(name)(...)" : "it has \(names.joined(separator: ", "))")
    report("\(owner) has no \(quoted(name)); \(remedy)", line: line)
  }

  private mutating func callMethod(
    _ name: String, of kind: LuaKind, shown: String, line: Int
  ) -> LuaKind {
    guard case .object(let described) = kind, let found = api.named(described) else {
      arguments(of: nil, shown: name, line: line)
      return .unknown
    }
    guard let member = found.member(name) else {
      if found.isBridged || !setFields.contains(name) {
        reportNoField(name, of: described, among: found.members.map(\.name), line: line)
      }
      arguments(of: nil, shown: name, line: line)
      return .unknown
    }
    arguments(of: member, shown: name, line: line)
    return self.kind(ofType: member.types.first ?? "any")
  }

  private mutating func call(_ kind: LuaKind, shown: String, line: Int) -> LuaKind {
    guard case .function(let member, let owner) = kind else {
      arguments(of: nil, shown: shown, line: line)
      return .unknown
    }
    if owner != nil {
      // `application.endBackgroundTask(application, id)` is the colon written out.
      let isWrittenOut =
        isSymbol("(") && position + 1 < tokens.count
        && tokens[position + 1].kind
          == .name(shown.split(separator: ".").first.map(String.init) ?? "")
      if !isWrittenOut {
        let colon = shown.replacing(".\(member.name)", with: ":\(member.name)")
        report("\(shown)(...) is called with a dot; write \(colon)(...)", line: line)
      }
      arguments(of: nil, shown: shown, line: line)
      return .unknown
    }
    arguments(of: member, shown: shown, line: line)
    return self.kind(ofType: member.types.first ?? "any")
  }

  private mutating func arguments(of member: ScriptAPI.Member?, shown: String, line: Int) {
    let parameters = member?.parameters ?? []
    var kinds: [LuaKind] = []
    var isOpen = false
    if case .string(let text) = token {
      position += 1
      kinds = [.literal(.string, shown: quoted(text))]
    } else if isSymbol("{") {
      table(isDelegate: false)
      kinds = [.literal(.table, shown: "a table")]
    } else if take("(") {
      while token != nil, !take(")") {
        let type = kinds.count < parameters.count ? parameters[kinds.count].type : "any"
        let start = position
        kinds.append(expression(expecting: type))
        // A call or ... at the end may give more than one value.
        let before = tokens[position - 1].kind
        isOpen =
          before == .symbol(UInt8(ascii: ")")) || before == .operator("...")
          || (before == .symbol(UInt8(ascii: "}")) && start != position - 1)
        _ = take(",")
      }
    }
    guard let member, !parameters.contains(where: { $0.name == "..." }) else { return }
    for (parameter, kind) in zip(parameters, kinds) {
      guard case .literal(let literal, let text) = kind,
        !LuaChecker.takes(parameter, literal, text, api)
      else { continue }
      report(
        "\(member.name): \(parameter.name) is \(text); give \(LuaChecker.words(parameter.type))",
        line: line)
    }
    if kinds.count < parameters.count, !isOpen {
      let missing = parameters[kinds.count...].first { !$0.isOptional && $0.type != "any" }
      if let missing {
        report(
          "\(member.name): \(missing.name) is missing; give \(LuaChecker.words(missing.type))",
          line: line)
      }
    }
  }
}
