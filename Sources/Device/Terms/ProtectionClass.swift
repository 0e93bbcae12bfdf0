/// `FileProtectionType`: when a file can be read and written.
public enum FileProtection: String, CaseIterable, Sendable {
  /// While the device is unlocked.
  case complete
  /// The same; but one that is open stays so, and a new one can be made at any time.
  case completeUnlessOpen
  /// Once the device has been unlocked after a restart.
  case completeUntilFirstUserAuthentication
  /// Always.
  case none
}

/// `kSecAttrAccessible`: when a keychain item can be read and written. The forms that stay on one
/// device are as the others here, for no backup is modelled.
public enum KeychainAccessibility: String, CaseIterable, Sendable {
  /// While the device is unlocked.
  case whenUnlocked = "WhenUnlocked"
  /// Once the device has been unlocked after a restart.
  case afterFirstUnlock = "AfterFirstUnlock"
  /// While the device is unlocked; there is none on a device without a passcode.
  case whenPasscodeSetThisDeviceOnly = "WhenPasscodeSetThisDeviceOnly"
  case whenUnlockedThisDeviceOnly = "WhenUnlockedThisDeviceOnly"
  case afterFirstUnlockThisDeviceOnly = "AfterFirstUnlockThisDeviceOnly"
}
