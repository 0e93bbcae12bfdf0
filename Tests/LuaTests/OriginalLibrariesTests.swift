import Lua
import Testing

@Suite("States of libraries of many shapes, opened and copied")
struct OriginalLibrariesTests {
  struct Shape: CustomTestStringConvertible {
    var testDescription: String
    var prelude: String?
    var isCopied = true
    var classes = 0
    var readOnly: [String] = []
    /// What a script notes of it.
    var probe = "note(_G.made)"
  }

  static let shapes: [Shape] = [
    Shape(testDescription: "no prelude"),
    Shape(testDescription: "an empty prelude", prelude: ""),
    Shape(
      testDescription: "tables within tables, of 1 to 12 keys of each kind",
      prelude: """
        made = {}
        for n = 1, 12 do
          local t = { texts = {}, integers = {}, fractions = {}, list = {}, mixed = {} }
          for i = 1, n do
            t.texts["key" .. i * n] = i
            t.integers[i * 7919] = { i }
            t.fractions[i + 0.25] = "v" .. i
            t.list[i] = -i
            t.mixed[i % 3 == 0 and i or i % 3 == 1 and "k" .. i or i % 2 == 0] = i
          end
          made[n] = t
        end
        """,
      probe: """
        local function walk(t)
          local sum = 0
          for k, v in pairs(t) do
            sum = (sum * 31 + #tostring(k) + (type(v) == "table" and walk(v) or #tostring(v))) % 65521
          end
          return sum
        end
        for n = 1, 12 do note(walk(made[n]), #made[n].list, made[n].integers[n * 7919][1]) end
        """),
    Shape(
      testDescription: "closures that share variables",
      prelude: """
        made = {}
        for i = 1, 30 do
          local x, y = i, i * 2
          made[i] = {
            add = function() x = x + y return x end, swap = function() x, y = y, x return x end,
          }
        end
        """,
      probe: "for i = 1, 30 do local m = made[i] note(m.add(), m.swap(), m.add(), m.swap()) end"),
    Shape(
      testDescription: "metatables",
      prelude: """
        local class = { __eq = function() return true end, __len = function(s) return s.n end }
        class.__index = class
        function class.__add(a, b) return setmetatable({ n = a.n + b.n }, class) end
        function class.__lt(a, b) return a.n < b.n end
        function class.__tostring(s) return "number " .. s.n end
        function class:twice() return self + self end
        made = {}
        for i = 1, 20 do made[i] = setmetatable({ n = i }, class) end
        """,
      probe: """
        note(made[1] == made[2], #made[7], tostring(made[3] + made[4]), made[2] < made[1])
        note(tostring(made[9]:twice()), pcall(function() return made[1] .. "" end))
        """),
    Shape(
      testDescription: "tables that scripts cannot write",
      prelude: "made = Fixed.one", readOnly: ["Fixed"],
      probe: "note(made, Fixed.two, pcall(function() Fixed.one = 3 end)) note(rawlen(Fixed))"),
    Shape(
      testDescription: "many classes and objects", prelude: "made = many.object7.number",
      classes: 40,
      probe: """
        for i = 1, 40 do note(many["object" .. i].number, tostring(many["object" .. i])) end
        note(many.object1 == many.object2, pcall(function() many.object1.number = 2 end))
        """),
    Shape(
      testDescription: "objects as keys",
      prelude: "made, all = {}, {} for i = 1, 40 do all[i] = {} made[all[i]] = i end",
      isCopied: false,
      probe: "for i = 1, 40 do note(made[all[i]]) end"),
    Shape(
      testDescription: "more than a copy has room for",
      prelude: "made = {} for i = 1, 20000 do made[i] = { i } end", isCopied: false,
      probe: "local s = 0 for i = 1, #made do s = s + made[i][1] end note(s)"),
    Shape(
      testDescription: "a text longer than a copy has room for",
      prelude: "made = ('0123456789'):rep(60000)", isCopied: false,
      probe: "note(#made, made:sub(-12))"),
  ]

  private static func library(_ shape: Shape) -> LuaLibrary<Notebook> {
    LuaLibrary { library in
      library.function("note", arguments: .printed) { (frame, notebook) throws(LuaFailure) in
        notebook.lines.append(try frame.string(1))
        return .none
      }
      library.constant("Fixed.one", .integer(1))
      library.constant("Fixed.two", .string(Array("two".utf8)))
      for number in 0..<shape.classes {
        let kind = library.objectClass("Kind\(number)")
        library.property("number", of: kind) { (frame, _) throws(LuaFailure) in
          frame.result(try frame.object(1, kind))
        }
        library.object("many.object\(number + 1)", kind, identifier: number * 11)
      }
      library.readOnlyTables = shape.readOnly
      library.prelude = shape.prelude
    }
  }

  private static func open(
    _ library: LuaLibrary<Notebook>, _ number: Int, _ limits: LuaLimits = LuaLimits()
  ) throws(LuaFailure) -> Script {
    let seed = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    return try Script(limits, seed: LuaSeed(seed, 2, 3, 4), library: library)
  }

  /// What the probe notes, and what it took.
  private static func tell(_ script: Script, _ shape: Shape) throws -> [String] {
    var told = ["\(script.state.memoryBytes)"]
    told += try script.lines(shape.probe)
    try script.lines("local t = {} for i = 1, 3000 do t[i * 7919] = { i } end note(#t)")
    script.state.collect()
    return told + ["\(script.state.takeInstructions()) \(script.state.memoryBytes)"]
  }

  @Test("cannot be told apart", arguments: shapes)
  func alike(shape: Shape) throws {
    let library = Self.library(shape)
    var first: [String]?
    var copies: [Bool] = []
    for number in 0..<12 {
      let script = try Self.open(library, number)
      copies.append(script.state.isCopy)
      let told = try Self.tell(script, shape)
      #expect(told == first ?? told)
      first = first ?? told
    }
    #expect(copies.first == false && copies.last == shape.isCopied)
    #expect(!shape.isCopied || copies.drop { !$0 }.allSatisfy { $0 })
  }

  @Test("cannot be told apart where others are closed and their places taken again")
  func places() throws {
    let shape = Self.shapes[3]
    let library = Self.library(shape)
    let first = try Self.tell(Self.open(library, 0), shape)
    var open: [Script] = []
    var copies = 0
    for number in 1...60 {
      open.append(try Self.open(library, number))
      copies += open.last?.state.isCopy == true ? 1 : 0
      if open.count > number * 5 % 7 {
        let script = open.remove(at: number * 31 % open.count)
        #expect(try Self.tell(script, shape) == first)
      }
    }
    for script in open { #expect(try Self.tell(script, shape) == first) }
    #expect(copies > 50)
  }

  @Test(
    "meet their limits at the same point",
    arguments: [
      (LuaLimits(memoryBytes: 1 << 20), "reached, t = 0, {} while true do t[{}] = 1 step() end"),
      (
        LuaLimits(memoryBytes: 3 << 20),
        "reached, t = 0, {} while true do t[#t + 1] = ('x'):rep(999) .. step() end"
      ),
      (LuaLimits(entryInstructions: 54_321), "reached = 0 while true do step() end"),
    ])
  func limits(limits: LuaLimits, loop: String) throws {
    let library = Self.library(
      Shape(
        testDescription: "",
        prelude: "function step() reached = reached + 1 note(reached) return reached end"))
    var first: [String]?
    var isCopy = false
    for number in 0..<8 {
      let script = try Self.open(library, number, limits)
      let failure = try script.failure(loop)
      let told = [failure.message, failure.traceback ?? ""] + script.notebook.lines.suffix(1)
      #expect(script.notebook.lines.count > 100)
      #expect(told == first ?? told)
      first = first ?? told
      isCopy = script.state.isCopy
    }
    #expect(isCopy)
  }

  @Test(
    "tell of a prelude that fails alike at each try",
    arguments: [
      "error('no')", "made = {}\nlocal x = made.a.b", "local t = setmetatable({}, {}) t()",
      "local function deep() return 1 + deep() end deep()",
    ])
  func failures(prelude: String) throws {
    let library = Self.library(Shape(testDescription: "", prelude: prelude))
    var told: Set<String> = []
    for number in 0..<8 {
      do throws(LuaFailure) {
        _ = try Self.open(library, number)
        told.insert("opened")
      } catch {
        told.insert(error.message + (error.traceback ?? ""))
      }
    }
    #expect(told.count == 1 && !told.contains("opened"))
  }
}
