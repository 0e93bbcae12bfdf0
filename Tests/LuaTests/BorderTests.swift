import Lua
import Testing

@Suite("The border between Swift and Lua")
struct BorderTests {
  @Test("values go out and come back")
  func values() throws {
    let script = try Script()
    let lines = try script.lines(
      """
      note(1, 2.5, "three", nil, true)
      note(host.add(40, 2), host.line())
      log("%5.2f|%-4s|%@", 1.5, "x", {1, 2, x = {y = "z"}})
      log("%ld|%lu|%5lld|%hhd|%u|%lu%%", 1, 2, 3, 4, 5, 6)
      """)
    #expect(
      lines == [
        "1\t2.5\tthree\tnil\ttrue", "42\t2", #" 1.50|x   |{1, 2, x = {y = "z"}}"#,
        "1|2|    3|4|5|6%",
      ])
  }

  @Test("a wrong argument is named, with the place of the call")
  func arguments() throws {
    let script = try Script()
    let failure = try script.failure("\nhost.add(1, {})")
    #expect(failure.message == "test.lua:2: bad argument #2 to 'add' (number expected, got table)")
    #expect(failure.file == "test.lua")
    #expect(failure.line == 2)
    #expect(failure.kind == .runtime)
    #expect(failure.traceback?.contains("test.lua:2") == true)
  }

  @Test("an error thrown by Swift is caught by pcall")
  func thrown() throws {
    let script = try Script()
    #expect(
      try script.lines("note(pcall(host.fail, 'no'))\nnote(pcall(function() host.fail('no') end))")
        == ["false\tno", "false\ttest.lua:2: no"])
  }

  @Test("a fiber awaits and gets the answer")
  func awaiting() throws {
    let script = try Script()
    let step = try script.run("note(host.sleep(), 'done')")
    let fiber = try #require(step.fiber)
    #expect(script.notebook.lines.isEmpty)
    #expect(
      script.state.resume(fiber) {
        $0.push(7)
        $0.push("x")
      }.isFinished)
    #expect(script.notebook.lines == ["7\tdone"])
  }
}
