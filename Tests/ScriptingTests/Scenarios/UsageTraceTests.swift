import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Scenarios from recordings")
struct UsageTraceScenarioTests {
  private let text = """
    local trace = usage.trace { file = "rec/u.csv", format = "csv" }
    local apps = {}
    for i, used in ipairs(trace.apps) do
      apps[i] = app { id = used.name, script = "app.lua", options = { opens = used.opens } }
    end
    return scenario { title = trace.apps[1].label, duration = trace.span, startsAt = trace.startsAt,
      apps = apps, user = trace }
    """
  private let recording = """
    2024-01-01 08:00:00,Big News,opened
    2024-01-01 08:01:00,Big News,closed
    2024-01-01 08:05:00,Mail,opened
    2024-01-01 08:06:00,Mail,closed
    2024-01-01 09:00:00,Big News,opened
    2024-01-01 09:30:00,Big News,closed

    """

  @Test("have the apps, the span and the opens of the recording")
  func good() throws {
    let loaded = try load(text, with: ["rec/u.csv": recording])
    let scenario = loaded.scenario
    #expect(scenario.apps.map(\.name) == ["big-news", "mail"] && scenario.title == "Big News")
    #expect(scenario.startsAt == .hours(8) && scenario.duration == .minutes(90))
    #expect(loaded.appScripts.map { $0.options["opens"] } == [.integer(2), .integer(1)])
    #expect(scenario.user.map(\.at.seconds) == [0, 60, 300, 360, 3_600])
    #expect(scenario.user[2].kind == .open(AppID(1)))
  }

  @Test("refuse a recording that is cut off, at the row where it ends")
  func cut() {
    let found = problems(of: text, with: ["rec/u.csv": String(recording.dropLast(20))])
    #expect(
      found.hasPrefix("s.lua:1: usage.trace: rec/u.csv:6: the file ends in the middle of a row ("))
  }

  @Test(
    "report a recording that is no recording, at the line of the call",
    arguments: ["", "hello", "2024-01-01 08:00:00,News,opend\n", "\u{1f}\u{8b}"])
  func bad(recording: String) {
    let found = problems(of: text, with: ["rec/u.csv": recording])
    #expect(found.hasPrefix("s.lua:1: usage.trace: rec/u.csv"), "\(found)")
    #expect(!found.contains("\n"))
  }
}
