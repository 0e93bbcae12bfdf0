import Device
import Simulation
import Testing

@testable import Reports

@Suite("Fields of a record by name")
struct TraceRecordFieldsTests {
  private func read(_ fields: String) throws -> TraceRecord {
    try record("1 app.log a \(fields)")
  }

  @Test("are there where they are of the type that was asked for, and else are not")
  func types() throws {
    let told = try read(
      #""text":"x","whole":7,"part":0.5,"yes":true,"no":false,"none":null,"list":["a",1,"b"],"#
        + #""members":{"k":"v"}"#)
    let names = ["text", "whole", "part", "yes", "no", "none", "list", "members", "unheard of"]
    #expect(names.map { told.text($0) } == ["x"] + [String?](repeating: nil, count: 8))
    #expect(names.map { told.integer($0) } == [nil, 7] + [Int?](repeating: nil, count: 7))
    #expect(names.map { told.number($0) } == [nil, 7, 0.5] + [Double?](repeating: nil, count: 6))
    #expect(names.filter { told.flag($0) } == ["yes"])
    #expect(names.filter { !told.texts($0).isEmpty } == ["list"])
    #expect(told.texts("list") == ["a", "b"])
    #expect(names.filter { !told.members($0).isEmpty } == ["members"])
    #expect(told.members("members") == [JSONValue.Member("k", .string("v"))])
  }

  @Test(
    "a time is no less than nothing and no more than a century",
    arguments: [
      ("5", 5), ("-5", 0), ("9223372036854775807", 3_155_760_000_000_000_000), ("0.5", 0),
      ("\"5\"", 0), ("null", 0),
    ])
  func times(value: String, time: Int) throws {
    #expect(try read(#""grantNs":\#(value)"#).time("grantNs") == time)
  }

  @Test("of two of one name the first counts")
  func twice() throws {
    #expect(try read(#""id":1,"id":2"#).integer("id") == 1)
  }

  @Test(
    "words are the kind and its fields, on one line",
    arguments: [
      ("", "app.log"), (#""message":"two\nlines""#, #"app.log two\nlines"#),
      (#""message":"m","level":1"#, "app.log message=m level=1"),
      (#""none":null,"tookNs":1500000000"#, "app.log took=1.5s"),
      (
        #""a":"x y","b":"","c":"p,q","d":"\u001b[2J""#,
        #"app.log a="x y" b="" c="p,q" d="\u001b[2J""#
      ),
      (
        #""list":["a","b c"],"map":{"k":[1,2.5],"l":true}"#,
        #"app.log list=[a,"b c"] map={k=[1,2.5], l=true}"#
      ),
    ])
  func words(fields: String, words: String) throws {
    #expect(try read(fields).words == words)
  }

  @Test("a stream gives each record of each batch, in order")
  func stream() throws {
    var kinds: [String] = []
    let stream = RecordStream { kinds.append("\($0.instant.nanoseconds) \($0.kind)") }
    stream.write(Array("{\"ns\":1,\"kind\":\"a\"}\n{\"ns\":2,\"kind\":\"b\"}\n".utf8))
    stream.write([])
    stream.write(Array("\n{\"ns\":3,\"kind\":\"c\"}\n\n".utf8))
    #expect(kinds == ["1 a", "2 b", "3 c"])
  }
}
