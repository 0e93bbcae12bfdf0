import Device

/// What pushes carry, as far as a script's text shows: the fields that it reads of them.
///
/// A field that is compared with a text has it in a push of its own, one that is indexed is a table,
/// one whose methods are called a text, and any other a number, which Lua also joins to texts.
struct AssumedPushes {
  /// With all fields; empty where none is read.
  private(set) var whole: [PushField] = []
  /// As the whole, each with one of the texts with which a field is compared.
  private(set) var variants: [[PushField]] = []
  /// Whether fields may be read that the text does not show, so that a push may lack them.
  let isUnclear: Bool

  private static let mostVariants = 8

  /// - Parameters:
  ///   - names: those that stand for what a push carries.
  /// O(n) a name that stands for it.
  init(_ tokens: [LuaToken], of names: [PayloadUses.Name]) {
    let uses = PayloadUses(tokens, of: names)
    isUnclear = uses.isLost
    var texts: [(field: String, text: String)] = []
    for read in uses.reads where read.field != "aps" {
      if let text = AssumedPushes.text(comparedAfter: read.end, tokens) {
        texts.append((read.field, text))
      }
      guard !whole.contains(where: { $0.name == read.field }) else { continue }
      whole.append(PushField(read.field, AssumedPushes.value(ofFieldAt: read.end, tokens)))
    }
    for (field, text) in texts {
      let variant = whole.map { $0.name == field ? PushField(field, .text(text)) : $0 }
      if !variants.contains(variant), variants.count < AssumedPushes.mostVariants {
        variants.append(variant)
      }
    }
  }

  /// - Parameters:
  ///   - method: the method that gets the push.
  ///   - position: of the push among its arguments, from 0, without self.
  ///   - field: the field of that argument in which the sender's are; nil: they are its own.
  init(
    _ tokens: [LuaToken], method: String, position: Int = 1, in field: String? = nil
  ) {
    let parameters = PayloadUses.parameters(of: method, in: tokens) ?? []
    self.init(
      tokens, of: parameters.dropFirst(position).prefix(1).map { .init(text: $0, field: field) })
  }

  /// All that is sent: the whole, and each variant of it.
  var all: [[PushField]] { [whole] + variants }

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
