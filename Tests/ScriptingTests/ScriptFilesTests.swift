import Testing

@testable import Scripting

@Suite("Modules")
struct ModuleSearchTests {
  private let search = ModuleSearch(
    files: ScriptTexts([
      "first/a.lua": "1", "second/a.lua": "2", "second/b/c.lua": "3", "second/pl/init.lua": "4",
      "secret.lua": "5",
    ]), folders: ["first", "second"])

  private func text(_ module: String) -> String? {
    guard case .module(let source, let name, _) = search.find(module) else { return nil }
    return "\(name): \(String(decoding: source, as: UTF8.self))"
  }

  @Test("are sought in the folders in order, by file and by folder")
  func order() {
    #expect(text("a") == "a.lua: 1")
    #expect(text("b.c") == "b/c.lua: 3")
    #expect(text("pl") == "pl/init.lua: 4")
  }

  @Test(
    "are loaded once, whatever names lead to their file",
    arguments: [
      ("lib", "tool", "lib.tool"), ("./lib", "tool", "lib.tool"), ("x/../lib/", "tool", "lib.tool"),
      (".", "lib.tool", "lib.tool"),
    ])
  func once(folder: String, first: String, second: String) throws {
    let files = ScriptTexts([
      "s.lua": """
      local first, second = require "\(first)", require "\(second)"
      assert(first == second and first.count() == 1 and second.count() == 2)
      assert(package.loaded["\(second)"] == first)
      return scenario {
        duration = 1, apps = { app { id = "a", script = "a.lua" } },
        user = usage.schedule { { at = 0, open = "a" } },
      }
      """,
      "a.lua": "return {}", "lib/tool.lua": tool, "./lib/tool.lua": tool,
      "x/../lib//tool.lua": tool,
    ])
    _ = try ScenarioScript.load("s.lua", settings: [:], files: files, luaPath: [folder])
  }

  private let tool = "local n = 0 return { count = function() n = n + 1 return n end }"

  @Test("never lie outside the folders", arguments: ["..secret", "../secret", "", "a\0", "."])
  func confined(module: String) {
    #expect(text(module) == nil)
  }

  @Test("have one name each: with dots, none of them doubled")
  func oneName() {
    #expect(text("b..c") == nil)
    #expect(text(".a") == nil)
    guard case .missing(let sought) = search.find("b/c") else {
      Issue.record("found")
      return
    }
    #expect(sought == "\n\tno module has a slash in its name; write require \"b.c\"")
  }

  @Test(
    "and scripts may begin as Lua's own may: with the mark of UTF-8, and with a line for a shell",
    arguments: ["\u{FEFF}return 7", "#!/usr/bin/env lua\nreturn 7", "\u{FEFF}# x\nreturn 7", "#"])
  func beginnings(text: String) throws {
    let files = ScriptTexts(["f/m.lua": text])
    let bytes = try files.script(at: "f/m.lua")
    let plain = String(decoding: bytes ?? [], as: UTF8.self)
    #expect(plain.hasSuffix("return 7") || plain.isEmpty)
    #expect(plain.count { $0 == "\n" } == text.count { $0 == "\n" })
    guard case .module(let source, _, _) = ModuleSearch(files: files, folders: ["f"]).find("m")
    else {
      Issue.record("not found")
      return
    }
    #expect(source == Array(plain.utf8))
  }

  @Test("that are missing are reported with every name that was tried")
  func missing() {
    guard case .missing(let sought) = search.find("x.y") else {
      Issue.record("found")
      return
    }
    #expect(sought.contains("'x/y.lua'"))
    #expect(sought.contains("'x/y/init.lua'"))
  }
}

@Suite("The text of scripts")
struct ScriptTextTests {
  /// A file of bytes as they are.
  private struct Bytes: ScriptFiles {
    let bytes: [UInt8]
    func contents(of path: String) -> [UInt8]? { bytes }
  }

  @Test("UTF-16 is told as that", arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
  func utf16(mark: [UInt8]) {
    let error = #expect(throws: ScriptFileError.self) {
      try Bytes(bytes: mark + [0x72, 0]).script(at: "a.lua")
    }
    #expect(error?.description.hasPrefix("text in UTF-16") == true)
  }
}
