import Simulation

/// The keychain of an app: generic passwords, each of one class.
extension Application {
  private var lock: DeviceLock { device.world.lock }

  private func name(_ item: KeychainItem) -> String {
    "the keychain item \"\(item.account)\"" + (item.service.isEmpty ? "" : " of \(item.service)")
  }

  private var keychain: Keychain { protection.apps[process].keychain }

  /// `SecItemAdd`.
  public func addToKeychain(_ item: KeychainItem, at location: SourceLocation) -> KeychainStatus {
    if item.accessibility == .whenPasscodeSetThisDeviceOnly, !lock.hasPasscode {
      return .authFailed
    }
    if let old = keychain.item(like: item) {
      protection.reportIfUnread(name(old), "added", of: process, at: location)
      return .duplicateItem
    }
    guard lock.allows(item.accessibility, at: now) else { return .interactionNotAllowed }
    protection.apps[process].keychain.add(item)
    return .success
  }

  /// `SecItemCopyMatching`: the first item that a query is about.
  public func keychainItem(_ query: KeychainQuery) -> (status: KeychainStatus, KeychainItem?) {
    guard let position = keychain.positions(query).first else { return (.itemNotFound, nil) }
    let item = keychain.items[position]
    guard lock.allows(item.accessibility, at: now) else {
      protection.noteUnread(name(item), of: process)
      return (.interactionNotAllowed, nil)
    }
    protection.noteRead(name(item), of: process)
    return (.success, item)
  }

  /// `SecItemUpdate`: gives all items that a query is about other data, or another class.
  ///
  /// - Parameters:
  ///   - data: nil: as before.
  ///   - accessibility: the same.
  public func updateKeychain(
    _ query: KeychainQuery, data: [UInt8]?, accessibility: KeychainAccessibility?
  ) -> KeychainStatus {
    let positions = keychain.positions(query)
    if positions.isEmpty { return .itemNotFound }
    if accessibility == .whenPasscodeSetThisDeviceOnly, !lock.hasPasscode { return .authFailed }
    let classes =
      positions.map { keychain.items[$0].accessibility } + [accessibility].compactMap(\.self)
    guard classes.allSatisfy({ lock.allows($0, at: now) }) else { return .interactionNotAllowed }
    for position in positions {
      protection.apps[process].keychain.change(position) { item in
        item.data = data ?? item.data
        item.accessibility = accessibility ?? item.accessibility
      }
    }
    return .success
  }

  /// `SecItemDelete`, which asks for no key of an item's class; before the first unlock nothing can
  /// be deleted.
  public func deleteFromKeychain(
    _ query: KeychainQuery, at location: SourceLocation
  ) -> KeychainStatus {
    let positions = keychain.positions(query)
    if positions.isEmpty { return .itemNotFound }
    let names = positions.map { name(keychain.items[$0]) }
    for name in names {
      protection.reportIfUnread(name, "deleted", of: process, at: location)
    }
    if lock.isBeforeFirstUnlock { return .interactionNotAllowed }
    protection.apps[process].keychain.remove(positions)
    return .success
  }
}
