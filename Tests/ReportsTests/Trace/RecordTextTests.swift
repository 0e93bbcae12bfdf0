import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("Records in text")
struct RecordTextTests {
  private func text(_ record: Record, of app: String? = "a", at seconds: Double = 0) -> String {
    RecordEntry(at: .start + .seconds(seconds), app: app, record).text(TextStyle())
  }

  @Test("time, app, kind and fields stand in columns")
  func columns() {
    #expect(
      text(.taskBegan(3, name: "two\nlines"), of: "news \"1\"", at: 1.5)
        == #"00:00:01.500  news "1"      task.begin       id=3 name="two\nlines""#)
    #expect(
      text(.unlocked, of: nil) == "00:00:00.000  -             unlock")
  }

  @Test("only the kind is coloured, and only when asked for")
  func colors() {
    let entry = RecordEntry(
      at: .start, app: "a", .exited(.watchdog, code: "0x8badf00d", detail: ""))
    let colored = entry.text(TextStyle(isColored: true))
    #expect(colored.contains("\u{1B}[31mapp.exit       \u{1B}[0m"))
    #expect(colored.replacing(/\x1B\[[0-9]+m/, with: "") == entry.text(TextStyle()))
  }

  @Test("the clock of a trace is its first record's")
  func clocks() {
    let clock = RecordEntry(at: .start, app: nil, .startsAt(.hours(8))).clock
    #expect(clock == DayClock(startsAt: .hours(8)))
    let open = RecordEntry(at: .start + .hours(25), app: "news", .userOpened)
    #expect(open.clock == DayClock())
    #expect(open.text(TextStyle(), clock).hasPrefix("day 2 09:00:00.000  news "))
    #expect(open.text(TextStyle(), clock).hasSuffix("user.open"))
  }

  @Test(
    "words are the kind and its fields, on one line",
    arguments: [
      (.userOpened, "user.open"), (.logged("two\nlines"), #"app.log two\nlines"#),
      (
        .fetchCompleted(.newData, took: .milliseconds(1_500)),
        "fetch.complete result=newData took=1.5s"
      ),
      (.lockReleased("a b"), #"lock.release name="a b""#),
      (.callback(""), #"app.callback name="""#), (.callback("p,q"), #"app.callback name="p,q""#),
      (.callback("é日"), "app.callback name=é日"), (.callback("x=1"), #"app.callback name="x=1""#),
      (.callback("\u{7F}"), #"app.callback name=\x7f"#),
      (
        .powerChanged(PowerStatus(level: 0.5, isCharging: true)),
        "power level=0.5 charging=true lowPowerMode=false"
      ),
      (
        .decided(.reclaim, Choice(candidates: ["a", "b c"])),
        #"policy.decision call=reclaim chosen=[] candidates=[a,"b c"]"#
      ),
    ] as [(Record, String)])
  func words(record: Record, words: String) {
    #expect(RecordEntry(at: .start, app: nil, record).words == words)
  }

  @Test("what an app logs is shown as it is, but cannot steer the terminal")
  func logs() {
    #expect(text(.logged("two words = 2")).hasSuffix("app.log          two words = 2"))
    #expect(text(.logged("\u{1B}[2J\nnext")).hasSuffix(#"  \x1b[2J\nnext"#))
  }
}
