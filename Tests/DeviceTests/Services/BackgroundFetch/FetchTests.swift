import Simulation
import Testing

@testable import Device

@Suite("Background fetch")
struct FetchTests {
  /// An app opened at 0, left at 10, that asks to fetch at this interval and completes at once.
  private func fetcher(
    _ apps: String..., seconds: Double = 2_000, every: Double? = 0, fetch: [Step]? = nil
  ) -> Phone {
    let phone = Phone(seconds: seconds, modes: .fetch)
    phone.scenario.apps = (apps.isEmpty ? ["a"] : apps).map {
      AppConfiguration(name: $0, modes: .fetch)
    }
    for app in phone.scenario.apps {
      phone.on("didFinishLaunching", of: app.name, [.fetchEvery(every)])
      phone.on("performFetch", of: app.name, fetch ?? [.complete(.newData)])
      phone.opens(app.name, at: 0)
    }
    phone.closes(at: 10)
    return phone
  }

  // MARK: F1

  @Test("the minimum interval means the smallest the system supports, 15 minutes")
  func minimumInterval() {
    for every in [0, 60, 900.0] {
      let phone = fetcher(every: every)
      phone.run()
      #expect(phone.timeline("fetch.start") == ["900 fetch.start", "1800 fetch.start"])
    }
  }

  @Test("no fetch starts without a network, whatever the policy says")
  func withoutNetwork() {
    let phone = fetcher()
    phone.network(.none, at: 500)
    phone.network(.cellular, at: 1_200)
    phone.network(.none, at: 1_300)
    phone.device.advance(to: moment(1_000))
    let work = phone.device.standing(of: AppID(0)).work.first { $0.kind == .fetch }
    #expect(work?.ineligibility == [.noNetwork])
    phone.run(until: 3_000)
    #expect(phone.timeline("fetch.start") == ["1200 fetch.start"])
  }

  @Test("a longer interval is kept, counted from when it was set and then from each fetch's begin")
  func longerInterval() {
    let phone = fetcher(every: 1_000, fetch: [.sleep(20), .complete(.noData)])
    phone.run(until: 3_500)
    #expect(phone.timeline("fetch.start") == ["1000 fetch.start", "2000 fetch.start"])
  }

  @Test("setting the same interval again does not start it anew")
  func sameIntervalAgain() {
    let phone = fetcher()
    phone.on("didBecomeActive", [.fetchEvery(0), .after(5, [.fetchEvery(300)])])
    phone.opens(at: 500)
    phone.closes(at: 600)
    phone.run(until: 1_000)
    #expect(phone.timeline("fetch.start") == ["900 fetch.start"])
  }

  @Test("an app never fetches unless it asks to: the default is never, and so is never itself")
  func neverByDefault() {
    let silent = fetcher()
    silent.on("didFinishLaunching", [])
    let never = fetcher(every: nil)
    let changed = fetcher()
    changed.on("didEnterBackground", [.fetchEvery(nil)])
    for phone in [silent, never, changed] {
      phone.run()
      #expect(phone.timeline("fetch.eligible", "fetch.start").isEmpty)
    }
  }

  @Test("without the mode, or with refresh off for device or app, there is no fetch")
  func switchedOff() {
    let noMode = fetcher()
    noMode.scenario.apps[0].modes = []
    let deviceOff = fetcher()
    deviceOff.scenario.device.backgroundRefresh = false
    let appOff = fetcher()
    appOff.scenario.apps[0].backgroundRefresh = false
    for phone in [noMode, deviceOff, appOff] {
      phone.run()
      #expect(phone.timeline("fetch.eligible", "fetch.start").isEmpty)
    }
  }

  @Test("an app in the foreground waits until it has left it")
  func notInForeground() {
    let phone = fetcher()
    phone.opens(at: 20)
    phone.closes(at: 1_000)
    phone.run(until: 1_500)
    #expect(
      phone.timeline("fetch.eligible", "fetch.start") == [
        "1000 fetch.eligible", "1000 fetch.start",
      ])
  }

  @Test("an app is not eligible again while it fetches")
  func notTwiceAtOnce() {
    let phone = fetcher(fetch: [.sleep(20), .complete(.newData)])
    phone.scenario.device.limits.minimumFetchInterval = .seconds(5)
    phone.run(until: 200)
    let starts = phone.sink.records.filter { $0.kind == "fetch.start" }.map(\.seconds)
    #expect(starts == [10, 30, 50, 70, 90, 110, 130, 150, 170, 190])
  }

  @Test("an interval of nothing lets an app fetch again and again, but one fetch at a time")
  func noInterval() {
    let phone = fetcher(fetch: [.sleep(2), .complete(.newData)])
    phone.scenario.device.limits.minimumFetchInterval = .zero
    phone.run(until: 60)
    #expect(phone.figures().fetches(.newData) == 12)
    #expect(phone.fetchesRunning == 0)
  }

  // MARK: F2

  @Test("at most three fetches run at once")
  func concurrentSlots() {
    let phone = fetcher("a", "b", "c", "d", "e", fetch: [.sleep(10), .complete(.newData)])
    phone.run(until: 1_000)
    #expect(
      phone.timeline("fetch.start", of: nil)
        == [900, 900, 900, 910, 910].map { "\($0) fetch.start" })
    #expect(phone.figures("d").slotWait.mean == 10)
  }

  @Test("at most so many fetches start in any rolling window")
  func rollingWindow() {
    let phone = fetcher("a", "b", "c", "d", seconds: 6_000, every: 5_000)
    phone.scenario.device.fetchSlots.starts = 2
    phone.scenario.device.fetchSlots.window = .seconds(100)
    phone.run()
    let starts = phone.sink.records.filter { $0.kind == "fetch.start" }.map(\.seconds)
    #expect(starts == [5_000, 5_000, 5_100, 5_100])
    #expect(phone.policy.reviews.count == 2)
  }

  @Test("the policy picks among the eligible apps, in its own order")
  func policyPicks() {
    let phone = fetcher("a", "b", "c")
    phone.scenario.device.fetchSlots.concurrent = 1
    phone.policy.choose = { candidates, slots, _ in
      WorkDecision(candidates.reversed().prefix(slots).map { $0.app.id })
    }
    phone.run(until: 950)
    let starts = phone.sink.records.filter { $0.kind == "fetch.start" }.compactMap(\.app)
    #expect(starts == ["c", "b", "a"])
  }

  // MARK: F3

  @Test("a suspended app is resumed in the background, a dead one launched into it")
  func resumedOrLaunched() {
    let phone = fetcher()
    phone.on("performFetch", [.logState, .complete(.newData)])
    phone.run(until: 950)
    #expect(
      phone.timeline("app.state").suffix(2) == [
        "900 suspended→background", "900 background→suspended",
      ])
    let dead = fetcher()
    dead.crashes(after: 1)
    dead.run(until: 950)
    #expect(
      dead.timeline("app.state").suffix(2) == [
        "900 notRunning→background", "900 background→suspended",
      ])
    #expect(dead.story().suffix(2) == ["900 didFinishLaunching", "900 performFetch"])
    #expect(dead.result.device.wakeUps == 1)
  }

  @Test("an app still running in the background gets performFetch where it is")
  func alreadyInBackground() {
    let phone = fetcher()
    phone.scenario.device.limits.minimumFetchInterval = .seconds(5)
    phone.on("didEnterBackground", [.begin("t"), .after(8, [.end("t")])])
    phone.run(until: 14)
    #expect(phone.timeline("app.callback").last == "10 performFetch")
    #expect(phone.state() == .background)
  }

  // MARK: F4

  @Test("the handler has 30 s from the pool; what is left goes back, and the app is suspended")
  func thirtySeconds() {
    let phone = fetcher(fetch: [.logRemaining, .sleep(12), .logRemaining, .complete(.newData)])
    phone.run(until: 950)
    #expect(
      phone.timeline("budget.grant", "budget.return", "app.log", "fetch.complete") == [
        "900 grant 30", "900 30", "912 18", "912 complete newData 12", "912 return 18",
      ])
    #expect(phone.timeline("app.state").last == "912 background→suspended")
    #expect(phone.figures().used == .seconds(12))
  }

  @Test("each result is counted", arguments: FetchResult.allCases)
  func results(result: FetchResult) {
    let phone = fetcher(fetch: [.complete(result)])
    phone.run(until: 950)
    #expect(phone.figures().fetches(result) == 1)
    #expect(phone.figures().fetches == 1)
    #expect(FetchResult.allCases.map(\.rawValue) == [0, 1, 2])
  }

  @Test("an open task keeps the app running after the fetch; one reservation covers both")
  func tasksOutliveFetch() {
    let phone = fetcher(
      fetch: [.begin("t"), .sleep(10), .complete(.newData), .sleep(5), .end("t")])
    phone.run(until: 950)
    #expect(phone.timeline("app.state").last == "915 background→suspended")
    #expect(phone.result.device.pool.used == .seconds(15))
    #expect(phone.figures().granted == .seconds(30))
  }

  @Test("a fetch while tasks are open extends the reservation to its own limit")
  func fetchWhileTasksOpen() {
    let phone = fetcher(fetch: [.sleep(25), .complete(.newData)])
    phone.scenario.device.limits.minimumFetchInterval = .seconds(20)
    phone.on("didEnterBackground", [.begin("t"), .after(29, [.end("t")])])
    phone.run(until: 300)
    // Task 10 to 39; fetch 20 to 45: used 35 s as one stretch.
    #expect(phone.timeline("fetch.complete").first == "45 complete newData 25")
    #expect(phone.timeline("budget.return").first == "45 return 5")
    #expect(phone.timeline("app.exit").isEmpty)
  }

  @Test("a fetch needs its whole time in the pool to start")
  func wholeTimeInPool() {
    let phone = fetcher()
    phone.scenario.device.pool.initial = .seconds(29)
    phone.scenario.device.pool.refill = .seconds(1)
    phone.scenario.device.pool.refillEvery = .seconds(1_000)
    phone.run()
    #expect(phone.timeline("fetch.start").first == "1000 fetch.start")
  }

  // MARK: F5

  @Test("completion never called: at the limit the finding, then exit backgroundFetchTimeout")
  func neverCalled() throws {
    let phone = fetcher(fetch: [])
    phone.run(until: 950)
    #expect(
      phone.timeline("fetch.timeout", "finding", "app.exit") == [
        "930 fetch.timeout", "930 finding completionNeverCalled",
        "930 exit backgroundFetchTimeout",
      ])
    #expect(phone.figures().fetchesUnanswered == 1)
    let finding = try #require(phone.findings(.completionNeverCalled).first)
    #expect(finding.message == "completion handler was never called")
    #expect(finding.location == SourceLocation(file: "test", line: 7))
  }

  @Test("a fetch that waits for a server at its limit is told so, and ends as any other")
  func waitsForServer() throws {
    let phone = fetcher(fetch: [.request("https://slow/")])
    phone.server("slow", latency: 50)
    phone.run(until: 950)
    #expect(phone.timeline("app.exit") == ["930 exit backgroundFetchTimeout"])
    #expect(phone.findings(.completionNeverCalled).isEmpty)
    let finding = try #require(phone.findings(.completionWaitsForServer).first)
    #expect(
      finding.message.hasPrefix(
        "completion handler was not called within 30 s: a request to https://slow/"))
    #expect(finding.rule.kind == .risk)
  }

  @Test("completion called twice is an uncaught exception")
  func calledTwice() throws {
    let phone = fetcher(fetch: [.begin("t"), .complete(.newData), .sleep(1), .complete(.newData)])
    phone.run(until: 950)
    #expect(phone.timeline("app.exit") == ["901 exit uncaughtException"])
    let finding = try #require(phone.findings(.completionCalledTwice).first)
    #expect(finding.message.contains("you can't call -sendResponse: twice"))
    #expect(phone.result.findings.count == 1)
    #expect(phone.figures().fetches == 1)
  }

  @Test("a fetch that takes over nine tenths of its limit is a finding", arguments: [27.0, 28, 30])
  func nearLimit(seconds: Double) {
    let phone = fetcher(fetch: [.sleep(seconds), .complete(.newData)])
    phone.run(until: 950)
    let messages = phone.findings(.fetchNearLimit).map(\.message)
    #expect(messages == (seconds == 28 ? ["the fetch took 28 s of the 30 s that it may"] : []))
    // The user sees the app: it has no limit any more.
    let opened = fetcher(fetch: [.sleep(seconds), .complete(.newData)])
    opened.opens(at: 905)
    opened.run(until: 950)
    #expect(opened.timeline("fetch.complete").count == 1)
    #expect(opened.findings(.fetchNearLimit).isEmpty)
  }

  @Test("the results are 0, 1 and 2; no other value is one")
  func onlyThreeResults() {
    #expect(FetchResult(rawValue: 3) == nil)
    #expect(FetchResult(rawValue: -1) == nil)
  }

  @Test("a fetch that hangs the main thread ends at the callback's limit, without a result")
  func hangingFetch() {
    let phone = fetcher(fetch: [.complete(.newData)])
    phone.crashes(after: 1)
    phone.on("performFetch", [.work(40)])
    phone.run(until: 950)
    #expect(phone.timeline("app.exit").last == "920 exit watchdog")
    #expect(phone.figures().fetchesUnanswered == 1)
    #expect(phone.result.device.pool.reserved == .zero)
  }

  // MARK: F6

  @Test("time taken and result are told to the policy, and weigh in its next snapshot")
  func policyIsTold() throws {
    let phone = fetcher(fetch: [.sleep(4), .complete(.failed)])
    phone.run()
    let told = phone.policy.outcomes.compactMap { outcome -> String? in
      guard case .work(_, _, let at, let result, let took) = outcome else { return nil }
      return "\(text(at.seconds)) \(result?.name ?? "none") \(text(took.seconds))"
    }
    #expect(told == ["904 failed 4", "1804 failed 4"])
    let last = try #require(phone.policy.candidates.last?.first?.app)
    #expect(last.failuresInARow == 1)
    #expect(last.lastFetchResult == .failed)
    #expect(last.used == .seconds(4))
    #expect(last.lastFetchBegan == moment(900))
  }

  @Test("a fetch that dies is told without a result and counts as a failure")
  func deathIsTold() throws {
    let phone = fetcher(fetch: [.sleep(4), .fail(.uncaughtException)])
    phone.run()
    #expect(try #require(phone.policy.candidates.last?.first?.app).failuresInARow == 1)
    #expect(phone.figures().fetchesUnanswered == 2)
  }

  // MARK: F7

  @Test("a fetching app that the user opens goes to the foreground and fetches on without a limit")
  func openedWhileFetching() {
    let phone = fetcher(fetch: [.logRemaining, .sleep(100), .complete(.newData)])
    phone.opens(at: 910)
    phone.run(until: 1_100)
    #expect(
      phone.timeline("budget.return", "fetch.complete", "app.exit", "finding") == [
        "910 return 20", "1000 finding completionCalledLate", "1000 complete newData 100",
      ])
    #expect(phone.state() == .active)
    #expect(phone.figures().slotTime == .seconds(10))
    #expect(phone.result.device.pool.used == .seconds(10))
  }

  @Test("the slot of a fetch that goes on in the foreground is free for others")
  func detachedFreesSlot() {
    let phone = fetcher("a", "b", fetch: [.sleep(25), .complete(.newData)])
    phone.scenario.device.fetchSlots.concurrent = 1
    phone.opens("a", at: 910)
    phone.run(until: 950)
    #expect(phone.timeline("fetch.start", of: "b") == ["910 fetch.start"])
  }

  @Test("an app opened while it is launched for a fetch comes to the front and fetches there")
  func openedWhileLaunching() {
    let phone = fetcher(fetch: [.logState, .sleep(1), .complete(.newData)])
    phone.crashes(after: 3)
    phone.on("load", [.work(5)])
    phone.opens(at: 906)
    phone.closes(at: 907)
    phone.run(until: 950)
    #expect(
      phone.timeline("app.callback").suffix(6) == [
        "910 didFinishLaunching", "910 performFetch", "910 willEnterForeground",
        "910 didBecomeActive", "910 willResignActive", "910 didEnterBackground",
      ])
    #expect(phone.timeline("fetch.complete") == ["911 complete newData 6"])
  }
}
