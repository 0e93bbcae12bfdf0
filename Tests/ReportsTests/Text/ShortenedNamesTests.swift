import Simulation
import Testing

@testable import Reports

@Suite("Names that are too wide")
struct ShortenedNamesTests {
  @Test("are shortened in their middle as long as that leaves them apart")
  func middle() {
    #expect(
      shortened(["first-come", "a-photo-of-the-family", "a-photo-of-the-valley"], to: 12)
        == ["first-come", "a-pho..amily", "a-pho..alley"])
  }

  @Test(
    "are shortened elsewhere where that would make two alike",
    arguments: [
      ["p{budget=1200,interval=600}", "p{budget=2400,interval=600}"],
      ["kind=wifi slots=2 starts=6", "kind=wifi slots=3 starts=6", "kind=wifi slots=3 starts=3"],
      ["near-the-beginning-the-rest-is-alike", "near_the-beginning-the-rest-is-alike"],
    ])
  func elsewhere(names: [String]) {
    let short = shortened(names, to: 20)
    #expect(Set(short).count == names.count, "\(short)")
    #expect(short.allSatisfy { displayWidth($0) <= 20 && $0.contains("..") }, "\(short)")
  }

  @Test("get numbers where they differ deep inside, and equal ones the same")
  func numbers() {
    let end = String(repeating: "z", count: 30)
    let names = ["a", "b", "a"].map { end + $0 + end } + ["short"]
    let short = shortened(names, to: 12)
    #expect(short == ["zzzzzzzzz..1", "zzzzzzzzz..2", "zzzzzzzzz..1", "short"])
  }

  @Test("never become wider than there is room, whatever the room")
  func widths() {
    let names = ["日本語のアプリの名前", "日本語のアプリの値段", "plain", "a longer name", "a longer game"]
    for width in 8...24 {
      let short = shortened(names, to: width)
      #expect(Set(short).count == names.count, "\(short)")
      #expect(short.allSatisfy { displayWidth($0) <= width }, "\(short)")
    }
  }
}
