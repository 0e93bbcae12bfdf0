/// An `OSStatus` of keychain services.
public enum KeychainStatus: Int, CaseIterable, Sendable {
  case success = 0
  /// No passcode is set, as the item's class wants it.
  case authFailed = -25293
  case duplicateItem = -25299
  case itemNotFound = -25300
  /// The item's class does not allow it now.
  case interactionNotAllowed = -25308
}

/// A generic password: service and account are its key.
public struct KeychainItem: Sendable, Equatable {
  public var service: String
  public var account: String
  public var data: [UInt8]
  public var accessibility: KeychainAccessibility

  public init(
    service: String = "", account: String = "", data: [UInt8] = [],
    accessibility: KeychainAccessibility = .whenUnlocked
  ) {
    self.service = service
    self.account = account
    self.data = data
    self.accessibility = accessibility
  }

  /// About what it takes to keep.
  public var bytes: Int {
    service.utf8.count + account.utf8.count + data.count + Limits.bytesAStoredItem
  }
}

/// The items that a call is about: what is nil may be anything.
public struct KeychainQuery: Sendable {
  public var service: String?
  public var account: String?
  public var accessibility: KeychainAccessibility?

  public init(
    service: String? = nil, account: String? = nil, accessibility: KeychainAccessibility? = nil
  ) {
    self.service = service
    self.account = account
    self.accessibility = accessibility
  }

  func matches(_ item: KeychainItem) -> Bool {
    (service ?? item.service) == item.service && (account ?? item.account) == item.account
      && (accessibility ?? item.accessibility) == item.accessibility
  }
}

/// The keychain items of an app, in the order in which they were added. They outlive its processes.
struct Keychain {
  private(set) var items: [KeychainItem] = []
  /// Bytes of all items, and some for each.
  private(set) var bytes = 0

  /// Positions of the items that a query is about. O(n).
  func positions(_ query: KeychainQuery) -> [Int] {
    items.indices.filter { query.matches(items[$0]) }
  }

  /// The item of a key. O(n).
  func item(like other: KeychainItem) -> KeychainItem? {
    items.first { $0.service == other.service && $0.account == other.account }
  }

  mutating func add(_ item: KeychainItem) {
    items.append(item)
    bytes += item.bytes
  }

  mutating func change(_ position: Int, _ change: (inout KeychainItem) -> Void) {
    bytes -= items[position].bytes
    change(&items[position])
    bytes += items[position].bytes
  }

  mutating func remove(_ positions: [Int]) {
    for position in positions.reversed() { bytes -= items.remove(at: position).bytes }
  }
}
