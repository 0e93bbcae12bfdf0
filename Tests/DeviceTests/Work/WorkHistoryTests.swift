import Simulation
import Testing

@testable import Device

@Suite struct WorkHistoryTests {
  @Test("failures, timeouts and deaths add up until work goes well; what it brought is told")
  func results() {
    var history = WorkHistory()
    let results: [(WorkResult?, Int)] = [
      (.failed, 1), (nil, 2), (.failed, 3), (.noData, 0), (nil, 1), (.newData, 0),
    ]
    for (number, result) in results.enumerated() {
      let before = Received(bytes: Double(number) * 100, items: number)
      history.begin(at: moment(Double(number)), having: before)
      #expect(history.count == Int32(number + 1))
      history.end(
        with: result.0, having: Received(bytes: before.bytes + 30, items: number + 2))
      #expect(history.failuresInARow == result.1)
      #expect(history.lastResult == result.0)
      #expect(history.brought.bytes == 30 && history.brought.items == 2)
    }
  }
}
