import Device
import Simulation
import Testing

@testable import Reports

@Suite("Two traces compared")
struct TraceComparisonTests {
  private func log(_ number: Int) -> String {
    #"{"ns":\#(number),"kind":"app.log","app":"a","message":"\#(number)"}"#
  }

  @Test("equal ones are equal, and the last records are kept")
  func equal() throws {
    let lines = (0..<10).map(log)
    let compared = try TraceComparison(of: lines, lines)
    #expect(compared.isEqual)
    #expect(compared.equalRecords == 10)
    #expect(compared.common == lines.suffix(3).map { Array($0.utf8) })
  }

  @Test("the first difference has its context on both sides, and the rest is counted")
  func different() throws {
    let compared = try TraceComparison(of: (0..<20).map(log), (0..<5).map(log) + (30..<40).map(log))
    #expect(!compared.isEqual)
    #expect(compared.equalRecords == 5)
    #expect(compared.sides.map { $0.lines.count } == [3, 3])
    #expect(compared.sides[1].lines.first == Array(log(30).utf8))
    #expect(compared.sides.map(\.records) == [20, 15])
    #expect(compared.sides.map { $0.kinds[.appLog] } == [20, 15])
  }

  @Test("one that ends before the other differs where it ends")
  func shorter() throws {
    let compared = try TraceComparison(of: (0..<2).map(log), (0..<3).map(log))
    #expect(!compared.isEqual)
    #expect(compared.sides[0].lines.isEmpty)
    let text = DifferenceReport(compared, names: ("x", "y"), runs: nil).text()
    #expect(text.contains("\n1  (it ends here)\n2  00:00:00.000  a"))
  }

  @Test("a decision for other reasons is no place to part")
  func reasons() throws {
    func decision(_ chosen: String, _ reason: String) -> String {
      #"{"ns":1,"kind":"policy.decision","call":"fetches","chosen":["\#(chosen)"],"#
        + #""candidates":["a","b"],"reasons":{"a":"\#(reason)"}}"#
    }
    let reworded = try TraceComparison(of: [decision("a", "x")], [decision("a", "y")])
    #expect(!reworded.isEqual)
    #expect(!reworded.isDifferent)
    #expect(reworded.otherReasons == 1)
    let other = try TraceComparison(of: [decision("a", "x")], [decision("b", "x")])
    #expect(other.isDifferent)
  }

  @Test(
    "how many records are equal is said in words",
    arguments: [
      (0, "The runs differ from the first record on: number 1 of 1 and of 1\n"),
      (1, "The first record is equal, then they differ: number 2 of 2 and of 2\n"),
      (2, "The first 2 records are equal, then they differ: number 3 of 3 and of 3\n"),
    ])
  func words(equal: Int, words: String) throws {
    let same = (0..<equal).map(log)
    let compared = try TraceComparison(of: same + [log(8)], same + [log(9)])
    #expect(DifferenceReport(compared, names: ("x", "y"), runs: nil).text().contains(words))
  }

  @Test("worlds are equal when user, network and power do the same in the same order")
  func worlds() throws {
    let open = #"{"ns":1,"kind":"user.open","app":"a"}"#
    let power = #"{"ns":2,"kind":"power","level":1.0,"charging":false,"lowPowerMode":false}"#
    let same = try TraceComparison(
      of: [open, log(1), power], [log(2), open, log(3), log(4), power])
    #expect(same.sides[0].world == same.sides[1].world)
    #expect(same.sides.map(\.worldRecords) == [2, 2])
    let other = try TraceComparison(of: [open, power], [power, open])
    #expect(other.sides[0].world != other.sides[1].world)
  }

  @Test("what is no record is refused", arguments: ["hello", "{}", #"{"ns":1,"kind":"#])
  func noRecord(line: String) {
    #expect(throws: RecordError.self) { try TraceComparison(of: [line], [line]) }
  }
}

extension TraceComparison {
  /// Of traces' lines.
  init(of first: [String], _ second: [String]) throws {
    self.init()
    for index in 0..<max(first.count, second.count) {
      try add(
        index < first.count ? Array(first[index].utf8) : nil,
        index < second.count ? Array(second[index].utf8) : nil)
    }
  }
}
