import Simulation
import Testing

@testable import Device

@Suite struct FetchHistoryTests {
  @Test("an interval counts from when it was set, then from the beginning of the last fetch")
  func due() {
    var history = FetchHistory()
    #expect(history.due == nil)
    let first = history.set(.seconds(900), at: moment(100))
    #expect(first)
    #expect(history.due == moment(1_000))
    _ = history.begin(at: moment(1_500), having: Received())
    #expect(history.due == moment(2_400))
    let again = history.set(.seconds(900), at: moment(1_600))
    #expect(!again)
    let stopped = history.set(nil, at: moment(1_700))
    #expect(stopped)
    #expect(history.due == nil)
  }

  @Test("an app that asks for nothing has asked all the same")
  func never() {
    var history = FetchHistory()
    #expect(!history.isIntervalSet)
    let asked = history.set(nil, at: moment(5))
    #expect(!asked)
    #expect(history.isIntervalSet && history.firstSet == nil)
  }

  @Test("the first and the shortest interval ever set are kept")
  func shortest() {
    var history = FetchHistory()
    for (interval, at) in [(3_600.0, 10.0), (900, 20), (7_200, 30)] {
      _ = history.set(.seconds(interval), at: moment(at))
    }
    #expect(history.firstSet == moment(10))
    #expect(history.shortestInterval == .seconds(900))
    #expect(history.interval == .seconds(7_200))
  }

  @Test("failures, timeouts and deaths add up until a fetch goes well; what it brought is told")
  func results() {
    var history = FetchHistory()
    let results: [(FetchResult?, Int)] = [
      (.failed, 1), (nil, 2), (.failed, 3), (.noData, 0), (nil, 1), (.newData, 0),
    ]
    for (number, result) in results.enumerated() {
      let before = Received(bytes: Double(number) * 100, items: number)
      let id = history.begin(at: moment(Double(number)), having: before)
      #expect(id.number == Int32(number + 1))
      history.end(
        with: result.0, having: Received(bytes: before.bytes + 30, items: number + 2))
      #expect(history.failuresInARow == result.1)
      #expect(history.lastResult == result.0)
      #expect(history.brought.bytes == 30 && history.brought.items == 2)
    }
  }
}
