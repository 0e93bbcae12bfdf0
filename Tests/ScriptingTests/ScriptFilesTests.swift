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
    guard case .module(let source, let name) = search.find(module) else { return nil }
    return "\(name): \(String(decoding: source, as: UTF8.self))"
  }

  @Test("are sought in the folders in order, by file and by folder")
  func order() {
    #expect(text("a") == "a.lua: 1")
    #expect(text("b.c") == "b/c.lua: 3")
    #expect(text("pl") == "pl/init.lua: 4")
  }

  @Test("never lie outside the folders", arguments: ["..secret", "../secret", "", "a\0", "."])
  func confined(module: String) {
    #expect(text(module) == nil)
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
