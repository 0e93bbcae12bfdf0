import Simulation
import Testing

@Suite("dormouse trace")
struct TraceCommandTests {
  private let trace = """
    {"ns":0,"kind":"network","to":"wifi"}
    {"ns":1500000000,"kind":"user.open","app":"news"}
    {"ns":1500000000,"kind":"app.log","app":"news","message":"two\\nlines \\u001b[2J"}
    {"ns":60000000000,"kind":"budget.grant","app":"mail","grantNs":30000000000}
    {"ns":61000000000,"kind":"task.begin","app":"mail","id":1,"name":null}
    {"ns":61500000000,"kind":"policy.decision","call":"fetches","chosen":["news"],"candidates":["news"],"reasons":{"news":"waited longest"}}
    {"ns":86400000000000,"kind":"task.end","app":"mail","id":1}

    """

  private func printed(_ arguments: String...) throws -> String {
    let place = try Workplace()
    try place.write(trace, to: "t.jsonl")
    let outcome = try place.run(["trace", "t.jsonl"] + arguments)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    return outcome.output
  }

  @Test("prints records in columns, safely")
  func text() throws {
    #expect(
      try printed() == """
        00:00:00.000  -             network          to=wifi
        00:00:01.500  news          user.open
        00:00:01.500  news          app.log          two\\nlines \\x1b[2J
        00:01:00.000  mail          budget.grant     grant=30s
        00:01:01.000  mail          task.begin       id=1
        00:01:01.500  -             policy.decision  call=fetches chosen=[news] candidates=[news] reasons={news="waited longest"}
        day 2 00:00:00.000  mail          task.end         id=1

        """)
  }

  @Test("filters by app, kind or family of kinds, and time")
  func filters() throws {
    let lines = { (text: String) in text.split(separator: "\n").map { String($0.prefix(12)) } }
    #expect(
      lines(try printed("--app", "news,mail", "--limit", "2")) == ["00:00:01.500", "00:00:01.500"])
    #expect(lines(try printed("--kind", "task,network")).count == 3)
    #expect(lines(try printed("--kind", "task.begin")) == ["00:01:01.000"])
    #expect(
      lines(try printed("--from", "1m", "--to", "00:01:01")) == ["00:01:00.000", "00:01:01.000"])
    #expect(lines(try printed("--limit", "2")).count == 2)
    #expect(lines(try printed("--limit", "0")).isEmpty)
  }

  @Test(
    "says why a filter matches nothing",
    arguments: [
      (["--app", "nwes"], "t.jsonl: no record is of the app nwes; did you mean news?"),
      (["--app", "news,shop"], ""),
      (["--app", "shop"], "t.jsonl: no record is of the app shop; there are news, mail"),
      (
        ["--kind", "power", "--to", "61s"],
        """
        t.jsonl: no record is of the kind power; there are network, user.open, app.log, budget.grant, \
        task.begin
        """
      ),
      (
        ["--kind", "fetch,task", "--app", "news"],
        """
        t.jsonl: no record is of the kind fetch; there are network, user.open, app.log, budget.grant, \
        task.begin, policy.decision, task.end
        """
      ),
      (
        ["--from", "day 3 00:00"],
        "t.jsonl: no record meets all conditions; the last is of day 2 00:00:00.000"
      ),
    ])
  func nothing(arguments: [String], message: String) throws {
    let place = try Workplace()
    try place.write(trace, to: "t.jsonl")
    let outcome = try place.run(["trace", "t.jsonl"] + arguments)
    #expect(outcome.status == 0)
    #expect(outcome.errors == (message.isEmpty ? "" : message + "\n"))
    #expect(outcome.output.isEmpty == !message.isEmpty)
  }

  @Test("says that there is nothing in an empty trace")
  func empty() throws {
    let outcome = try Workplace().run("trace", "-")
    #expect(outcome.errors == "standard input: it has no records\n")
    #expect(outcome.status == 0)
  }

  @Test("shows and takes times of the clock with which the trace begins, and passes that on")
  func clock() throws {
    let place = try Workplace()
    let start = #"{"ns":0,"kind":"clock","startsAtNs":79200000000000}"# + "\n"
    try place.write(start + trace, to: "t.jsonl")
    let late = try place.run("trace", "t.jsonl", "--from", "22:01", "--to", "22:01:01.500")
    #expect(
      late.output.split(separator: "\n").map { $0.prefix(12) }
        == ["22:01:00.000", "22:01:01.000", "22:01:01.500"])
    let second = try place.run("trace", "t.jsonl", "--from", "day 2 00:00")
    #expect(second.output == "day 2 22:00:00.000  mail          task.end         id=1\n")
    #expect(
      try place.run("trace", "t.jsonl", "--json", "--app", "mail", "--limit", "1").output
        == start + #"{"ns":60000000000,"kind":"budget.grant","app":"mail","grantNs":30000000000}"#
        + "\n")
    let early = try place.run("trace", "t.jsonl", "--to", "21:00")
    #expect(early.status == 64)
    #expect(
      early.errors.hasPrefix("--to: it is before the start (21:00); the run starts at 22:00 "))
    let turned = try place.run("trace", "t.jsonl", "--from", "3h", "--to", "23:00")
    #expect(turned.errors == "--to: it is before --from (23:00); give a later time\n")
    #expect(turned.status == 64)
  }

  @Test("passes the records on as they stand")
  func json() throws {
    #expect(try printed("--json") == trace)
    #expect(
      try printed("--json", "--kind", "task.end")
        == #"{"ns":86400000000000,"kind":"task.end","app":"mail","id":1}"# + "\n")
  }

  @Test("reads the standard input, and a last line without its newline")
  func standardInput() throws {
    let outcome = try Workplace().run("trace", "-", input: #"{"ns":0,"kind":"unlock"}"#)
    #expect(outcome.output == "00:00:00.000  -             unlock\n")
    #expect(outcome.status == 0)
  }

  @Test("prints what is whole of a trace that is cut, then says where it is cut")
  func cut() throws {
    let place = try Workplace()
    try place.write(String(trace.dropLast(30)), to: "t.jsonl")
    let outcome = try place.run("trace", "t.jsonl", "--kind", "task")
    #expect(outcome.output == "00:01:01.000  mail          task.begin       id=1\n")
    #expect(
      outcome.errors == """
        t.jsonl:7: the line is incomplete (not JSON: the text ends in the middle of a string \
        (column 31)); the lines before it are complete

        """)
    #expect(outcome.status == 65)
  }

  @Test(
    "refuses what is no trace, with its line",
    arguments: [
      ("hello", "not JSON: no JSON value (column 1)"),
      ("{}", "not a record of a trace: no integer \"ns\""),
      ("[1]", "not a record of a trace: no object"),
      (#"{"ns":1.5,"kind":"x"}"#, "not a record of a trace: no integer \"ns\""),
      (#"{"ns":1}"#, "not a record of a trace: no text \"kind\""),
      (#"{"ns":1,"kind":"x"} 2"#, "not JSON: something follows the value (column 21)"),
      (#"{"ns":01,"kind":"x"}"#, "not JSON: no JSON value (column 7)"),
      (#"{"ns":1,"kind":"x"}"#, "not a record of a trace: no such kind (\"x\")"),
      (#"{"ns":1,"kind":"task.end"}"#, "task.end: no \"id\""),
      (#"{"ns":1,"kind":"task.end","id":true}"#, "task.end: \"id\" cannot have this value (true)"),
      ("", "not JSON: the text ends in the middle (column 1)"),
      (String(repeating: "[", count: 10_000), "not JSON: nested too deeply (column 65)"),
    ])
  func noTrace(line: String, problem: String) throws {
    let outcome = try Workplace().run(
      "trace", "-", input: "{\"ns\":0,\"kind\":\"unlock\"}\n\(line)\n")
    #expect(
      outcome.errors
        == "standard input:2: \(problem); name a file that 'dormouse run --trace' wrote\n")
    #expect(outcome.status == 65)
  }

  @Test("says what is wrong with a file that cannot be read")
  func files() throws {
    let place = try Workplace()
    #expect(
      try place.run("trace", "none.jsonl").errors
        == "none.jsonl: there is no such file; check the name\n")
    let folder = try place.run("trace", "/")
    #expect(folder.errors == "/: it is a folder; name a file\n")
    #expect(folder.status == 66)
  }
}
