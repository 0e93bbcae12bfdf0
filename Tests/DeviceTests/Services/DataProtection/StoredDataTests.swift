import Simulation
import Testing

@testable import Device

@Suite("Files and the keychain")
struct StoredDataTests {
  private static let here = SourceLocation(file: "test", line: 3)

  private func phone(hasPasscode: Bool = true) -> (Device, Application) {
    let phone = Phone(seconds: 10_000)
    phone.scenario.device.hasPasscode = hasPasscode
    let device = phone.device
    device.open(AppID(0))
    device.run(until: moment(10))
    return (device, device.applications[0])
  }

  /// Locked for so long that protected data is gone.
  private func lock(_ device: Device) {
    device.lock()
    device.run(until: device.now + .seconds(10))
  }

  private func read(_ app: Application, _ path: String, isOpen: Bool = false) -> String {
    do throws(FileError) {
      return String(decoding: try app.contents(ofFile: path, isOpen: isOpen), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  private func make(_ app: Application, _ path: String, _ protection: FileProtection) -> Bool {
    app.createFile(path, Array(path.utf8), protection, at: Self.here)
  }

  @Test("a file is read, written and made as its class allows")
  func files() {
    let (device, app) = phone()
    let classes = FileProtection.allCases
    func each(_ look: (FileProtection) -> Bool) -> [String] { classes.filter(look).map(\.rawValue) }
    #expect(each { make(app, $0.rawValue, $0) }.count == 4)
    #expect(each { read(app, $0.rawValue) == $0.rawValue }.count == 4)
    #expect(read(app, "none of these") == "noSuchFile")
    lock(device)
    let behind = ["completeUntilFirstUserAuthentication", "none"]
    #expect(each { read(app, $0.rawValue) == $0.rawValue } == behind)
    #expect(read(app, "complete") == "noPermission")
    #expect(each { app.fileExists($0.rawValue) }.count == 4)
    // What is open stays so in its class; a new file needs no key of the user's there.
    #expect(read(app, "completeUnlessOpen", isOpen: true) == "completeUnlessOpen")
    #expect(read(app, "complete", isOpen: true) == "noPermission")
    #expect(each { app.append([33], toFile: $0.rawValue) } == ["completeUnlessOpen"] + behind)
    #expect(each { make(app, "new \($0)", $0) } == ["completeUnlessOpen"] + behind)
    #expect(read(app, "new completeUnlessOpen") == "noPermission")
    device.reboot()
    #expect(each { read(app, $0.rawValue).hasPrefix($0.rawValue) } == ["none"])
    #expect(!make(app, "later", .completeUntilFirstUserAuthentication))
    device.unlock()
    #expect(read(app, "completeUnlessOpen") == "completeUnlessOpen!")
    #expect(each { app.removeFile($0.rawValue, at: Self.here) }.count == 4)
    #expect(!app.removeFile("none", at: Self.here) && !app.append([1], toFile: "none"))
    #expect(!device.findings.contains { $0.rule == .dataProtected })
  }

  @Test("a keychain item answers by its class: 0, -25300, -25299, -25308")
  func keychain() {
    let (device, app) = phone()
    for accessibility in KeychainAccessibility.allCases {
      let item = KeychainItem(
        account: accessibility.rawValue, data: [7], accessibility: accessibility)
      #expect(app.addToKeychain(item, at: Self.here) == .success)
      #expect(app.addToKeychain(item, at: Self.here) == .duplicateItem)
    }
    func statuses() -> [Int] {
      KeychainAccessibility.allCases.map {
        app.keychainItem(KeychainQuery(account: $0.rawValue)).status.rawValue
      }
    }
    #expect(statuses() == [0, 0, 0, 0, 0])
    #expect(app.keychainItem(KeychainQuery(account: "other")).status == .itemNotFound)
    #expect(app.keychainItem(KeychainQuery()).1?.data == [7])
    lock(device)
    #expect(statuses() == [-25308, 0, -25308, -25308, 0])
    #expect(
      app.addToKeychain(KeychainItem(account: "x"), at: Self.here) == .interactionNotAllowed)
    let later = KeychainItem(account: "y", accessibility: .afterFirstUnlock)
    #expect(app.addToKeychain(later, at: Self.here) == .success)
    let token = KeychainQuery(account: "WhenUnlocked")
    func update(_ query: KeychainQuery, _ accessibility: KeychainAccessibility?) -> KeychainStatus {
      app.updateKeychain(query, data: [8], accessibility: accessibility)
    }
    #expect(update(token, nil) == .interactionNotAllowed)
    #expect(update(KeychainQuery(account: "y"), .whenUnlocked) == .interactionNotAllowed)
    #expect(update(KeychainQuery(account: "y"), nil) == .success)
    #expect(update(KeychainQuery(account: "z"), nil) == .itemNotFound)
    device.reboot()
    #expect(statuses() == [-25308, -25308, -25308, -25308, -25308])
    #expect(
      app.deleteFromKeychain(KeychainQuery(account: "y"), at: Self.here) == .interactionNotAllowed)
    device.unlock()
    #expect(statuses() == [0, 0, 0, 0, 0])
    #expect(update(token, .afterFirstUnlock) == .success)
    #expect(app.keychainItem(token).1?.data == [8])
    #expect(app.deleteFromKeychain(token, at: Self.here) == .success)
    #expect(app.deleteFromKeychain(token, at: Self.here) == .itemNotFound)
  }

  @Test("without a passcode nothing is locked, and the class that wants one cannot be used")
  func withoutPasscode() {
    let (device, app) = phone(hasPasscode: false)
    let item = KeychainItem(account: "a", accessibility: .whenPasscodeSetThisDeviceOnly)
    #expect(app.addToKeychain(item, at: Self.here) == .authFailed)
    #expect(app.addToKeychain(KeychainItem(account: "a"), at: Self.here) == .success)
    let query = KeychainQuery(account: "a")
    #expect(
      app.updateKeychain(query, data: nil, accessibility: .whenPasscodeSetThisDeviceOnly)
        == .authFailed)
    #expect(make(app, "f", .complete))
    device.reboot()
    device.run(until: device.now + .hours(1))
    #expect(read(app, "f") == "f" && app.keychainItem(query).status == .success)
    #expect(app.isProtectedDataAvailable && app.isPastFirstUnlock)
  }

  @Test("what could not be read for the lock and is then overwritten or removed is a finding")
  func takenForMissing() {
    let (device, app) = phone()
    let query = KeychainQuery(service: "s", account: "t")
    let item = KeychainItem(service: "s", account: "t")
    #expect(make(app, "f", .complete) && make(app, "g", .complete))
    #expect(app.addToKeychain(item, at: Self.here) == .success)
    lock(device)
    #expect(read(app, "f") == "noPermission" && read(app, "g") == "noPermission")
    _ = app.keychainItem(query)
    #expect(make(app, "f", .none))
    #expect(app.removeFile("g", at: Self.here))
    #expect(app.addToKeychain(item, at: Self.here) == .duplicateItem)
    _ = app.keychainItem(query)
    #expect(app.deleteFromKeychain(query, at: Self.here) == .success)
    let found = device.findings.filter { $0.rule == .dataProtected }
    #expect(found.map(\.count) == [4] && found.map(\.location) == [Self.here])
    #expect(
      found.first?.message
        == "the file \"f\" could not be read while the device is locked, and is replaced as if it "
        + "were missing")
  }

  @Test("to overwrite what was read, was never asked for, or is unlocked again is none")
  func noFinding() {
    let (device, app) = phone()
    #expect(make(app, "f", .complete) && make(app, "g", .complete) && make(app, "h", .none))
    lock(device)
    #expect(read(app, "f") == "noPermission" && read(app, "h") == "h")
    #expect(make(app, "g", .none) && make(app, "h", .none))
    device.unlock()
    #expect(make(app, "f", .complete))
    #expect(!device.findings.contains { $0.rule == .dataProtected })
  }
}
