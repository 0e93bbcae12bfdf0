import Simulation
import Testing

@testable import Reports

@Suite("PerfettoWriter")
struct PerfettoWriterTests {
  /// What a file says, each packet on a line.
  private func packets(_ lines: [String], end: Double? = nil) throws -> [String] {
    let file = PerfettoBytes()
    var writer = PerfettoWriter(file)
    for line in lines { writer.read(try record(line)) }
    writer.finish(at: end.map { .start + .seconds($0) })
    return try Message(file.bytes).all(1).map { try Packet($0).text }
  }

  @Test("an app is a process, with a track for its state and one for each row of what lasts")
  func slices() throws {
    let told = try packets(
      [
        #"1 app.state chat "to":"background","reason":"fetch""#,
        #"1 task.begin chat "id":1,"name":"save""#, #"2 task.begin chat "id":2,"name":"send""#,
        #"3 task.end chat "id":1"#,
      ], end: 4)
    let process: UInt64 = 1 << 32
    let task = process + 1 << 24
    #expect(
      told.filter { !$0.contains("counter") } == [
        "process 1: device", "process \(process): chat",
        "track \(process + 1) in \(process): state",
        "1 begin \(process + 1) state: background, without time",
        "track \(task) in \(process): background task",
        "1 begin \(task) background task: save",
        "1 end \(process + 1)", "1 begin \(process + 1) state: background, with time",
        "track \(task + 1) in \(process): background task",
        "2 begin \(task + 1) background task: send", "3 end \(task)",
        "4 end \(process + 1)", "4 end \(task + 1)",
      ])
  }

  @Test("levels are counters, and an arrow goes from a decision to what it started")
  func flows() throws {
    let told = try packets([
      #"5 policy.decision - "call":"fetches","chosen":["a"],"candidates":["a","b"]"#,
      #"5 fetch.start a "launched":false"#,
      #"6 fetch.complete a "result":"newData","tookNs":1000000000"#,
    ])
    let work: UInt64 = 1 << 32 + 2 << 24
    #expect(told.contains("5 instant 2 decision: fetches flows 0"))
    #expect(told.contains("5 begin \(work) work: fetch ends flow 0"))
    #expect(
      told.filter { $0.contains(" counter 11 ") } == [
        "0 counter 11 0.0", "5 counter 11 1.0", "6 counter 11 0.0",
      ])
  }

  @Test("a finding that is taken back stays, and an instant beside it says so")
  func takenBack() throws {
    let place = #""rule":"taskNotEndedInHandler","file":"a.lua","line":4,"message":"open""#
    let told = try packets([#"5 finding a \#(place)"#, #"9 finding.undone a \#(place)"#])
    let events: UInt64 = 1 << 32 + 2
    #expect(
      told.suffix(2) == [
        "5 instant \(events) finding: taskNotEndedInHandler: open",
        "9 instant \(events) finding taken back: taken back: taskNotEndedInHandler: open",
      ])
  }

  @Test("memory does not grow with the run: what is open alone is kept")
  func streamed() throws {
    let file = PerfettoBytes()
    var writer = PerfettoWriter(file)
    for i in 0..<20_000 {
      writer.read(try record("\(i) app.log a \"message\":\"line \(i)\""))
    }
    #expect(file.batches > 10)
    #expect(file.largest < 66_000)
    writer.finish()
    #expect(try Message(file.bytes).all(1).count == 20_000 + 5)
  }

  @Test(
    "numbers of one byte and of ten, and messages longer than 127 bytes, are as others read them")
  func encoding() throws {
    var buffer = ProtobufBuffer()
    buffer.add(1, UInt64(127))
    buffer.add(2, UInt64(300))
    buffer.add(3, -1)
    buffer.add(4, 0.5)
    buffer.add(5) { $0.add(1, String(repeating: "x", count: 200)) }
    // 300 is the example of protobuf.dev: 0xAC 0x02.
    #expect(buffer.bytes.prefix(5) == [0x08, 0x7F, 0x10, 0xAC, 0x02])
    let message = try Message(buffer.bytes)
    #expect(message.number(3) == .max)
    #expect(message.number(4) == (0.5).bitPattern)
    let inner = try Message(try #require(message.all(5).first))
    #expect(inner.text(1)?.count == 200)
  }
}

/// A packet of a trace as one line.
private struct Packet {
  let text: String

  init(_ bytes: [UInt8]) throws {
    let packet = try Message(bytes)
    if let track = try packet.message(60) {
      let name = track.text(2) ?? ""
      let uuid = track.number(1) ?? 0
      let isProcess = try track.message(3) != nil
      let isCounter = try track.message(8) != nil
      let parent = track.number(5).map { " in \($0)" } ?? ""
      text = "\(isProcess ? "process" : isCounter ? "counter" : "track") \(uuid)\(parent): \(name)"
      return
    }
    let event = try packet.message(11) ?? Message([])
    let types = ["", "begin", "end", "instant", "counter"]
    var text = "\((packet.number(8) ?? 0) / 1_000_000_000) \(types[Int(event.number(9) ?? 0)])"
    text += " \(event.number(11) ?? 0)"
    if let name = event.text(23) { text += " \(event.text(22) ?? ""): \(name)" }
    if let value = event.number(44) { text += " \(Double(bitPattern: value))" }
    if let flow = event.number(47) { text += " flows \(flow)" }
    if let flow = event.number(48) { text += " ends flow \(flow)" }
    self.text = text
  }
}
