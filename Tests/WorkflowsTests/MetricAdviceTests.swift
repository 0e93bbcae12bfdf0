import Device
import Testing
import Workflows

@Suite("What is said of an unknown metric")
struct MetricAdviceTests {
  private static let page = "docs/metrics.md lists them, and so does 'dormouse compare --help'"

  @Test(
    "its name's beginning counts most, then a part of it, then letters that were exchanged",
    arguments: [
      ("slot wait m", "did you mean slot wait mean?"),
      ("WAKE ups s", "did you mean wake ups screen off?"),
      ("WAKE", "did you mean wake ups, wake ups screen off or wake locks held?"),
      ("battery", "did you mean battery used or battery at end?"),
      ("regret", "did you mean fresh at open regret?"),
      ("screen", "did you mean wake ups screen off?"),
      ("wake upz", "did you mean wake ups?"), ("freshAtOpenn", "did you mean freshAtOpen?"),
      ("", page), ("qqqqqqqqqq", page),
      // More than six have it, so that none is meant.
      (" ", page),
    ])
  func advice(name: String, words: String) {
    #expect(Metrics.advice(onUnknown: name) == words)
  }

  @Test("several are listed in the order of the catalogue, with commas and one 'or'")
  func several() {
    let names = Metrics.all.map(\.name).filter { $0.hasPrefix("staleness") }
    #expect((3...6).contains(names.count))
    let words = Metrics.advice(onUnknown: "staleness")
    #expect(
      words
        == "did you mean \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")?")
  }
}
