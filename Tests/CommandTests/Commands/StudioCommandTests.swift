import Foundation
import Testing

@Suite("dormouse studio")
struct StudioCommandTests {
  @Test("a folder that is none and a port that is none are told before anything is served")
  func refused() throws {
    let place = try Workplace()
    try place.write("return {}", to: "app.lua")
    let none = try place.run("studio", "none")
    #expect(none.errors == "none: there is no such folder\n")
    #expect(none.status == 66)
    let file = try place.run("studio", "app.lua")
    #expect(file.errors == "app.lua: it is a file; name the folder that it is in\n")
    #expect(file.status == 66)
    let port = try place.run("studio", "--port", "65536")
    #expect(port.status == 64)
    #expect(port.errors.contains("--port"))
  }

  @Test("a scenario's parameters are told to editors by check")
  func parameters() throws {
    let place = try Workplace()
    try place.write("return {}", to: "app.lua")
    try place.write(
      """
      local p = scenario.parameters { wait = { default = 5, min = 1, help = "seconds" } }
      return scenario { duration = seconds(p.wait), apps = { app { id = "a", script = "app.lua" } } }
      """, to: "a.lua")
    let checked = try place.run("check", "a.lua", "--no-run", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(checked.output.utf8))
    let files = (object as? [String: Any])?["files"] as? [[String: Any]]
    let parameters = files?.first?["parameters"] as? [[String: String]]
    #expect(
      parameters == [
        ["name": "wait", "default": "5", "about": "seconds; a number, at least 1"]
      ], "\(checked.output) \(checked.errors)")
  }
}
