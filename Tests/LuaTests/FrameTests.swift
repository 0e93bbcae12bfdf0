import Lua
import Testing

/// A frame cannot be copied, as the expectations of Testing would.
private func check(_ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(holds, sourceLocation: sourceLocation)
}

@Suite("What the host sees and does through a frame")
struct FrameTests {
  /// A state whose function `see` hands its frame to `body`, and how the call of it ends.
  private func see(
    _ arguments: String, _ body: @escaping @Sendable (borrowing LuaFrame) throws(LuaFailure) -> Void
  ) throws {
    let library = LuaLibrary<Notebook> { library in
      library.function("see") { (frame, notebook) throws(LuaFailure) in
        try body(frame)
        notebook.lines.append("seen")
        return .none
      }
    }
    let notebook = Notebook()
    let state = try LuaState(seed: testSeed, library: library, host: notebook)
    let step = state.start(try state.load("see(\(arguments))", name: "t"))
    if let failure = step.failure { throw failure }
    #expect(notebook.lines == ["seen"])
  }

  @Test("kinds, counts and values of arguments")
  func arguments() throws {
    try see("1, 2.5, 'text', true, nil, {}, print, coroutine.create(print)") {
      (frame) throws(LuaFailure) in
      check(frame.count == 8)
      let kinds: [LuaType] = [
        .number, .number, .string, .boolean, .nil, .table, .function, .thread, .nil,
      ]
      for (index, kind) in kinds.enumerated() { check(frame.type(at: index + 1) == kind) }
      check(try frame.integer(1) == 1)
      check(try frame.number(1) == 1)
      check(try frame.number(2) == 2.5)
      check(frame.isInteger(1) && !frame.isInteger(2))
      check(try frame.string(3) == "text")
      check(try frame.bytes(3) == Array("text".utf8))
      check(try frame.byteCount(3) == 4)
      check(try frame.boolean(4))
      check(frame.truth(1) && !frame.truth(5) && !frame.truth(9))
      check(frame.isNil(5) && frame.isNil(9) && !frame.isNil(4))
      check(frame.text(at: 1) == "1" && frame.text(at: 2) == "2.5" && frame.text(at: 4) == nil)
      check(frame.typeName(5) == "nil" && frame.typeName(9) == "no value")
    }
  }

  /// What a reader is given, which reader, and what it says.
  static let faults: [(String, Int, String)] = [
    ("'x'", 0, "bad argument #1 to 'see' (number expected, got string)"),
    ("1.5", 0, "bad argument #1 to 'see' (number has no integer representation)"),
    ("'12'", 0, "bad argument #1 to 'see' (number expected, got string)"),
    ("", 0, "bad argument #1 to 'see' (number expected, got no value)"),
    ("nil", 1, "bad argument #1 to 'see' (number expected, got nil)"),
    ("1", 2, "bad argument #1 to 'see' (boolean expected, got number)"),
    ("{}", 3, "bad argument #1 to 'see' (string expected, got table)"),
    ("5", 4, "bad argument #1 to 'see' (string expected, got number)"),
    ("5", 5, "bad argument #1 to 'see' (string expected, got number)"),
    ("{}", 6, "bad argument #1 to 'see' (function expected, got table)"),
    ("print", 7, "bad argument #1 to 'see' (table expected, got function)"),
    (
      "setmetatable({}, {__name = 'Thing'})", 6,
      "bad argument #1 to 'see' (function expected, got table)"
    ),
  ]

  @Test("a value that does not fit is named", arguments: faults)
  func fault(argument: String, reader: Int, message: String) throws {
    let failure = try #require(throws: LuaFailure.self) {
      try see(argument) { (frame) throws(LuaFailure) in
        switch reader {
        case 0: _ = try frame.integer(1)
        case 1: _ = try frame.number(1)
        case 2: _ = try frame.boolean(1)
        case 3: _ = try frame.string(1)
        case 4: _ = try frame.bytes(1)
        case 5: _ = try frame.byteCount(1)
        case 6: _ = try frame.function(1)
        default: try frame.table(1)
        }
      }
    }
    #expect(failure.message == "t:1: " + message)
    #expect(failure.kind == .runtime && failure.line == 1 && failure.file == "t")
  }

  @Test("tables are read and written raw, and walked in the defined order")
  func tables() throws {
    try see("setmetatable({10, 20, b = 1, a = 2, [true] = 3}, {__index = error}), {}") {
      (frame) throws(LuaFailure) in
      let field = frame.pushField("a", of: 1)
      check(try frame.integer(field) == 2)
      check(frame.isNil(frame.pushField("none", of: 1)))
      check(try frame.integer(frame.pushElement(2, of: 1)) == 20)
      check(frame.isNil(frame.pushElement(3, of: 1)))
      check(frame.length(1) == 2 && frame.hasMetatable(1) && !frame.hasMetatable(2))
      frame.keep(2)
      check(frame.count == 2)
      frame.push("value")
      frame.setField("key", of: 2)
      frame.push(7)
      frame.setElement(1, of: 2)
      frame.push(true)
      frame.push(2.5)
      frame.setPair(of: 2)
      frame.pushNil()
      frame.push(1)
      frame.setPair(of: 2)
      frame.push(Double.nan)
      frame.push(1)
      frame.setPair(of: 2)
      check(frame.count == 2)
      check(frame.describe(2) == "{7, key = \"value\", [true] = 2.5}")
      var keys: [String] = []
      try frame.forEachEntry(of: 1) { (key, _) throws(LuaFailure) in
        keys.append(frame.describe(key))
      }
      #expect(keys == ["1", "2", "a", "b", "true"])
      #expect((0...7).map { frame.hasMoreEntries(than: $0, at: 1) } == (0...7).map { $0 < 5 })
      check(frame.count == 2)
      frame.pushCopy(of: 1)
      check(frame.identity(3) == frame.identity(1) && frame.identity(1) != frame.identity(2))
    }
  }

  static let values: [LuaValue] = [
    .nil, .boolean(true), .boolean(false), .integer(.min), .integer(.max), .number(0.1),
    .number(-.infinity), .number(3), .string([]), .string([0, 255, 10]), .text("ä€"), .table([]),
    .list([.integer(1), .text("two"), .list([.boolean(false)])]),
    .table([
      LuaEntry(key: .text("a"), value: .list([])),
      LuaEntry(key: .boolean(true), value: .number(1.5)),
    ]),
  ]

  @Test("a value that goes in comes out the same", arguments: values)
  func roundTrip(value: LuaValue) throws {
    let state = try LuaState(seed: testSeed, library: library, host: Notebook())
    let identity = try state.load("return ...", name: "identity")
    let back = try state.call(identity) {
      $0.push(value)
    } results: { (frame) throws(LuaFailure) in
      try frame.value(1)
    }
    #expect(back == value)
  }

  @Test(
    "a reference keeps its value through collections until it is released, and its place is used again"
  )
  func references() throws {
    let script = try Script()
    let state = script.state
    let kept = state.reference { $0.push(.list([.integer(1), .integer(2)])) }
    state.collect()
    let length = try state.read(kept) { (frame) throws(LuaFailure) in frame.length(1) }
    #expect(length == 2)
    state.setGlobal("kept") { $0.push(kept) }
    try script.lines("kept[3] = 3")
    let shown = try state.read(kept) { (frame) throws(LuaFailure) in frame.describe(1) }
    #expect(shown == "{1, 2, 3}")
    state.release(kept)
    let before = state.memoryBytes
    for _ in 1...10_000 { state.release(state.reference { $0.push(1) }) }
    #expect(state.memoryBytes < before + 1_000)
  }

  @Test("the host calls a script that calls the host, each with values of its own")
  func reentrancy() throws {
    let script = try Script()
    try script.lines(
      """
      local function nest(n)
        note("down", n)
        if n == 0 then error("bottom", 0) end
        note("up", n, pcall(host.call, function() nest(n - 1) end))
      end
      nest(3)
      note(host.add(1, 2))
      """)
    #expect(
      script.notebook.lines.filter { !$0.hasPrefix("up") } == [
        "down\t3", "down\t2", "down\t1", "down\t0", "3",
      ])
    #expect(script.notebook.lines.contains("up\t1\tfalse\tbottom"))
    #expect(script.notebook.lines[5].hasPrefix("up\t2\ttrue"))
  }

  @Test("a state lets go of its host when it goes, and of nothing before")
  func life() throws {
    weak var host: Notebook?
    do {
      let notebook = Notebook()
      host = notebook
      let state = try LuaState(seed: testSeed, library: library, host: notebook)
      #expect(state.start(try state.load("note('here')", name: "t")).isFinished)
      #expect(host?.lines == ["here"])
    }
    #expect(host == nil)
  }

  @Test("a call has a limit of its own, and what it returns is gone after it")
  func calls() throws {
    let script = try Script(limit: 1_000_000)
    let state = script.state
    let count = try state.load(
      "local n = 0 for i = 1, ... do n = n + i end return n, 'x'", name: "t")
    let told = try state.call(count) {
      $0.push(100)
    } results: { (frame) throws(LuaFailure) in
      "\(try frame.integer(1)) \(try frame.string(2)) \(frame.count)"
    }
    #expect(told == "5050 x 2")
    let failure = #expect(throws: LuaFailure.self) {
      try state.call(count, limit: 5_000) { $0.push(100_000) }
    }
    #expect(failure?.kind == .instructions)
    #expect(state.isKilled)
    #expect(throws: LuaFailure.self) { try state.call(count) }
  }
}
