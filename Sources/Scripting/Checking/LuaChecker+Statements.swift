/// Statements (Lua 5.4 reference manual, 3.3). The text compiles, so that nothing is looked at
/// twice.
extension LuaChecker {
  /// Up to the word that ends the block.
  mutating func block() {
    while let token {
      switch token {
      case .name("end"), .name("else"), .name("elseif"), .name("until"): return
      case .name("return"):
        position += 1
        if !isBlockEnd, !isSymbol(";") { returnedValues() }
        _ = take(";")
      default: statement()
      }
    }
  }

  private var isBlockEnd: Bool {
    switch token {
    case nil, .name("end"), .name("else"), .name("elseif"), .name("until"): true
    default: false
    }
  }

  /// The values of a return; a table that the script itself returns is its delegate.
  private mutating func returnedValues() {
    if isSymbol("{"), scopes.count == 1 {
      table(isDelegate: true)
    } else {
      expressionList()
    }
  }

  private mutating func statement() {
    guard case .name(let word) = token else {
      if take(";") { return }
      if case .operator("::") = token {
        position += 3
        return
      }
      assignmentOrCall()
      return
    }
    switch word {
    case "break": position += 1
    case "goto": position += 2
    case "do":
      position += 1
      within { $0.block() }
      _ = take(word: "end")
    case "while":
      position += 1
      expression()
      _ = take(word: "do")
      within { $0.block() }
      _ = take(word: "end")
    case "repeat":
      position += 1
      within {
        $0.block()
        _ = $0.take(word: "until")
        $0.expression()
      }
    case "if": conditional()
    case "for": loop()
    case "function": function()
    case "local": local()
    default: assignmentOrCall()
    }
  }

  private mutating func conditional() {
    while take(word: "if") || take(word: "elseif") {
      expression()
      _ = take(word: "then")
      within { $0.block() }
    }
    if take(word: "else") { within { $0.block() } }
    _ = take(word: "end")
  }

  private mutating func loop() {
    position += 1
    var names: [String] = []
    repeat {
      if let name = takeName() { names.append(name) }
    } while take(",")
    if !take("=") { _ = take(word: "in") }
    expressionList()
    _ = take(word: "do")
    within {
      for name in names { $0.declare(name, .unknown) }
      $0.block()
    }
    _ = take(word: "end")
  }

  private mutating func function() {
    position += 1
    guard let root = takeName() else { return }
    let start = line
    var path: [String] = []
    var isMethod = false
    while isSymbol(".") || isSymbol(":") {
      isMethod = isSymbol(":")
      position += 1
      if let name = takeName() { path.append(name) }
    }
    var types: [String] = []
    if root == returned, path.count == 1 {
      methods.append((path[0], start))
      types = parameterTypes(ofMethod: path[0])
    }
    functionBody(types: types, isMethod: isMethod)
  }

  private mutating func local() {
    position += 1
    if take(word: "function") {
      if let name = takeName() { declare(name, .unknown) }
      functionBody(types: [], isMethod: false)
      return
    }
    var names: [String] = []
    repeat {
      if let name = takeName() { names.append(name) }
      if take("<") {
        _ = takeName()
        _ = take(">")
      }
    } while take(",")
    var kinds: [LuaKind] = []
    if take("=") {
      let isDelegate = names.count == 1 && names[0] == returned && scopes.count == 1
      if isDelegate, isSymbol("{") {
        table(isDelegate: true)
      } else {
        if isDelegate { isDelegatePlain = false }
        kinds = expressionList()
      }
    }
    for (index, name) in names.enumerated() {
      declare(name, index < kinds.count ? kinds[index] : .unknown)
    }
  }

  private mutating func assignmentOrCall() {
    let start = position
    let first = suffixed(isTarget: true)
    if position == start {
      position += 1  // what is not understood is gone past
      return
    }
    var targets = [first]
    while take(",") { targets.append(suffixed(isTarget: true)) }
    guard take("=") else { return }
    // `delegate.name = function` is a method.
    if targets.count == 1, let name = methodName(start..<position), isWord("function") {
      methods.append((name, tokens[start].line))
      let types = parameterTypes(ofMethod: name)
      position += 1
      functionBody(types: ["any"] + types, isMethod: false)
      return
    }
    if case .name(let name) = tokens[start].kind, name == returned,
      case .symbol(UInt8(ascii: "[")) = tokens[start + 1].kind
    {
      isDelegatePlain = false
    }
    expressionList()
  }

  /// The field of the delegate that `delegate.name =` sets.
  private func methodName(_ range: Range<Int>) -> String? {
    guard range.count == 4, let returned, tokens[range.lowerBound].kind == .name(returned),
      case .name(let name) = tokens[range.lowerBound + 2].kind,
      tokens[range.lowerBound + 1].kind == .symbol(UInt8(ascii: "."))
    else { return nil }
    return name
  }

  /// From the bracket of the parameters to the end.
  mutating func functionBody(types: [String], isMethod: Bool) {
    _ = take("(")
    var names: [String] = []
    while let token, token != .symbol(UInt8(ascii: ")")) {
      if let name = takeName() { names.append(name) } else { position += 1 }
    }
    _ = take(")")
    within {
      if isMethod { $0.declare("self", .unknown) }
      for (index, name) in names.enumerated() {
        $0.declare(name, index < types.count ? $0.kind(ofType: types[index]) : .unknown)
      }
      $0.block()
    }
    _ = take(word: "end")
  }
}
