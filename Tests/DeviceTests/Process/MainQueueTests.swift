import Testing

@testable import Device

@Suite("The callbacks that wait for the main thread")
struct MainQueueTests {
  /// The numbers of what is taken out.
  private func taken(_ count: Int, from queue: inout MainQueue) -> [Int] {
    (0..<count).map { _ in
      guard case .service(_, _, let number) = queue.removeFirst() else { return -1 }
      return number
    }
  }

  @Test("come out in the order in which they came, however many wait and whatever comes meanwhile")
  func order() {
    var queue = MainQueue()
    var next = 0
    var expected = 0
    for (come, go) in [
      (3_000, 1_600), (500, 700), (2_000, 3_199), (10, 10), (1, 2), (5_000, 5_000),
    ] {
      for number in next..<next + come { queue.append(.service(0, what: 0, number: number)) }
      next += come
      #expect(taken(go, from: &queue) == Array(expected..<expected + go))
      expected += go
    }
    #expect(next == expected)
  }

  @Test("the transition that comes next is found behind others")
  func transition() {
    var queue = MainQueue()
    #expect(queue.nextTransition == nil)
    queue.append(.transition(.resignActive))
    queue.append(.service(0, what: 0, number: 0))
    queue.append(.transition(.enterBackground))
    #expect(queue.nextTransition == .resignActive)
    _ = queue.removeFirst()
    #expect(queue.nextTransition == .enterBackground)
  }
}
