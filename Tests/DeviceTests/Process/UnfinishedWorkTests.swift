import Simulation
import Testing

@testable import Device

@Suite("The account of unfinished work")
struct UnfinishedWorkTests {
  private let now = Juncture(time: moment(1), step: 1)
  private let lines = (0..<10).map { SourceLocation(file: "test", line: $0) }

  @Test("has what was asked for and has not begun, each told once, in a fixed order")
  func told() {
    var work = UnfinishedWork()
    for number in [9, 3, 7] {
      work.awaitDelayed(BlockID(Int32(number)), at: lines[number], since: now)
    }
    work.awaitBeside(BlockID(4), at: lines[4], since: now)
    work.sleeps(FiberID(2))
    work.awaitLock(FiberID(5), at: lines[5])
    let told = work.take(.iOS) { _ in lines[1] }
    #expect(told.map { $0.location?.line } == [1, 5, 3, 7, 9, 4])
    let again = work.take(.iOS) { _ in lines[1] }
    #expect(again.isEmpty)
  }

  @Test("what begins, wakes or gets its lock is finished")
  func finished() {
    var work = UnfinishedWork()
    work.awaitDelayed(BlockID(1), at: lines[1], since: now)
    work.awaitBeside(BlockID(2), at: lines[2], since: now)
    work.sleeps(FiberID(1))
    work.awaitLock(FiberID(2), at: lines[3])
    work.begins(BlockID(1))
    work.begins(BlockID(2))
    work.begins(BlockID(3))
    work.wakes(FiberID(1))
    work.wakes(FiberID(2))
    let told = work.take(.iOS) { _ in nil }
    #expect(told.isEmpty)
  }

  @Test("sleepers are told in the order of their numbers, whatever these are")
  func sleepers() {
    var work = UnfinishedWork()
    let numbers: [Int32] = [200, 0, 63, 64, 127, 128, 1, 1_000]
    for number in numbers { work.sleeps(FiberID(number)) }
    for number in [64, 1, 5_000] as [Int32] { work.wakes(FiberID(number)) }
    var told: [Int32] = []
    _ = work.take(.iOS) { fiber in
      told.append(fiber.number)
      return nil
    }
    #expect(told == [0, 63, 127, 128, 200, 1_000])
  }
}
