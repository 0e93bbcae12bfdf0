import Simulation
import Testing

@testable import Device

@Suite("The lock of a device")
struct DeviceLockTests {
  private func lock(_ change: (inout DeviceConfiguration) -> Void = { _ in }) -> DeviceLock {
    var configuration = DeviceConfiguration()
    change(&configuration)
    return DeviceLock(configuration)
  }

  @Test("it locks itself 30 s after it was laid down, and protected data goes 10 s later")
  func autoLock() {
    var lock = lock()
    #expect(!lock.isLocked(at: moment(1_000)) && lock.isDataAvailable(at: moment(1_000)))
    lock.layDown(at: moment(100))
    // Whoever lays it down again changes nothing.
    lock.layDown(at: moment(120))
    #expect(!lock.isLocked(at: moment(129)) && lock.isLocked(at: moment(130)))
    #expect(lock.keysGo == moment(140))
    #expect(lock.isDataAvailable(at: moment(139)) && !lock.isDataAvailable(at: moment(140)))
    lock.unlock()
    #expect(!lock.isLocked(at: moment(200)) && lock.isDataAvailable(at: moment(200)))
  }

  @Test("a user who locks it is sooner, and does not begin anew once it is locked")
  func byHand() {
    var lock = lock()
    lock.layDown(at: moment(100))
    lock.lock(at: moment(110))
    lock.lock(at: moment(115))
    #expect(lock.isLocked(at: moment(110)) && lock.keysGo == moment(120))
  }

  @Test("without a passcode nothing is protected; one may never lock itself")
  func parameters() {
    var open = lock { $0.hasPasscode = false }
    open.boot(at: moment(0))
    #expect(open.isLocked(at: moment(1)) && !open.isBeforeFirstUnlock && open.keysGo == nil)
    #expect(FileProtection.allCases.allSatisfy { open.allows($0, at: moment(1_000)) })
    var awake = lock { $0.autoLock = nil }
    awake.layDown(at: moment(0))
    #expect(!awake.isLocked(at: moment(100_000)))
    var slow = lock {
      $0.autoLock = .minutes(5)
      $0.limits.protectedData = .zero
    }
    slow.layDown(at: moment(0))
    #expect(slow.keysGo == moment(300))
  }

  @Test("each class of files and keychain items, unlocked, locked and before the first unlock")
  func classes() {
    var lock = lock()
    func allowed(_ second: Double) -> [String] {
      FileProtection.allCases.filter { lock.allows($0, at: moment(second)) }.map(\.rawValue)
        + KeychainAccessibility.allCases.filter { lock.allows($0, at: moment(second)) }
        .map(\.rawValue)
    }
    #expect(allowed(0).count == 9)
    lock.lock(at: moment(0))
    #expect(allowed(9).count == 9)
    let afterFirst = ["AfterFirstUnlock", "AfterFirstUnlockThisDeviceOnly"]
    #expect(allowed(10) == ["completeUntilFirstUserAuthentication", "none"] + afterFirst)
    #expect(lock.allows(.completeUnlessOpen, isOpen: true, at: moment(10)))
    #expect(!lock.allows(.complete, isOpen: true, at: moment(10)))
    lock.boot(at: moment(20))
    #expect(allowed(20) == ["none"])
    lock.unlock()
    #expect(allowed(21).count == 9)
  }
}
