import Foundation
import Testing

@testable import dormouse

@Suite("dormouse check and luacheck")
struct LuacheckTests {
  /// A folder with a script, and with a program that is called luacheck and does what lines of
  /// shell say; `$line` is what the real one would say of the script.
  private func place(luacheck lines: String?) throws -> Workplace {
    let place = try Workplace()
    try place.write("local unused = 1\nlocal app = {}\nreturn app\n", to: "a.lua")
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("bin"), withIntermediateDirectories: true)
    if let lines {
      try place.write(
        "#!/bin/sh\nline=\"a.lua:1:7: (W211) unused variable 'unused'\"\n"
          + "if [ \"$1\" = --version ]; then echo 'Luacheck: 9.8.7'; echo 'Lua: 5.4'; exit 0; fi\n"
          + lines + "\n", to: "bin/luacheck")
      _ = try place.shell("chmod +x bin/luacheck")
    }
    return place
  }

  /// The command with no other luacheck on its PATH.
  private func check(_ arguments: String, in place: Workplace) throws -> Workplace.Outcome {
    try place.shell("PATH=\"$PWD/bin\" \"$0\" check \(arguments)")
  }

  @Test("its warnings are reported in check's form, and changes no status")
  func warnings() throws {
    let place = try place(luacheck: "echo \"$line\"; exit 1")
    let run = try check("a.lua", in: place)
    #expect(run.status == 0)
    #expect(
      run.output == """
        a.lua: app, no errors
        a.lua:1:7: unused variable 'unused' (luacheck W211)
        luacheck 9.8.7: 1 warning

        """)
    #expect(run.errors.isEmpty)
  }

  @Test("--strict makes a warning a failure, and wants luacheck to be there and to answer")
  func strict() throws {
    let warned = try check("a.lua --strict", in: place(luacheck: "echo \"$line\"; exit 1"))
    #expect(warned.status == 1)
    #expect(warned.errors == "luacheck 9.8.7: 1 warning\n")
    #expect(warned.output.hasSuffix("a.lua:1:7: unused variable 'unused' (luacheck W211)\n"))
    #expect(try check("a.lua --strict", in: place(luacheck: "exit 0")).status == 0)
    let absent = try check("a.lua --strict", in: place(luacheck: nil))
    #expect(absent.status == 66)
    #expect(
      absent.errors == """
        --strict: luacheck is not on the PATH, so its warnings are missing; install it \
        (apt-get install lua-check, or brew install luacheck), or leave --strict out

        """)
    let broken = try check("a.lua --strict", in: place(luacheck: "echo no >&2; exit 3"))
    #expect(broken.status == 66)
    let both = try check("a.lua --strict --no-luacheck", in: place(luacheck: nil))
    #expect(both.status == 64)
    #expect(
      both.errors == "--strict: it needs luacheck; leave --no-luacheck out\n")
  }

  @Test("where there is none, that is said once, and not if nobody wants to know")
  func absent() throws {
    let place = try place(luacheck: nil)
    let run = try check("a.lua a.lua", in: place)
    #expect(run.status == 0)
    #expect(run.output == "a.lua: app, no errors\n")
    #expect(
      run.errors == """
        check: luacheck is not on the PATH, so its warnings are missing; install it \
        (apt-get install lua-check, or brew install luacheck), or give --no-luacheck

        """)
    let without = try check("a.lua --no-luacheck", in: place)
    #expect(without.status == 0 && without.errors.isEmpty)
    #expect(without.output == "a.lua: app, no errors\n")
  }

  @Test(
    "one that fails or speaks in another form breaks nothing",
    arguments: [
      (
        "echo \"$line\"; exit 3",
        "it ended with status 3 (a.lua:1:7: (W211) unused variable 'unused')"
      ),
      ("echo '[{\"file\": 1}]'; exit 1", "it ended with status 1 ([{\"file\": 1}])"),
      (
        "echo \"other.lua:1:7: (W211) odd\"; exit 1",
        "it ended with status 1 (other.lua:1:7: (W211) odd)"
      ),
      ("exit 1", "it ended with status 1 (it printed nothing)"),
      ("printf '\\033[31m\\377' ; exit 1", "it ended with status 1 (\\x1b[31m\u{FFFD})"),
      ("echo 'no config' >&2; exit 4", "it ended with status 4 (no config)"),
      ("kill -9 $$", "it ended with status 9 (it printed nothing)"),
    ])
  func failures(lines: String, told: String) throws {
    let run = try check("a.lua", in: place(luacheck: lines))
    #expect(run.status == 0)
    #expect(run.output == "a.lua: app, no errors\n")
    #expect(
      run.errors
        == "check: luacheck failed: \(told); see what 'luacheck --version' says, or give "
        + "--no-luacheck\n")
  }

  @Test(
    "a warning is read whatever its file is called, and what is none is not",
    arguments: [
      ("a.lua:1:7: (W211) x", "a.lua 1 7 W211 x"),
      ("b:1:2: (W1) c.lua:12:3: (E011) expected '='", "b:1:2: (W1) c.lua 12 3 E011 expected '='"),
      ("b:1:2: (W1) y", "b 1 2 W1 y"), ("c.lua:1:2: (W1) y", nil), ("a.lua:1: (W211) x", nil),
      ("a.lua:1:7: x", nil), ("a.lua:99999999999999999999:7: (W211) x", nil), ("a.lua", nil),
    ])
  func lines(text: String, read: String?) {
    let warning = Luacheck.Warning(text, in: ["a.lua", "b", "b:1:2: (W1) c.lua"])
    #expect(
      warning.map { "\($0.file) \($0.line) \($0.column) \($0.code) \($0.message)" } == read)
  }

  /// `scripts/setup --tests` installs the luacheck that this needs.
  @Test("the real one is asked about the scripts of a scenario too, and knows what they are given")
  func real() throws {
    guard Luacheck() != nil else {
      Issue.record("there is no luacheck on the PATH: scripts/setup --tests installs it")
      return
    }
    let place = try Workplace.withScripts()
    try place.write(
      """
      local app = {}
      function app:didEnterBackground(application)
        local task = application:beginBackgroundTask("save", function() end)
        count = 1
        print(UIBackgroundTaskIdentifier.invalid, os.time())
      end
      return app

      """, to: "saver.lua")
    try place.write("std = 'none'", to: ".luacheckrc")
    let run = try place.run("check", "hour.lua", "--no-run")
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == [
        "hour.lua: scenario with 2 apps, no errors",
        "saver.lua:3:9: unused variable 'task' (luacheck W211)",
        "saver.lua:4:3: setting non-standard global variable 'count' (luacheck W111)",
      ])
    #expect(
      lines.count == 4 && lines[3].wholeMatch(of: /luacheck \d+\.\d+\.\d+: 2 warnings/) != nil)
    #expect(try place.run("check", "hour.lua", "--no-run", "--strict").status == 1)
    // Nothing is left behind of its settings, which are of the command's own.
    let left = try place.shell(
      "mkdir own && TMPDIR=\"$PWD/own\" \"$0\" check hour.lua --no-run && ls -A own")
    #expect(left.status == 0 && left.output == run.output)
  }
}
