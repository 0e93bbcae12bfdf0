import Foundation
import Lua
import Testing

@Suite("States copied from one that was opened")
struct OriginalTests {
  /// As much as a library can put into a state: closures that share variables, metatables, objects,
  /// tables that scripts cannot write.
  ///
  /// - Parameters:
  ///   - crate: gets a class of which a state has no object.
  private static func library(
    prelude: String = plain, hasEarlyClass: Bool = false, crate: (LuaClass) -> Void = { _ in }
  ) -> LuaLibrary<Notebook> {
    LuaLibrary { library in
      library.function("note", arguments: .printed) { (frame, notebook) throws(LuaFailure) in
        notebook.lines.append(try frame.string(1))
        return .none
      }
      library.function("chance") { (frame, _) throws(LuaFailure) in
        frame.result(Int.random(in: 0..<1 << 40))
      }
      let box = library.objectClass("Box")
      library.property("number", of: box) { (frame, _) throws(LuaFailure) in
        frame.result(try frame.object(1, box))
      }
      library.object("box", box, identifier: 7)
      library.object("Boxes.second", box, identifier: 8)
      let objects = library.objectClass("Crate")
      library.property("number", of: objects) { (frame, _) throws(LuaFailure) in
        frame.result(try frame.object(1, objects))
      }
      library.function("crate") { (frame, _) throws(LuaFailure) in
        frame.push(objects, identifier: 9)
        return .values(1)
      }
      if hasEarlyClass { library.earlyClasses = [objects] }
      crate(objects)
      library.constant("names.inner.third", .integer(3))
      library.readOnlyTables = ["Boxes"]
      library.prelude = prelude
    }
  }

  private static let plain = """
    local count, kept = 0, {}
    local function next() count = count + 1 return count end
    for i = 1, 40 do kept[("key %d of many"):format(i)] = { i, { i * 1.5 } } end
    counter = setmetatable({ kept = kept }, {
      __call = next, __index = function(_, key) return key .. "!" end, __gc = print,
    })
    return function() return next() + #names end
    """

  private static let script = """
    note(counter(), counter(), counter.other, box.number, Boxes.second.number, names.inner.third)
    note(crate().number, tostring(crate()), pcall(function() crate().number = 1 end))
    local sum = 0
    for key, value in pairs(counter.kept) do sum = sum * 3 % 65537 + #key + value[1] + value[2][1] end
    note(sum, ("%5.2f %q"):format(2.5, "a"), ("x=1"):gsub("%w", "%0%0"), #table.concat({ 1, 2 }))
    local all = {}
    for key, value in pairs(_G) do all[#all + 1] = key .. type(value) end
    note(table.concat(all, " "))
    note(tostring({}), tostring(print), select("#", pcall(error)), pcall(function() return 1 < {} end))
    local weak = setmetatable({}, { __mode = "k" })
    for i = 1, 3000 do weak[{ i }] = i end
    collectgarbage()
    note(next(weak), math.type(3), utf8.char(228), string.rep("ab", 3, ","))
    local thread = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 end)
    note(thread(1), thread(4), pcall(thread))
    local big = {}
    for i = 1, 20000 do big[i * 7919] = i end
    note(#big, collectgarbage("count"))
    """

  /// All that can be told of a state once a script has run in it.
  private struct Told: Equatable {
    var lines: [String] = []
    var prelude = 0
    var instructions = 0
    var bytes: [Int] = []
    var failure = ""
  }

  private static func tell(
    _ library: LuaLibrary<Notebook>, seed: UInt64, pushing first: LuaClass? = nil
  ) throws -> (isCopy: Bool, told: Told) {
    let notebook = Notebook()
    let limits = LuaLimits(memoryBytes: 16 << 20)
    let state = try LuaState(
      limits: limits, seed: LuaSeed(seed, 2, 3, 4), library: library, host: notebook)
    if let first { _ = state.reference { $0.push(first, identifier: 0) } }
    var told = Told(bytes: [state.memoryBytes])
    let chunk = try state.load(script, name: "test.lua")
    #expect(state.start(chunk).isFinished)
    if let prelude = state.prelude {
      told.prelude = try state.call(prelude) { (frame) throws(LuaFailure) in try frame.integer(1) }
    }
    state.collect()
    told.lines = notebook.lines
    told.instructions = state.takeInstructions()
    told.bytes.append(state.memoryBytes)
    let failing = try state.load("local t = setmetatable({}, {}) t()", name: "test.lua")
    if case .failed(let failure) = state.start(failing) {
      told.failure = failure.message + (failure.traceback ?? "")
    }
    return (state.isCopy, told)
  }

  private static func seeds(_ count: Int) -> [UInt64] {
    (1...UInt64(count)).map { $0 &* 0x9E37_79B9_7F4A_7C15 }
  }

  @Test("cannot be told from those that were opened step by step, wherever they lie")
  func alike() throws {
    let library = Self.library()
    let all = try Self.seeds(60).map { try Self.tell(library, seed: $0) }
    let first = try #require(all.first)
    #expect(!first.isCopy)
    #expect(all.suffix(40).allSatisfy { $0.isCopy })
    #expect(first.told.lines.count == 8 && first.told.prelude > 0 && !first.told.failure.isEmpty)
    for one in all { #expect(one.told == first.told) }
  }

  @Test("have a class from the beginning as where the host wants an object before any script")
  func earlyClass() throws {
    var crate: LuaClass?
    let early = Self.library(hasEarlyClass: true) { crate = $0 }
    let late = Self.library()
    for seed in Self.seeds(30) {
      let one = try Self.tell(early, seed: seed, pushing: crate)
      let other = try Self.tell(late, seed: seed, pushing: crate)
      #expect(one.told == other.told)
      #expect(one.isCopy == other.isCopy)
    }
  }

  @Test("are made as soon as states lie elsewhere, however many lay at one place before")
  func onePlace() throws {
    let library = Self.library()
    for _ in 0..<50 { #expect(try !Self.tell(library, seed: 5).isCopy) }
    let others = try Self.seeds(40).map { try Self.tell(library, seed: $0) }
    #expect(others.suffix(10).allSatisfy { $0.isCopy })
    #expect(try Self.tell(library, seed: 5).isCopy)
  }

  @Test("are made by many threads at once")
  func threads() throws {
    let library = Self.library()
    let first = try Self.tell(library, seed: 1)
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      let one = try? Self.tell(library, seed: UInt64(number + 2) &* 0x9E37_79B9_7F4A_7C15)
      #expect(one?.told == first.told)
    }
    #expect(try Self.tell(library, seed: 99).isCopy)
  }

  @Test("draw the numbers of their own seeds")
  func seeds() throws {
    let library = Self.library()
    let text = "note(math.random(), math.random(1000)) math.randomseed(5) note(math.random())"
    func drawn(_ seed: UInt64) throws -> (Bool, [String]) {
      let script = try Script(LuaLimits(), seed: LuaSeed(seed, 7, 8, 9), library: library)
      return (script.state.isCopy, try script.lines(text))
    }
    let before = try drawn(11)
    for seed in Self.seeds(40) { _ = try drawn(seed) }
    let after = try drawn(11)
    #expect(!before.0 && after.0)
    #expect(before.1 == after.1)
    #expect(try drawn(12).1 != after.1)
  }

  @Test(
    "are not made where opening does not come to the same each time",
    arguments: ["made = chance()", "made = math.random()", "made = { [chance()] = 1 }"])
  func chance(prelude: String) throws {
    let library = Self.library(prelude: prelude)
    for seed in Self.seeds(40) {
      let script = try Script(LuaLimits(), seed: LuaSeed(seed, 2, 3, 4), library: library)
      #expect(!script.state.isCopy)
      #expect(try script.lines("note(made ~= nil, box.number)") == ["true\t7"])
    }
  }

  @Test("find what is kept under objects, which lies elsewhere in each state")
  func objectsAsKeys() throws {
    let prelude = """
      made = {}
      for i = 1, 3 do made[i] = {} made[made[i]] = i end
      """
    for first in 0..<40 {
      let library = Self.library(prelude: prelude)
      for seed in Self.seeds(40 * 30).dropFirst(first * 30).prefix(30) {
        let script = try Script(LuaLimits(), seed: LuaSeed(seed, 2, 3, 4), library: library)
        let found = try script.lines("note(made[made[1]], made[made[2]], made[made[3]])")
        #expect(found == ["1\t2\t3"])
      }
    }
  }

  @Test("are not made where memory could be too short to open one")
  func memory() throws {
    let library = Self.library()
    func open(_ memoryBytes: Int, _ seed: UInt64) throws(LuaFailure) -> Bool {
      let limits = LuaLimits(memoryBytes: memoryBytes)
      return try Script(limits, seed: LuaSeed(seed, 2, 3, 4), library: library).state.isCopy
    }
    for seed in Self.seeds(40) { _ = try open(16 << 20, seed) }
    #expect(try open(16 << 20, 3))
    #expect(try !open(256 << 10, 3))
  }
}
