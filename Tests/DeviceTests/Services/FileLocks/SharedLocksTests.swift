import Simulation
import Testing

@testable import Device

@Suite("The account of shared locks")
struct SharedLocksTests {
  private let a = AppID(0)
  private let b = AppID(1)

  private func waiter(_ app: AppID, _ number: Int32) -> SharedLocks.Waiter {
    SharedLocks.Waiter(
      app: app, lock: LockID(number: number), fiber: FiberID(number),
      location: SourceLocation(file: "test", line: Int(number)), since: moment(1),
      wasInFront: false)
  }

  @Test("has one holder for each name, whoever asks")
  func oneHolder() {
    var locks = SharedLocks()
    let taken = [
      locks.take("x", for: a), locks.take("x", for: b), locks.take("x", for: a),
      locks.take("y", for: b),
    ]
    #expect(taken == [true, false, false, true])
    #expect(locks.holder(of: "x") == a && locks.holder(of: "y") == b)
    locks.release("x")
    #expect(locks.holder(of: "x") == nil)
    let again = locks.take("x", for: b)
    #expect(again)
  }

  @Test("a free lock goes to who has waited longest of those that may go on")
  func order() {
    var locks = SharedLocks()
    _ = locks.take("x", for: a)
    for number in 1...3 { locks.wait(for: "x", waiter(number == 2 ? b : a, Int32(number))) }
    let held = locks.next(for: "x") { _ in true }
    #expect(held == nil)
    locks.release("x")
    let next = [
      locks.next(for: "x") { $0 == b }, locks.next(for: "x") { $0 == b },
      locks.next(for: "x") { _ in true },
    ]
    #expect(next.map { $0?.fiber.number } == [2, nil, 1])
    #expect(locks.wanted(by: a) == ["x"] && locks.wanted(by: b) == [])
    #expect(locks.waits(of: a) == [waiter(a, 3)])
  }

  @Test("a process that has ended waits for nothing; others keep their places")
  func forgets() {
    var locks = SharedLocks()
    _ = locks.take("x", for: a)
    locks.wait(for: "x", waiter(b, 1))
    locks.wait(for: "x", waiter(a, 2))
    locks.wait(for: "y", waiter(b, 3))
    locks.forgetWaits(of: b)
    #expect(locks.waits(of: b) == [] && locks.wanted(by: b) == [])
    locks.release("x")
    let next = locks.next(for: "x") { _ in true }
    #expect(next == waiter(a, 2))
  }
}
