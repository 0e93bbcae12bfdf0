import Testing

@testable import Experiments

@Suite("Verdicts over settings")
struct VerdictsOverSettingsTests {
  /// Three numbers of starts by two rates of news.
  private let settings = [6, 24, 60].flatMap { starts in
    ["0.1", "1"].map { Setting([.init("starts", "\(starts)"), .init("news", $0)]) }
  }

  private func verdicts(
    _ verdicts: [PairedDifference.Verdict?], reference: Int? = nil
  ) -> VerdictsOverSettings {
    VerdictsOverSettings(
      settings: settings, verdicts: [Array(repeating: nil, count: 6), verdicts],
      reference: reference)
  }

  @Test("are counted in all settings, and by the values of each parameter")
  func counts() {
    let found = verdicts([.noDifferenceShown, .better, .better, .better, .worse, .worse])
    #expect(found.counts(of: 1).map(\.verdict) == [.better, .worse, .noDifferenceShown])
    #expect(found.counts(of: 1).map(\.count) == [3, 2, 1])
    #expect(found.counts(of: 0).isEmpty)
    #expect(found.groups.map(\.parameter) == ["starts", "starts", "starts", "news", "news"])
    #expect(found.groups.map(\.first) == ["6", "24", "60", "0.1", "1"])
    #expect(found.groups.map(\.settings) == [[0, 1], [2, 3], [4, 5], [0, 2, 4], [1, 3, 5]])
    let few = found.counts(of: 1, in: found.groups[2].settings)
    #expect(few.map(\.verdict) == [.worse] && few.map(\.count) == [2])
  }

  @Test("the usual one is that of the reference, and else of most settings, the better of equals")
  func usual() {
    let some: [PairedDifference.Verdict?] = [.worse, .better, .better, nil, .worse, .worse]
    #expect(verdicts(some).usual(of: 1) == .worse)
    #expect(verdicts(some, reference: 1).usual(of: 1) == .better)
    #expect(verdicts(some, reference: 3).usual(of: 1) == .worse)
    #expect(verdicts([.worse, .better, nil, nil, nil, nil]).usual(of: 1) == .better)
    #expect(verdicts(some).usual(of: 0) == nil && verdicts(some).turns(of: 0).isEmpty)
  }

  @Test("where one parameter turns them over, its values are named")
  func oneParameter() throws {
    let turn = try #require(
      verdicts([.better, .better, .better, .better, .worse, .worse]).turns(of: 1).first)
    #expect(turn.verdict == .worse && turn.count == 2)
    #expect(
      turn.place?.conditions == [.init(parameter: "starts", relation: .equal, text: "60")])
    #expect(turn.place?.settings == 2 && turn.place?.hits == 2)
    let most = verdicts([.better, .better, .worse, .worse, .worse, nil], reference: 0)
    let place = try #require(most.turns(of: 1).first?.place)
    #expect(place.conditions == [.init(parameter: "starts", relation: .atLeast, text: "24")])
    // A setting without a verdict is not counted.
    #expect(place.settings == 3 && place.hits == 3)
  }

  @Test(
    "where two parameters together turn them over, both are named; scattered ones have no place")
  func twoParameters() throws {
    let both = verdicts([.better, .better, .better, .worse, .better, .worse]).turns(of: 1)
    #expect(
      both.first?.place?.conditions == [
        .init(parameter: "starts", relation: .atLeast, text: "24"),
        .init(parameter: "news", relation: .equal, text: "1"),
      ])
    let scattered = verdicts(
      [.worse, .better, .better, .worse, .better, .better], reference: 1
    ).turns(of: 1)
    #expect(scattered.map(\.count) == [2] && scattered.first?.place == nil)
    let three = verdicts([.worse, .noDifferenceShown, .better, .better, .better, .worse])
    #expect(three.turns(of: 1).map(\.verdict) == [.worse, .noDifferenceShown])
  }

  @Test("many values of a parameter are told apart in four groups")
  func manyValues() throws {
    let points = (0..<20).map { Setting([.init("starts", "\($0)")]) }
    let found = VerdictsOverSettings(
      settings: points, verdicts: [(0..<20).map { $0 < 15 ? .better : .worse }])
    #expect(found.groups.map(\.first) == ["0", "5", "10", "15"])
    #expect(found.groups.map(\.last) == ["4", "9", "14", "19"])
    let place = try #require(found.turns(of: 0).first?.place)
    #expect(place.conditions == [.init(parameter: "starts", relation: .atLeast, text: "15")])
    #expect(place.settings == 5 && place.hits == 5)
  }
}
