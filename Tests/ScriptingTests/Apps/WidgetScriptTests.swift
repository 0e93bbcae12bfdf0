import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Widgets of scripted apps")
struct WidgetScriptTests {
  /// An app with the widget "steps", opened at 1 and left at 10.
  private func run(_ source: String, hours: Int = 2) throws -> ScriptRun.Outcome {
    var run = ScriptRun(.hours(hours))
    run.add(source)
    run.scenario.apps[0].widget = "steps"
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    return try run.result()
  }

  @Test("a provider gives timelines at the moments that their policies name")
  func provider() throws {
    let outcome = try run(
      """
      local provider = { count = 0 }
      function provider:getTimeline(context, completion)
        self.count = self.count + 1
        NSLog("timeline %d %@", self.count, context.isPreview)
        local now = os.time()
        completion(Timeline {
          entries = { { date = now, text = "a" }, { date = now + 1800, text = "b" } },
          policy = self.count == 1 and TimelineReloadPolicy.atEnd
            or self.count == 2 and TimelineReloadPolicy.after(now + 3600)
            or TimelineReloadPolicy.never,
        })
      end
      local delegate = {}
      function delegate:didFinishLaunching(application, options)
        StaticConfiguration("steps", provider)
      end
      return delegate
      """, hours: 6)
    #expect(
      outcome.timedLogs() == [
        "1 timeline 1 false", "1801 timeline 2 false", "5401 timeline 3 false",
      ])
    #expect(outcome.run.apps[0].widget.timelines == 3 && outcome.run.apps[0].widget.free == 1)
    #expect(outcome.findings == [] && outcome.exits() == [])
  }

  @Test("WidgetCenter asks for a timeline now, of one kind or of all")
  func widgetCenter() throws {
    let outcome = try run(
      """
      StaticConfiguration("steps", {
        getTimeline = function(self, context, completion)
          print("asked")
          completion(Timeline { entries = { { date = os.time() } }, policy = TimelineReloadPolicy.never })
        end,
      })
      return {
        didBecomeActive = function()
          DispatchQueue.main:asyncAfter(1, function()
            WidgetCenter.shared:reloadTimelines("other")
            WidgetCenter.shared:reloadTimelines("steps")
          end)
          DispatchQueue.main:asyncAfter(2, function() WidgetCenter.shared:reloadAllTimelines() end)
        end,
      }
      """)
    #expect(outcome.timedLogs() == ["1 asked", "2 asked", "3 asked"])
  }

  /// What is wrong, and the message, without its place.
  static let mistakes: [(source: String, message: String)] = [
    (
      #"StaticConfiguration("steps")"#,
      "bad argument #2 to 'StaticConfiguration' (a provider expected, a table with a method "
        + "getTimeline(context, completion), got no value)"
    ),
    (
      #"StaticConfiguration("steps", { getTimeline = 1 })"#,
      "bad argument #2 to 'StaticConfiguration' (a provider expected"
    ),
    (
      "Timeline { entries = {}, policy = TimelineReloadPolicy.atEnd }",
      "Timeline: entries: a list of 1 to 10000 entries expected, got 0"
    ),
    (
      "Timeline { policy = TimelineReloadPolicy.atEnd }",
      "Timeline: entries: a list of 1 to 10000 entries expected, got nil"
    ),
    (
      "Timeline { entries = { { text = 'a' } }, policy = TimelineReloadPolicy.atEnd }",
      "Timeline: entry 1 has no date; give it { date = os.time() + 60, ... }"
    ),
    (
      "Timeline { entries = { { date = os.time() } }, policy = 'soon' }",
      "Timeline: policy: TimelineReloadPolicy.atEnd, .after(date) or .never expected, got \"soon\""
    ),
    (
      "Timeline { entries = { { date = os.time() } }, reload = 1 }",
      "Timeline: unknown field (reload); its fields are entries, policy"
    ),
    (
      "TimelineReloadPolicy.after(0/0)",
      "bad argument #1 to 'after' (a date expected, got nan)"
    ),
  ]

  @Test(
    "what is no provider, no timeline or no policy is an error at its line", arguments: mistakes)
  func isAnError(source: String, message: String) throws {
    let outcome = try run("print('here')\n\(source)\nreturn {}")
    #expect(outcome.exits() == ["uncaughtException"])
    let found = try #require(outcome.messages.first)
    #expect(found.contains(message), "\(found)")
    #expect(outcome.findings.first == "uncaughtError app.lua:2")
  }

  @Test("a completion takes a Timeline only")
  func badCompletion() throws {
    let outcome = try run(
      """
      StaticConfiguration("steps", {
        getTimeline = function(self, context, completion)
          completion({ entries = {} })
        end,
      })
      return {}
      """)
    #expect(outcome.findings.first == "uncaughtError app.lua:3")
    #expect(
      outcome.messages.first?.contains("the completion of getTimeline got a table") == true
        || outcome.messages.first?.contains("give it a Timeline { ... }") == true)
  }

  @Test("iOS 13 has no widgets")
  func versions() throws {
    var run = ScriptRun(app: #"StaticConfiguration("steps", { getTimeline = print }) return {}"#)
    run.scenario.device = DeviceConfiguration(.iOS13)
    #expect(
      try run.result().messages.first?.contains("WidgetKit came with iOS 14; this device is iOS 13")
        == true)
  }
}
