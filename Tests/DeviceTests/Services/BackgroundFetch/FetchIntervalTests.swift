import Simulation
import Testing

@testable import Device

@Suite struct FetchIntervalTests {
  @Test("an interval counts from when it was set, then from the beginning of the last fetch")
  func due() {
    var interval = FetchInterval()
    #expect(interval.due(lastBegan: nil) == nil)
    let first = interval.set(.seconds(900), at: moment(100))
    #expect(first)
    #expect(interval.due(lastBegan: nil) == moment(1_000))
    #expect(interval.due(lastBegan: moment(1_500)) == moment(2_400))
    let again = interval.set(.seconds(900), at: moment(1_600))
    #expect(!again)
    let longer = interval.set(.seconds(1_800), at: moment(1_650))
    #expect(longer)
    #expect(interval.due(lastBegan: moment(1_500)) == moment(3_300))
    let stopped = interval.set(nil, at: moment(1_700))
    #expect(stopped)
    #expect(interval.due(lastBegan: nil) == nil)
  }

  @Test("an app that asks for nothing has asked all the same")
  func never() {
    var interval = FetchInterval()
    #expect(!interval.isSet)
    let asked = interval.set(nil, at: moment(5))
    #expect(!asked)
    #expect(interval.isSet && interval.firstSet == nil)
  }

  @Test("the first and the shortest interval ever set are kept")
  func shortest() {
    var interval = FetchInterval()
    for (length, at) in [(3_600.0, 10.0), (900, 20), (7_200, 30)] {
      _ = interval.set(.seconds(length), at: moment(at))
    }
    #expect(interval.firstSet == moment(10))
    #expect(interval.shortest == .seconds(900))
    #expect(interval.length == .seconds(7_200))
  }
}
