import Device
import Lua

/// `SecItemAdd` and the other calls of keychain services: generic passwords, whose attributes are
/// the fields of a table. Each returns an `OSStatus`.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineKeychain() {
    defineKeychainConstants()
    function("SecItemAdd") { (frame, bridge) throws(LuaFailure) in
      let attributes = try frame.keychainAttributes(1, "SecItemAdd", bridge)
      let item = KeychainItem(
        service: attributes.service ?? "", account: attributes.account ?? "",
        data: attributes.data ?? [], accessibility: attributes.accessibility ?? .whenUnlocked)
      try frame.checkRoom(for: item.bytes, "SecItemAdd", bridge)
      return frame.result(bridge.app.addToKeychain(item, at: bridge.location(frame)).rawValue)
    }
    function("SecItemCopyMatching") { (frame, bridge) throws(LuaFailure) in
      let query = try frame.keychainAttributes(1, "SecItemCopyMatching", bridge)
      let (status, item) = bridge.app.keychainItem(try query.query("SecItemCopyMatching"))
      frame.push(status.rawValue)
      guard let item else { return .values(1) }
      frame.push(item.data)
      return .values(2)
    }
    function("SecItemUpdate") { (frame, bridge) throws(LuaFailure) in
      let query = try frame.keychainAttributes(1, "SecItemUpdate", bridge)
      let new = try frame.keychainAttributes(2, "SecItemUpdate", bridge)
      guard new.service == nil, new.account == nil else {
        throw LuaFailure(
          .runtime, "SecItemUpdate: service and account stay; add another item, and delete this one"
        )
      }
      return frame.result(
        bridge.app.updateKeychain(
          try query.query("SecItemUpdate"), data: new.data, accessibility: new.accessibility
        ).rawValue)
    }
    function("SecItemDelete") { (frame, bridge) throws(LuaFailure) in
      let query = try frame.keychainAttributes(1, "SecItemDelete", bridge)
      return frame.result(
        bridge.app.deleteFromKeychain(
          try query.query("SecItemDelete"), at: bridge.location(frame)
        ).rawValue)
    }
  }

  private mutating func defineKeychainConstants() {
    for (name, field) in [
      ("kSecAttrService", "service"), ("kSecAttrAccount", "account"), ("kSecValueData", "data"),
      ("kSecAttrAccessible", "accessible"),
    ] {
      constant(name, .text(field))
    }
    for accessibility in KeychainAccessibility.allCases {
      constant("kSecAttrAccessible\(accessibility.rawValue)", .text(accessibility.rawValue))
    }
    for status in KeychainStatus.allCases { constant(status.name, .integer(status.rawValue)) }
  }
}

extension KeychainStatus {
  fileprivate var name: String {
    switch self {
    case .success: "errSecSuccess"
    case .authFailed: "errSecAuthFailed"
    case .duplicateItem: "errSecDuplicateItem"
    case .itemNotFound: "errSecItemNotFound"
    case .interactionNotAllowed: "errSecInteractionNotAllowed"
    }
  }
}

/// What a call says of an item.
private struct KeychainAttributes {
  var service: String?
  var account: String?
  var data: [UInt8]?
  var accessibility: KeychainAccessibility?

  static let fields = ["service", "account", "data", "accessible"]

  func query(_ call: String) throws(LuaFailure) -> KeychainQuery {
    guard data == nil else {
      throw LuaFailure(
        .runtime, "\(call): data is no part of a query; name service and account")
    }
    return KeychainQuery(service: service, account: account, accessibility: accessibility)
  }
}

extension LuaFrame {
  fileprivate func keychainAttributes(
    _ index: Int, _ call: String, _ bridge: AppBridge
  ) throws(LuaFailure) -> KeychainAttributes {
    try charge(Cost.record + bridge.app.keychainCount)
    try table(index)
    try checkFields(of: index, call, KeychainAttributes.fields)
    let before = count
    defer { keep(before) }
    var attributes = KeychainAttributes()
    attributes.service = try optional("service", of: index, call)
    attributes.account = try optional("account", of: index, call)
    let data = pushField("data", of: index)
    if !isNil(data) {
      try checkString(data, "data", call)
      try checkRoom(for: try byteCount(data), "\(call): data", bridge)
      attributes.data = try bytes(data)
    }
    let accessible = pushField("accessible", of: index)
    if !isNil(accessible) {
      guard let found = text(at: accessible).flatMap(KeychainAccessibility.init) else {
        throw LuaFailure(
          .runtime,
          "\(call): accessible: no such class (\(describeArgument(accessible))); give one of "
            + KeychainAccessibility.allCases.map { "kSecAttrAccessible\($0.rawValue)" }
            .joined(separator: ", "))
      }
      attributes.accessibility = found
    }
    return attributes
  }

  private func optional(
    _ field: String, of index: Int, _ call: String
  ) throws(LuaFailure) -> String? {
    let place = pushField(field, of: index)
    if isNil(place) { return nil }
    try checkString(place, field, call)
    let text = try string(place)
    guard text.utf8.count <= 1_024 else {
      throw LuaFailure(
        .runtime, "\(call): \(field): at most 1024 bytes expected, got \(text.utf8.count)")
    }
    return text
  }

  private func checkString(_ index: Int, _ field: String, _ call: String) throws(LuaFailure) {
    guard type(at: index) == .string else {
      throw LuaFailure(
        .runtime, "\(call): \(field): a string expected, got \(describeArgument(index))")
    }
  }
}
