import Testing

@testable import Scripting

@Suite("The lines of keys in a source")
struct SourceOutlineTests {
  private let outline = SourceOutline(
    Array(
      """
      -- app { id = 0 }
      local long = [[ app { id = 1,
      ]] .. 'app {'
      return scenario({ title = "a = {", --[[ x = 2,
        y = 3 ]] ["apps"] = {
          app { id = "x", f = function(a, b) if a then local id = { 1, 2 } end end,
            modes = { "fetch", 'au\\'dio', [==[ ] ]==] },
            memory
              = { 1,
              2, }; options = {
                a = 1, a == 2, b = usage.part(device { deep = { key = true } }), ["key 2"] = 4 } },
          app { id = "y", second = 1 }, app { id = "z", third =
            2 },
        },
        other = (1 + 2),
      """.utf8))

  @Test(
    "are found through constructors, lists and nested tables",
    arguments: [
      ("scenario", 4, ["title"], 4), ("scenario", 4, ["apps"], 5), ("scenario", 4, ["other"], 15),
      ("scenario", 4, ["apps", 2, "second"], 12), ("scenario", 4, ["apps", 3, "third"], 12),
      ("app", 6, ["f"], 6), ("app", 6, ["modes"], 7), ("app", 6, ["modes", 3], 7),
      ("app", 6, ["memory", 2], 10), ("app", 6, ["options"], 10),
      ("app", 6, ["options", "a"], 11), ("app", 6, ["options", "key 2"], 11),
      ("app", 6, ["options", 1], 11), ("app", 6, ["options", "b", "deep", "key"], 11),
      ("app", 12, ["third"], 12), ("usage.part", 11, ["deep", "key"], 11),
    ] as [(String, Int, [any Sendable], Int)])
  func found(constructor: String, line: Int, path: [any Sendable], expected: Int) {
    let steps = path.map { step -> SourceOutline.Step in
      if let key = step as? String { return .key(key) }
      return .item(step as? Int ?? 0)
    }
    #expect(outline.line(of: steps, in: constructor, at: line) == expected)
  }

  @Test("are those of the nearest thing that is written down, and else the constructor's")
  func notFound() {
    #expect(outline.line(of: [.key("none")], in: "app", at: 6) == 6)
    #expect(outline.line(of: [.key("options"), .key("none")], in: "app", at: 6) == 10)
    #expect(outline.line(of: [.key("title")], in: "app", at: 99) == 99)
    #expect(outline.line(of: [.key("id")], in: "app", at: 1) == 1)
    #expect(outline.line(of: [.item(7)], in: "server", at: 6) == 6)
  }

  @Test(
    "are sought without harm in what is no Lua",
    arguments: ["", "app {", "'", "[[", "--[==[", "{{{"])
  func broken(text: String) {
    let outline = SourceOutline(Array(text.utf8))
    #expect(outline.line(of: [.key("a"), .item(1)], in: "app", at: 1) == 1)
  }
}
