import Device

extension Explanation {
  /// What is seen of the two sides of an example, a line each: why the processes have ended, the
  /// findings with their lines, and what the app has printed.
  public struct Sighting: Sendable, Equatable {
    public let wrong: [String]
    public let right: [String]
  }

  /// Runs both sides of the example. It says the same each time.
  public func rehearsed() -> Sighting {
    var files = ["test.lua": example.test, "wrong.lua": example.wrong.script]
    files["right.lua"] = example.right.script
    files["other.lua"] = example.other
    do throws(ScriptError) {
      let file = try TestFile(TestFile.Request(path: "test.lua"), files: ScriptTexts(files)) {
        (name, _) throws(ScriptError) in
        throw ScriptError(at: SourceLocation(file: "test.lua", line: 0), "no policy (\(name))")
      }
      return Sighting(
        wrong: Explanation.lines(of: file.run(0)), right: Explanation.lines(of: file.run(1)))
    } catch {
      fatalError("Explanation: the example of \(name) cannot be loaded: \(error)")
    }
  }

  private static func lines(of outcome: TestOutcome) -> [String] {
    outcome.failures.map { "\($0.location.map { "\($0): " } ?? "")\($0.message)" } + outcome.output
  }
}

extension Explanation.Example {
  /// Two tests, which expect nothing and tell what they see.
  fileprivate var test: String { test("wrong", wrong) + test("right", right) }

  private func test(_ name: String, _ side: Side) -> String {
    """
    test("\(name)", function(t)
      local phone = t:device { \(device) }
      \(world)
      local keys = { \(side.keys) }
      keys.id = "app"
      local app = phone:install("\(name).lua", keys)
      \(side.steps)
      app:tell()
      for _, line in ipairs(app.log) do print("  it prints: " .. line) end
    end)

    """
  }
}
