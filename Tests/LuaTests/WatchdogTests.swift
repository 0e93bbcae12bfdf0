import CLuaStress
import Lua
import TestSizes
import Testing

/// Each of these would never end, or not within minutes, without the watchdog: no test depends on how
/// fast the machine is. A state that collects at every allocation has none.
@Suite(
  "The watchdog ends what the meter does not see",
  .disabled(if: stress_is_everywhere() != 0))
struct WatchdogTests {
  private static let limits = LuaLimits(
    memoryBytes: 512 << 20, entryInstructions: 1_000_000_000_000, stallSeconds: 0.2)

  private func prepared(_ limits: LuaLimits = WatchdogTests.limits) throws -> Script {
    let script = try Script(limits)
    try script.lines(HostileScripts.preparation)
    return script
  }

  @Test("a library call that goes on for ever ends its state, with the line")
  func libraryCall() throws {
    let script = try prepared()
    let failure = try script.failure("local x = 1\nlong:gsub('.', chain)\nnote('not reached')")
    #expect(failure.kind == .stalled)
    #expect(failure.isFatal)
    #expect(failure.message.hasPrefix("one call took over 0.2 s of processor time; "))
    #expect(failure.file == "test.lua")
    #expect(failure.line == 2)
    #expect(script.state.killFailure == failure)
    #expect(script.notebook.lines.isEmpty)
  }

  @Test("nothing of the state is used again, whatever the host does with it")
  func afterwards() throws {
    let script = try prepared()
    let kept = script.state.reference { $0.push("kept") }
    let waits = try script.state.load("host.sleep() note('went on')", name: "waits.lua")
    guard case .awaiting(let fiber) = script.state.start(waits) else {
      throw LuaFailure(.runtime, "it did not wait")
    }
    let stall = try script.state.load("host.keep({}) long:gsub('.', chain)", name: "stall.lua")
    #expect(script.state.start(stall).failure?.kind == .stalled)
    #expect(script.state.sourceLocation(of: fiber) == nil)
    #expect(script.state.resume(fiber) { $0.push("answer") }.failure?.kind == .stalled)
    #expect(script.state.start(waits).failure?.kind == .stalled)
    #expect(throws: LuaFailure.self) { try script.state.call(waits) }
    #expect(throws: LuaFailure.self) { try script.state.load("return 1", name: "after.lua") }
    let isNil = try script.state.read(kept) { frame in frame.isNil(1) }
    #expect(isNil)
    for reference in [kept, waits, stall] + script.notebook.references {
      script.state.release(reference)
    }
    script.state.setGlobal("after") { $0.push(1) }
    script.state.collect()
    script.state.collectIfGrown()
    #expect(script.notebook.lines.isEmpty)
  }

  @Test("the host goes on within an entry that has ended, and its own caller is left too")
  func withinEntries() throws {
    let script = try prepared()
    let failure = try script.failure(
      "pcall(host.call, function()\nlong:gsub('.', chain) end) note('not reached')")
    #expect(failure.kind == .stalled)
    #expect(failure.line == 2)
    #expect(script.notebook.lines.isEmpty)
  }

  @Test("other states of the thread, and of other threads, go on")
  func others() async throws {
    let bystander = try Script()
    try bystander.lines("n = 1")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 1...3 {
        group.addTask {
          try prepared().failure("long:gsub('.', chain)").kind == .stalled
        }
      }
      for try await isStalled in group { #expect(isStalled) }
    }
    #expect(try bystander.lines("n = n + 1 note(n)") == ["2"])
    #expect(try Script().lines("note('new')") == ["new"])
  }

  @Test("a collection that the host asks for is ended as well")
  func collection() throws {
    let script = try prepared()
    try script.lines(
      """
      keys, t = {}, setmetatable({}, {__mode = 'k'})
      for i = 1, 2e5 do keys[i] = {} end
      for i = #keys, 2, -1 do t[keys[i - 1]] = keys[i] end
      first = keys[1] keys = nil
      """)
    script.state.collect()
    if script.state.isKilled {
      #expect(script.state.killFailure?.kind == .stalled)
      #expect(try Script().lines("note('new')") == ["new"])
    }
  }

  @Test("what the meter counts, and what the host takes, is not held against a script")
  func metered() throws {
    let script = try Script(
      LuaLimits(entryInstructions: 100_000_000, stallSeconds: 0.1))
    #expect(try script.failure("while true do end").kind == .instructions)
    let patient = try Script(LuaLimits(stallSeconds: 0.1))
    #expect(try patient.lines("host.idle(1) note('went on')") == ["went on"])
  }

  @Test("that lines are counted, which takes longer, is not held against a script")
  func covered() throws {
    let script = try Script(LuaLimits(entryInstructions: 3_000_000, stallSeconds: 0.1))
    script.state.count(linesInto: LineCoverage())
    #expect(try script.failure("while true do end").kind == .instructions)
  }

  @Test("with a limit of 0 nothing is ended")
  func withoutLimit() throws {
    let script = try prepared(LuaLimits(memoryBytes: 512 << 20, stallSeconds: 0))
    #expect(try script.lines("long:sub(1, 20000):gsub('.', chain) note('went on')") == ["went on"])
  }

  @Test("a text that the compiler takes too long for is not compiled")
  func chunk() throws {
    let source = Array(HostileScripts.nested.utf8)
    let failure = #expect(throws: LuaFailure.self) {
      try LuaChunk(source, name: "nested.lua", stallSeconds: 0.2)
    }
    #expect(failure?.kind == .stalled)
    #expect(failure?.file == "nested.lua")
    let script = try Script(Self.limits)
    let other = #expect(throws: LuaFailure.self) {
      try script.state.load(HostileScripts.nested, name: "nested.lua")
    }
    #expect(other?.kind == .stalled)
    #expect(other?.file == "nested.lua")
  }

  @Test("every hostile script ends by the meter or by the watchdog, with its line")
  func hostileScripts() throws {
    var ends: [LuaFailure.Kind: [String]] = [:]
    let texts = HostileScripts.texts.enumerated().filter {
      FullSize.isWanted || $0.offset.isMultiple(of: 3)
    }
    for (name, text) in texts.map(\.element) {
      let script = try prepared(
        LuaLimits(memoryBytes: 512 << 20, entryInstructions: 20_000_000, stallSeconds: 0.2))
      let began = ContinuousClock.now
      let failure = try #require(try script.run(text).failure, "\(name)")
      #expect(failure.kind == .stalled || failure.kind == .instructions, "\(name): \(failure)")
      // What a script makes of a string has no file.
      #expect(["test.lua", "string"].contains(failure.file), "\(name)")
      #expect((1...5).contains(failure.line ?? 0), "\(name): \(failure.line ?? 0)")
      #expect(ContinuousClock.now - began < .seconds(60), "\(name)")
      ends[failure.kind, default: []].append(name)
    }
    for (kind, names) in ends.sorted(by: { $0.value.count < $1.value.count }) {
      print("ended by \(kind) (\(names.count)): \(names.joined(separator: ", "))")
    }
  }
}
