import Device

extension Explanation {
  /// An app written wrong and right, with a test of both: a folder of scripts/examples.
  public struct Example: Sendable {
    private static let scripts = BuiltInScripts()

    private let folder: String
    /// The text of the app that leads to the finding or the exit.
    public let wrong: String
    /// The text of the app that does not, or that can bear it.
    public let right: String
    /// The text of another app on the phone, where there is one.
    public let other: String?
    /// The paragraph at the head of the test.
    let meaning: String
    /// The test without that paragraph.
    public let test: String

    init(_ name: String) {
      folder = "examples/\(name)"
      let scripts = Example.scripts
      wrong = scripts.text(of: "\(folder)/wrong.lua")
      right = scripts.text(of: "\(folder)/right.lua")
      let path = "\(folder)/other.lua"
      other = scripts.contents(of: path) == nil ? nil : scripts.text(of: path)
      let test = CommentedScript(scripts.text(of: "\(folder)/test.lua"))
      meaning = test.comment.joined(separator: " ")
      self.test = test.code
    }

    /// The results of the test for the two apps, a line each: why the processes have ended, the
    /// findings with their lines, and what the app has printed.
    public struct Sighting: Sendable, Equatable {
      public let wrong: [String]
      public let right: [String]
    }

    /// Runs the test of both apps. The result is the same each time.
    public func seen() -> Sighting {
      let path = "\(folder)/test.lua"
      do throws(ScriptError) {
        var request = TestFile.Request(path: path)
        request.standard.failsOn = .note
        let file = try TestFile(request, files: Example.scripts) {
          (name, _) throws(ScriptError) in
          throw ScriptError(at: SourceLocation(file: path, line: 0), "no policy (\(name))")
        }
        return Sighting(
          wrong: Example.lines(of: file.run(0)), right: Example.lines(of: file.run(1)))
      } catch {
        fatalError("Explanation: \(path) cannot be loaded: \(error)")
      }
    }

    private static func lines(of outcome: TestOutcome) -> [String] {
      outcome.failures.map { "\($0.location.map { "\($0): " } ?? "")\($0.message)" }
        + outcome.output
    }
  }
}
