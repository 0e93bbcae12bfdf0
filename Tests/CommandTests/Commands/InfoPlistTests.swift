import Foundation
import Testing

@Suite("dormouse check --info-plist")
struct InfoPlistTests {
  private static let broken =
    "it is no whole property list, neither XML nor binary; see what 'plutil -lint' says of it"

  @Test("reads modes and identifiers of an Info.plist, and says what is wrong with one")
  func infoPlist() throws {
    let place = try Workplace()
    try place.write(
      """
      local app = {}
      function app:didFinishLaunching()
        BGTaskScheduler.shared:register("com.example.refresh", function(task)
          task.expirationHandler = function() task:setTaskCompleted(false) end
          task:setTaskCompleted(true)
        end)
      end
      return app
      """, to: "a.lua")
    func plist(_ content: String) -> String {
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(content)</plist>\n"
    }
    func declared(_ identifier: String) -> String {
      plist(
        """
        <dict><key>UIBackgroundModes</key><array><string>fetch</string></array>
        <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>\(identifier)</string></array>
        </dict>
        """)
    }
    try place.write(declared("com.example.refresh"), to: "Info.plist")
    #expect(try place.run("check", "a.lua", "--info-plist", "Info.plist").status == 0)
    let declaration: [String: Any] = [
      "UIBackgroundModes": ["fetch"],
      "BGTaskSchedulerPermittedIdentifiers": ["com.example.refresh"],
    ]
    let binary = try PropertyListSerialization.data(
      fromPropertyList: declaration, format: .binary, options: 0)
    try binary.write(to: place.folder.appendingPathComponent("Binary.plist"))
    #expect(try place.run("check", "a.lua", "--info-plist", "Binary.plist").status == 0)
    try binary.dropLast(20).write(to: place.folder.appendingPathComponent("Cut.plist"))
    let cut = try place.run("check", "a.lua", "--info-plist", "Cut.plist")
    #expect(cut.errors == "Cut.plist: \(Self.broken)\n" && cut.status == 65)
    try place.write(declared("com.example.other"), to: "Other.plist")
    let other = try place.run("check", "a.lua", "--info-plist", "Other.plist")
    #expect(
      other.output.contains("fault: a.lua:3: ") && other.output.contains("identifierNotPermitted"))
    #expect(other.status == 1)
    for (content, words) in [
      ("no plist", Self.broken), (String(declared("a").dropLast(30)), Self.broken),
      (plist("<array></array>"), "it holds no dictionary; name an app's Info.plist"),
      (
        plist("<dict><key>UIBackgroundModes</key><string>fetch</string></dict>"),
        "UIBackgroundModes is no list of strings; write <array> with <string>"
      ),
    ] {
      try place.write(content, to: "Bad.plist")
      let bad = try place.run("check", "a.lua", "--info-plist", "Bad.plist")
      #expect(bad.errors == "Bad.plist: \(words)\n")
      #expect(bad.status == 65)
    }
  }
}
