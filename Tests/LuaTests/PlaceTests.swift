import Lua
import Testing

@Suite("Places and bound functions")
struct PlaceTests {
  private final class Probe {
    var lines: [String] = []
    var bound: LuaBoundFunction?
  }

  private let state: LuaState
  private let probe = Probe()

  init() throws {
    var bound: LuaBoundFunction?
    let library = LuaLibrary<Probe> { library in
      library.function("here") { (frame, probe) throws(LuaFailure) in
        let level = frame.isNil(1) ? 1 : try frame.integer(1)
        let place = frame.sourceLocation(level: level)
        probe.lines.append(place.map { "\($0.file):\($0.line)" } ?? "nowhere")
        return .none
      }
      library.function("defined") { (frame, probe) throws(LuaFailure) in
        let place = frame.definition(of: 1)
        probe.lines.append(place.map { "\($0.file):\($0.line)" } ?? "nowhere")
        return .none
      }
      library.function("wait") { (frame, probe) throws(LuaFailure) in
        guard frame.waitingFiber != nil else { throw LuaFailure(.runtime, "cannot wait") }
        return .await
      }
      library.function("button") { (frame, probe) throws(LuaFailure) in
        guard let bound = probe.bound else { return .none }
        frame.push(bound, bound: 7)
        frame.push(bound, bound: 8)
        return .values(2)
      }
      bound = library.boundFunction { (frame, probe) throws(LuaFailure) in
        let line = frame.sourceLocation()?.line ?? 0
        probe.lines.append("\(try frame.integer(1)) \(try frame.string(2)) at \(line)")
        return .none
      }
    }
    probe.bound = bound
    state = try LuaState(seed: LuaSeed(1, 2, 3, 4), library: library, host: probe)
  }

  private func start(_ source: String) throws -> LuaStep {
    let function = try state.load(source, name: "a.lua")
    defer { state.release(function) }
    return state.start(function)
  }

  @Test("the place of a call is the nearest Lua line, whatever C lies between")
  func nearest() throws {
    let step = try start(
      """
      here()
      pcall(here)
      local function outer()
        here(2)
      end
      outer()
      return here()
      """)
    #expect(step.isFinished)
    #expect(probe.lines == ["a.lua:1", "a.lua:2", "a.lua:6", "a.lua:7"])
  }

  @Test("a function is where its definition begins; what is no Lua function is nowhere")
  func definitions() throws {
    _ = try start("local function f()\nend\ndefined(f)\ndefined(print)\ndefined(3)")
    #expect(probe.lines == ["a.lua:1", "nowhere", "nowhere"])
  }

  @Test("a bound function is an ordinary function with a number of its own")
  func bound() throws {
    _ = try start("local a, b = button()\na(type(a))\nreturn b('x')")
    #expect(probe.lines == ["7 function at 2", "8 x at 3"])
  }

  @Test("a fiber that waits tells where; one that is over does not")
  func waiting() throws {
    let step = try start("local x = 1\npcall(wait)\n")
    guard case .awaiting(let fiber) = step else {
      Issue.record("\(step)")
      return
    }
    #expect(state.sourceLocation(of: fiber)?.line == 2)
    #expect(state.resume(fiber).isFinished)
    #expect(state.sourceLocation(of: fiber) == nil)
  }

  @Test("a function knows whether it may wait")
  func mayWait() throws {
    let step = try start("table.sort({ 3, 1, 2 }, function(a, b) wait() return a < b end)")
    #expect(step.failure?.message == "a.lua:1: cannot wait")
  }
}
