import Device
import Foundation
import Simulation
import Testing

@testable import Reports

@Suite("Texts of others in pages")
struct PageEscapingTests {
  static let hostile = [
    "</script>", "</SCRIPT ><script>alert(1)</script>", "<!--<script>", "-->", "]]>",
    "\"quoted\" 'single' \\ back\\\\slash", "{{data}} {{title}} }} {{", "&amp;&lt;",
    "עברית and \u{202E}reversed\u{202C}", "👩‍👩‍👧‍👦🇩🇪", "e\u{301} <\u{301} \"\u{301}",
    "\u{0}\u{1}\u{1F}\u{7F}\u{85}", "tab\tline\nreturn\r", "\u{2028}\u{2029}\u{FEFF}", "",
    " leading and trailing ",
  ]

  private func page(of text: String) throws -> TimelinePage {
    let quoted = JSONValue.string(text).text
    var builder = TimelineBuilder()
    for fields in [
      #""kind":"app.log","app":\#(quoted),"message":\#(quoted)"#,
      #""kind":"finding","app":\#(quoted),"rule":"hang","file":\#(quoted),"line":1,"message":\#(quoted)"#,
      #""kind":"task.begin","app":\#(quoted),"id":1,"name":\#(quoted)"#,
      #""kind":"user.open","app":\#(quoted)"#,
      #""kind":"policy.decision","call":"fetches","chosen":[\#(quoted)],"candidates":[]"#,
    ] {
      builder.read(try record(json: #"{"ns":0,\#(fields)}"#))
    }
    return TimelinePage(builder.finished(), of: sampleRun(), scripts: [text: text])
  }

  @Test("come back as they were, wherever they stand", arguments: hostile)
  func roundTrip(text: String) throws {
    let page = try PageContents(try page(of: text))
    let lane = try page.data.at("apps").list[0]
    #expect(try same(lane.at("name"), text))
    let words = try page.texts(page.repeated(lane.at("marks").at("words")))
    #expect(Array(words[0].unicodeScalars) == Array(text.unicodeScalars))
    let finding = try page.data.at("findings").list[0]
    for key in ["file", "message"] {
      #expect(try same(finding.at(key), text), "\(key)")
    }
    let script = try page.data.at("scripts").list[0]
    #expect(try same(script.at("file"), text))
    #expect(
      try script.at("lines").strings.joined(separator: "\n") == text.replacing("\r", with: "\n"))
    let tasks = try page.texts(lane.at("spans").at("name"))
    let users = try page.texts(page.data.at("conditions").list[0].at("text"))
    for texts in [tasks, users] {
      #expect(texts.map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
    }
  }

  @Test("a script is shown by its lines, however they end", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let finding = #"1 finding a "rule":"hang","file":"x.lua","line":2,"message":"m""#
    let page = TimelinePage(
      try timeline([finding]), of: sampleRun(), scripts: ["x.lua": "one\(end)\(end)three\(end)"])
    let script = try PageContents(page).data.at("scripts").list[0]
    #expect(try script.at("lines").strings == ["one", "", "three", ""])
  }

  private func same(_ value: JSONValue, _ text: String) -> Bool {
    value.plainText.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars)
  }

  @Test(
    "open and close no element: a page has as many of each as one without them",
    arguments: hostile)
  func elements(text: String) throws {
    func counts(_ text: String) throws -> [Int] {
      let html = String(decoding: try page(of: text).bytes, as: UTF8.self).lowercased()
      return ["<script", "</script", "<!--", "<div", "<"].map {
        html.components(separatedBy: $0).count
      }
    }
    #expect(try counts(text) == counts("plain"))
  }

  @Test(
    "are no tags in a title",
    arguments: [
      ("a & b", "a &amp; b"), ("<b>\"x\"</b>", "&lt;b&gt;&quot;x&quot;&lt;/b&gt;"),
      ("<\u{301}b>", "&lt;\u{301}b&gt;"), ("&amp;", "&amp;amp;"), ("'{{data}}'", "'{{data}}'"),
      ("שלום 👋", "שלום 👋"),
    ])
  func titles(title: String, html: String) throws {
    let page = TimelinePage(try timeline([]), ofTrace: title)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "<title>\(html)</title>").count == 2)
  }

  @Test("in JSON escape no more than they must, and what is no number is null")
  func json() {
    let object: JSONValue = ["n": -7]
    let json: JSONValue = [
      "a<b": "é\u{1F}\u{7F}\"\\/", "list": [1.5, -0.0, 1e21, .nan, .infinity],
      "none": nil as Double?, "empty": [Int](), "object": object, "numbers": [1, 2],
      "many": JSONValue.integers([3, -4]),
    ]
    #expect(
      json.compactText
        == "{\"a<b\":\"é\\u001f\u{7F}\\\"\\\\/\","
        + #""list":[1.5,0,1e+21,null,null],"none":null,"#
        + #""empty":[],"object":{"n":-7},"numbers":[1,2],"many":[3,-4]}"#)
  }

  @Test("are kept once each, and none has a number of its own")
  func table() {
    var table = TextTable()
    var numbers: [Int] = []
    for text in ["a", "b", nil, "a", "", "b", "c", "d", "e", "a"] {
      numbers.append(table.number(text))
    }
    #expect(numbers == [0, 1, -1, 0, 2, 1, 3, 4, 5, 0])
    #expect(table.texts == ["a", "b", "", "c", "d", "e"])
  }
}
