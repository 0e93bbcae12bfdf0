import Foundation
import Testing

/// `scripts/setup --tests` installs the luacheck that these need.
@Suite("dormouse meta")
struct MetaCommandTests {
  @Test("with what it writes luacheck accepts every script of scripts/, and the definitions")
  func luacheck() throws {
    let place = try Workplace()
    #expect(try place.run("meta", ".").status == 0)
    let scripts = try place.shell(
      "luacheck --no-color -q --config .luacheckrc \(repositoryFile("scripts"))")
    #expect(scripts.status == 0, "\(scripts.output)")
    let definitions = try place.shell("luacheck --no-color -q .dormouse/*.lua")
    #expect(definitions.status == 0, "\(definitions.output)")
  }

  @Test("luacheck reports by it what no script has")
  func unknown() throws {
    let place = try Workplace()
    #expect(try place.run("meta", ".").status == 0)
    try place.write(
      """
      local app = {}
      function app:didBecomeActive() print(UIApplication.sharde, io.open, ULRSession) end
      return app

      """, to: "app.lua")
    let told = try place.shell("luacheck --no-color -q app.lua").output
    for name in ["'sharde' of global 'UIApplication'", "'open' of global 'io'", "'ULRSession'"] {
      #expect(told.contains(name), "\(told)")
    }
  }

  @Test("keeps settings that are there, writes definitions anew, and refuses what is no folder")
  func again() throws {
    let place = try Workplace()
    try place.write("-- mine", to: ".luacheckrc")
    let first = try place.run("meta", ".")
    #expect(first.output.hasSuffix("wrote .dormouse/keys.lua\nwrote .luarc.json\n"))
    #expect(try place.shell("cat .luacheckrc").output == "-- mine")
    #expect(!(try place.run("meta", ".").output.contains("luarc")))
    #expect(try place.run("meta", "gone").status == 66)
  }

  @Test("docs/reference.md is what --markdown prints, and a folder is needed else")
  func page() throws {
    let page = try String(contentsOfFile: repositoryFile("docs/reference.md"), encoding: .utf8)
    let place = try Workplace()
    #expect(try place.run("meta", "--markdown").output == page)
    #expect(try place.run("meta", "--markdown", ".").status == 64)
    let none = try place.run("meta")
    #expect(none.status == 64)
    #expect(
      none.errors == "meta: no folder is given; name the scripts' folder, such as '.'\n")
  }
}
