import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("TimelinePage")
struct TimelinePageTests {
  private func page(_ lines: [String], title: String = "a trace") throws -> TimelinePage {
    TimelinePage(try timeline(lines), ofTrace: title)
  }

  private func text(_ page: TimelinePage) -> String { String(decoding: page.bytes, as: UTF8.self) }

  @Test("is one file that asks for nothing else")
  func alone() throws {
    let page = text(try page([]))
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.hasSuffix("</html>\n"))
    #expect(page.contains("default-src 'none'"))
    for asking in ["src=\"http", "href=\"http", "url(", "@import", "fetch(\"", "innerHTML"] {
      #expect(!page.contains(asking), "\(asking)")
    }
  }

  @Test("nothing that others have named gets out of its place")
  func escaped() throws {
    let hostile = "</script><script>alert('1')</script>&\"{{data}}"
    let page = try page(
      [#"0 app.log "x" "message":"</script><!--""#].map {
        $0.replacing(#""x""#, with: "</script>")
      }, title: hostile)
    #expect(
      text(page).contains(
        "<title>&lt;/script&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;&quot;"))
    #expect(text(page).components(separatedBy: "</script>").count == 4)
    #expect(try page.data.at("apps").list[0].at("name") == .string("</script>"))
  }

  @Test("gives times as differences of whole microseconds, and each text once")
  func compact() throws {
    let page = try page([
      #"1.5 app.state a "to":"active","reason":"user""#,
      #"2.25 app.state a "to":"suspended","reason":"user""#, "3 user.open a", "4 user.open a",
    ]).data.compactText
    #expect(page.contains(#""at":[0,1500000,750000],"cause":[1,2,2]"#))
    #expect(page.contains(#""texts":["user.open","","user","a"]"#))
  }

  @Test("the page of a run has its figures, the script of a finding, and what to do")
  func run() throws {
    var lines = [#"95 finding leaky "rule":"taskNeverEnded","file":"x.lua","line":3,"message":"m""#]
    lines.append("99 user.open leaky")
    let whole = TimelinePage(
      try timeline(lines), of: sampleRun(), scripts: ["x.lua": "one\n\nthree <here>\nfour"])
    #expect(text(whole).contains("<title>A morning with three apps</title>"))
    let page = whole.data.compactText
    #expect(page.contains(#"["policy","fair-share"]"#))
    #expect(page.contains(#"["wake ups","41"]"#))
    #expect(page.contains(#"["pool used","249.3 s"]"#))
    #expect(
      page.contains(#"{"file":"x.lua","first":1,"lines":["one","","three <here>","four"]}"#))
    #expect(page.contains(#""summary":"background task never ended""#))
    #expect(page.contains(#""advice":"end each task on every path"#))
  }

  @Test("a long script is shown about its findings, and a line that is not there shows nothing")
  func excerpts() throws {
    let script = (1...1_000).map { "line \($0)" }.joined(separator: "\n")
    func data(_ line: Int) throws -> String {
      let finding =
        #"1 finding a "rule":"hang","file":"x.lua","line":\#(line),"message":"m""#
      return TimelinePage(
        try timeline([finding]), of: sampleRun(), scripts: ["x.lua": script]
      ).data.compactText
    }
    #expect(try data(500).contains(#""first":300,"lines":["line 300","#))
    #expect(try data(500).contains(#""line 700"]"#))
    #expect(try data(5_000).contains(#""scripts":[]"#))
  }
}
