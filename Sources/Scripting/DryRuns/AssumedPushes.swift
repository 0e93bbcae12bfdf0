import Device

/// What pushes carry, as far as a script's text shows: the fields that its method reads of them.
///
/// A field that is compared with a text has it in a push of its own, one that is indexed is a table,
/// one whose methods are called a text, and any other a number, which Lua also joins to texts.
struct AssumedPushes {
  /// With all fields; empty where the method reads none.
  private(set) var whole: [PushField] = []
  /// As the whole, each with one of the texts with which a field is compared.
  private(set) var variants: [[PushField]] = []

  private static let mostVariants = 8

  /// - Parameters:
  ///   - method: the method that gets the push.
  ///   - position: of the push among its arguments, from 0, without self.
  ///   - field: the field of that argument in which the sender's are; nil: they are its own.
  /// O(n).
  init(
    _ tokens: [LuaToken], method: String, position: Int = 1, in field: String? = nil
  ) {
    guard let name = AssumedPushes.parameter(position, of: method, in: tokens) else { return }
    var texts: [(field: String, text: String)] = []
    for index in tokens.indices where tokens[index].kind == .name(name) {
      var index = index
      if let field {
        guard AssumedPushes.field(after: index, tokens) == field else { continue }
        index += 2
      }
      guard let read = AssumedPushes.field(after: index, tokens), read != "aps" else { continue }
      if let text = AssumedPushes.text(comparedAfter: index + 2, tokens) {
        texts.append((read, text))
      }
      guard !whole.contains(where: { $0.name == read }) else { continue }
      whole.append(PushField(read, AssumedPushes.value(ofFieldAt: index + 2, tokens)))
    }
    for (field, text) in texts {
      let variant = whole.map { $0.name == field ? PushField(field, .text(text)) : $0 }
      if !variants.contains(variant), variants.count < AssumedPushes.mostVariants {
        variants.append(variant)
      }
    }
  }

  private static func parameter(
    _ position: Int, of method: String, in tokens: [LuaToken]
  ) -> String? {
    guard let start = tokens.firstIndex(where: { $0.kind == .name(method) }) else { return nil }
    var names: [String] = []
    let rest = tokens[start...].dropFirst().drop { $0.kind != .symbol(UInt8(ascii: "(")) }
    for token in rest.dropFirst() {
      guard token.kind != .symbol(UInt8(ascii: ")")) else { break }
      if case .name(let name) = token.kind, name != "self" { names.append(name) }
    }
    return names.count > position ? names[position] : nil
  }

  /// The field in `name.field`.
  private static func field(after index: Int, _ tokens: [LuaToken]) -> String? {
    guard index + 2 < tokens.count, tokens[index + 1].kind == .symbol(UInt8(ascii: ".")),
      case .name(let field) = tokens[index + 2].kind
    else { return nil }
    return field
  }

  private static func text(comparedAfter index: Int, _ tokens: [LuaToken]) -> String? {
    guard index + 2 < tokens.count, case .string(let text) = tokens[index + 2].kind,
      tokens[index + 1].kind == .operator("==") || tokens[index + 1].kind == .operator("~=")
    else { return nil }
    return text
  }

  private static func value(ofFieldAt index: Int, _ tokens: [LuaToken]) -> PushValue {
    if let inner = field(after: index, tokens) { return .table([PushField(inner, .integer(1))]) }
    guard index + 1 < tokens.count else { return .integer(1) }
    if tokens[index + 1].kind == .symbol(UInt8(ascii: ":")) { return .text("1") }
    return text(comparedAfter: index, tokens) == nil ? .integer(1) : .text("")
  }
}
