import Simulation
import Testing

@testable import Device

@Suite("Widgets: timelines as work with a budget of reloads (W1 to W6)")
struct WidgetTests {
  private static let place = SourceLocation(file: "test", line: 1)

  /// An app with a widget, whose provider does `steps`; opened at 0, left at 10.
  private func phone(
    seconds: Double = 10_000, modes: BackgroundModes = [],
    _ steps: [Step] = [complete(every: 1_000)]
  ) -> Phone {
    let phone = Phone(seconds: seconds, modes: modes)
    phone.scenario.apps[0].widget = "w"
    phone.scenario.device.pool.capacity = .hours(10)
    phone.scenario.device.limits.suspensionDelay = .seconds(1)
    phone.on("didFinishLaunching", [Self.provide])
    phone.on("getTimeline", steps)
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  private static var provide: Step { .run { $0.application.provideTimeline(ofKind: "w") } }

  /// Gives a timeline of one entry, now, and wants the next after so long.
  private static func complete(every seconds: Double?) -> Step {
    .run { behavior in
      guard let reload = behavior.reload else { return }
      let now = behavior.application.now
      let next = seconds.map { WidgetTimeline.Reload.after(now + .seconds($0)) } ?? .never
      behavior.application.completeTimeline(
        reload, WidgetTimeline(entries: [now], reload: next), at: place)
    }
  }

  private static var reload: Step { .run { $0.application.reloadTimelines(ofKind: "w") } }

  // MARK: W1

  @Test("the provider is asked in front for nothing, then as work that the policy starts")
  func asked() {
    let phone = phone(seconds: 2_500)
    phone.run()
    #expect(
      phone.timeline("widget.timeline", "work.eligible", "work.start", "app.callback").filter {
        !$0.hasSuffix("ve") && !$0.hasSuffix("Background")
      } == [
        "0 didFinishLaunching", "0 getTimeline", "0 widget.timeline", "1000 work.eligible",
        "1000 work.start", "1000 getTimeline", "1000 widget.timeline", "2000 work.eligible",
        "2000 work.start", "2000 getTimeline", "2000 widget.timeline",
      ])
    let figures = phone.figures()
    #expect(figures.widget.timelines == 3 && figures.widget.free == 1)
    #expect(figures[.widget].started == 2 && figures[.widget].completed == 2)
  }

  @Test("a policy that starts nothing lets the timeline grow old")
  func refusedByThePolicy() {
    let phone = phone(seconds: 5_000)
    phone.policy.choose = { _, _, _ in WorkDecision() }
    phone.run()
    #expect(phone.timeline("work.start") == [])
    #expect(phone.figures().widget.age == 2_500)
    #expect(phone.figures()[.widget].stillWaiting == .seconds(4_000))
  }

  @Test("a dead app is launched into the background for its widget")
  func launched() {
    let phone = phone(seconds: 1_900)
    phone.on("didBecomeActive", [.after(5, [.fail(.uncaughtException)])])
    phone.run()
    #expect(phone.timeline("app.state").contains("1000 notRunning→background"))
    #expect(phone.timeline("widget.timeline").last == "1000 widget.timeline")
  }

  @Test("after a force-quit the widget is not reloaded until the app is opened")
  func forceQuit() {
    let phone = phone(seconds: 3_900)
    phone.forceQuits(at: 500)
    phone.opens(at: 3_000)
    phone.run()
    #expect(phone.timeline("work.start") == [])
    #expect(phone.timeline("widget.timeline") == ["0 widget.timeline", "3000 widget.timeline"])
  }

  // MARK: W2

  @Test("each widget has a budget of its own; what finds it spent waits for the next refill")
  func budget() {
    let phone = phone(seconds: 7_000, [Self.complete(every: 100)])
    phone.scenario.device.widgets.budget = DailyBudget(
      capacity: 2, refill: 1, every: .seconds(2_000))
    phone.scenario.device.widgets.interval = .seconds(100)
    phone.run()
    #expect(
      phone.timeline("work.start", "widget.refuse") == [
        "100 work.start", "200 work.start", "300 widget.refuse", "2000 work.start",
        "2100 widget.refuse", "4000 work.start", "4100 widget.refuse", "6000 work.start",
        "6100 widget.refuse",
      ])
    #expect(phone.figures().widget.refused == 4)
  }

  @Test("the budget may differ over the day: none is added at night")
  func budgetByTime() {
    let phone = phone(seconds: 7_000, [Self.complete(every: 100)])
    var night = DailyBudget<Int>.Part()
    night.hours = DayPart(from: .seconds(1_000), to: .seconds(5_000))
    night.refill = 0
    phone.scenario.device.widgets.budget = DailyBudget(
      capacity: 1, refill: 1, every: .seconds(2_000))
    phone.scenario.device.widgets.budget.byTime = [night]
    phone.scenario.device.widgets.interval = .seconds(100)
    phone.run()
    #expect(phone.timeline("work.start") == ["100 work.start", "6000 work.start"])
  }

  @Test("by default a widget that always wants a new timeline gets 40 to 70 a day, 15 min apart")
  func aDay() {
    let phone = phone(seconds: 86_400, [Self.complete(every: 60)])
    phone.run()
    let starts = phone.figures()[.widget].started
    #expect((40...70).contains(starts), "\(starts)")
    let moments = phone.sink.records.filter { $0.kind == "work.start" }.map(\.seconds)
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 >= 900 })
  }

  // MARK: W3

  @Test("what the app asks for in front, or while it plays, is given at once and costs nothing")
  func free() {
    let phone = phone(seconds: 500, modes: .audio, [Self.complete(every: nil)])
    phone.scenario.device.widgets.budget = DailyBudget(capacity: 0, refill: 0, every: nil)
    let play = Step.run { $0.application.setAudioActive(true, at: Self.place) }
    phone.on("didBecomeActive", [play, .timer("t", every: 100, [Self.reload])])
    phone.run()
    #expect(
      phone.timeline("widget.timeline")
        == [0, 100, 200, 300, 400, 500].map {
          "\($0) widget.timeline"
        })
    #expect(phone.figures().widget.free == 6 && phone.figures().widget.refused == 0)
  }

  @Test("a reload in front that the app is left in comes later, from the budget")
  func leftMeanwhile() {
    let phone = phone(seconds: 1_000, [.sleep(60), Self.complete(every: nil)])
    phone.run()
    #expect(phone.timeline("work.start") == ["911 work.start"])
    #expect(
      phone.timeline("finding").filter { !$0.hasSuffix("workCutOff") } == [
        "941 finding completionTooLate"
      ])
  }

  // MARK: W4, W5

  @Test("of entries that have passed the next timeline is wanted no sooner than the interval")
  func entriesInThePast() {
    let steps = Step.run { behavior in
      guard let reload = behavior.reload else { return }
      behavior.application.completeTimeline(
        reload, WidgetTimeline(entries: [.start, .start - .hours(1)], reload: .atEnd),
        at: Self.place)
    }
    let phone = phone(seconds: 2_000, [steps])
    phone.run()
    #expect(
      phone.timeline("widget.timeline") == [
        "0 widget.timeline", "900 widget.timeline", "1800 widget.timeline",
      ])
  }

  @Test("a timeline that wants no other is shown until the app asks")
  func never() {
    let phone = phone(seconds: 4_000, [Self.complete(every: nil)])
    phone.on("willEnterForeground", [Self.reload])
    phone.opens(at: 3_000)
    phone.run()
    #expect(phone.timeline("widget.timeline") == ["0 widget.timeline", "3000 widget.timeline"])
  }

  // MARK: W6

  @Test("a completion that is never called ends nothing; the provider is asked again later")
  func neverCompleted() {
    let phone = phone(seconds: 3_000, [])
    phone.run()
    #expect(
      phone.timeline("work.start", "finding", "app.exit", "work.end") == [
        "911 work.start", "941 finding completionNeverCalled", "941 end widget expired",
        "1841 work.start", "1871 finding completionNeverCalled", "1871 end widget expired",
        "2771 work.start", "2801 finding completionNeverCalled", "2801 end widget expired",
      ])
    #expect(phone.figures()[.widget].expired == 3)
    #expect(phone.state() == .suspended)
  }

  @Test("a completion that is called twice is a finding and changes nothing")
  func completedTwice() {
    let phone = phone(
      seconds: 100, [Self.complete(every: nil), Self.complete(every: 50)])
    phone.run()
    #expect(phone.timeline("finding") == ["0 finding completionCalledTwice"])
    #expect(phone.figures().widget.timelines == 1)
  }

  @Test("an app that has a widget and provides no timeline is told so at its launch")
  func noProvider() {
    let phone = phone(seconds: 100)
    phone.on("didFinishLaunching", [])
    phone.run()
    #expect(phone.timeline("finding") == ["0 finding modeWithoutMethod"])
    #expect(phone.timeline("widget.timeline", "work.eligible") == [])
  }
}
