import Device
import Simulation
import Testing

@testable import Scripting

/// The rules of queues, semaphores and locks as values, against plain references.
@Suite("The values behind queues")
struct QueueValueTests {
  private func random(_ seed: Int) -> RandomStream {
    RandomStream(seed: UInt64(seed), name: "queues")
  }

  @Test("a line is an array: first come, first served, with gaps anywhere", arguments: 1...20)
  func line(seed: Int) {
    var random = random(seed)
    var line = Line<Int>()
    var plain: [Int] = []
    for number in 0..<4_000 {
      switch random.integer(in: 0..<10) {
      case 0..<(number < 2_500 ? 6 : 3):
        line.append(number)
        plain.append(number)
      case 6..<9:
        let first = line.removeFirst()
        #expect(first == (plain.isEmpty ? nil : plain.removeFirst()))
      default:
        let divisor = random.integer(in: 1..<7)
        let found = line.removeFirst { $0 % divisor == 0 }
        let place = plain.firstIndex { $0 % divisor == 0 }
        #expect(found == place.map { plain.remove(at: $0) })
      }
      #expect(line.count == plain.count && line.first == plain.first)
    }
    #expect(line.all == plain)
  }

  @Test("a semaphore lets on who has waited longest, and counts the rest", arguments: 1...20)
  func semaphore(seed: Int) {
    var random = random(seed)
    var semaphore = Semaphore(value: 2)
    var (value, waiting): (Int, [Int32]) = (2, [])
    for number in 0..<Int32(300) {
      switch random.integer(in: 0..<5) {
      case 0, 1:
        let isTaken = semaphore.take()
        #expect(isTaken == (value > 0))
        if value > 0 {
          value -= 1
        } else {
          semaphore.wait(FiberID(number))
          waiting.append(number)
        }
      case 2, 3:
        let woken = semaphore.signal()
        #expect(woken?.number == waiting.first)
        if waiting.isEmpty { value += 1 } else { waiting.removeFirst() }
      default:
        guard let one = waiting.last else { continue }
        semaphore.giveUp(FiberID(one))
        waiting.removeLast()
      }
      #expect(semaphore.value == value)
      #expect(semaphore.isAtRest(at: 2) == (value == 2 && waiting.isEmpty))
    }
  }

  @Test("a lock has one holder, and passes in order")
  func lock() {
    var lock = ThreadLock()
    let taken = [lock.take(.main), lock.take(.main), lock.take(.job(1))]
    #expect(taken == [true, false, false])
    for number in Int32(1)...3 { lock.wait(FiberID(number), on: .job(Int64(number))) }
    lock.giveUp(FiberID(2))
    var passed: [Int32?] = []
    var holders: [ThreadNumber?] = []
    for _ in 0..<3 {
      passed.append(lock.release()?.number)
      holders.append(lock.holder)
    }
    #expect(passed == [1, 3, nil])
    #expect(holders == [.job(1), .job(3), nil])
  }

  @Test("a group lets on all that wait once as many have left as entered")
  func group() {
    var group = BlockGroup()
    let nothing = group.leave()
    #expect(!nothing)
    group.enter()
    group.enter()
    for number in Int32(1)...3 { group.wait(FiberID(number)) }
    group.giveUp(FiberID(2))
    group.notify(7)
    group.notify(8)
    let left = group.leave()
    let early = group.take()
    #expect(left && early.fibers == [] && early.jobs == [])
    _ = group.leave()
    let taken = group.take()
    #expect(taken.fibers.map(\.number) == [1, 3] && taken.jobs == [7, 8])
    #expect(group.isAtRest)
  }

  /// What a queue may do, said plainly: jobs begin in order; nothing runs beside one that is alone.
  @Test("a queue begins what it may, in order", arguments: 1...30)
  func queue(seed: Int) {
    var random = random(seed)
    let isConcurrent = random.bernoulli(0.7)
    var line = QueueLine(isConcurrent: isConcurrent)
    var waiting: [(job: Int64, isAlone: Bool)] = []
    var running: [(job: Int64, isAlone: Bool)] = []
    for number in Int64(0)..<400 {
      if random.bernoulli(0.5) {
        let isBarrier = random.bernoulli(0.2)
        line.add(number, isBarrier: isBarrier)
        waiting.append((number, isBarrier || !isConcurrent))
      } else if !running.isEmpty {
        running.remove(at: random.integer(in: 0..<running.count))
        line.end()
      }
      while let first = waiting.first, running.isEmpty || !(first.isAlone || running[0].isAlone) {
        let next = line.next()
        #expect(next == first.job)
        running.append(waiting.removeFirst())
      }
      let none = line.next()
      #expect(none == nil)
      #expect(line.isAtRest == (waiting.isEmpty && running.isEmpty))
    }
  }

  @Test("an operation queue begins the first that is ready, as many as it may", arguments: 1...30)
  func operations(seed: Int) {
    var random = random(seed)
    var line = OperationLine()
    line.most = random.bernoulli(0.8) ? random.integer(in: 1..<4) : nil
    var (waiting, running): ([(number: Int64, isReady: Bool)], [Int64]) = ([], [])
    for number in Int64(0)..<400 {
      switch random.integer(in: 0..<6) {
      case 0, 1:
        let isReady = random.bernoulli(0.6)
        line.add(number, isReady: isReady)
        waiting.append((number, isReady))
      case 2, 3:
        guard !waiting.isEmpty else { continue }
        let place = random.integer(in: 0..<waiting.count)
        waiting[place].isReady = random.bernoulli(0.7)
        line.set(waiting[place].number, isReady: waiting[place].isReady)
      case 4:
        guard !running.isEmpty else { continue }
        let one = running.remove(at: random.integer(in: 0..<running.count))
        line.wait(FiberID(Int32(number)))
        let woken = line.end(one)
        #expect(woken.isEmpty != (running.isEmpty && waiting.isEmpty))
      default:
        while running.count < line.most ?? .max,
          let place = waiting.firstIndex(where: { $0.isReady })
        {
          let next = line.next()
          #expect(next == waiting[place].number)
          running.append(waiting.remove(at: place).number)
        }
        let none = line.next()
        #expect(none == nil)
      }
      #expect(line.count == waiting.count + running.count)
      #expect(line.all == running.sorted() + waiting.map(\.number))
    }
  }
}
