import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite struct RunReportTextTests {
  @Test("a run's report reads so")
  func golden() {
    let text = RunReport(sampleRun(), realTime: .milliseconds(213)).text()
    #expect(text == expectedText)
  }

  @Test("no line is wider than asked for, whatever the figures", arguments: [80, 100, 132])
  func widths(width: Int) {
    for run in width < 100 ? [sampleRun(), manyAppsRun(count: 300)] : [sampleRun(), absurdRun()] {
      let text = RunReport(run, realTime: .seconds(86_400)).text(TextStyle(width: width))
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(displayWidth(String(line)) <= width, "\(line)")
      }
    }
  }

  @Test("a report of Android has no tables of what is iOS's alone")
  func android() {
    var run = sampleRun()
    run.platform = .android15
    let text = RunReport(run).text()
    for words in ["\nOpens and exits\n", "\nFreshness\n", "Android 15, fair-share"] {
      #expect(text.contains(words), "\(text)")
    }
    for words in ["pool seconds", "Fetches", "background seconds", "refused", "slot wait "] {
      #expect(!text.contains(words), "\(words) in \(text)")
    }
  }

  @Test("a device that woke once woke once")
  func wokeOnce() {
    #expect(
      RunReport(sampleRun(deviceWakeUps: 1)).text().contains(
        "with no app in front; the device woke once\n"))
  }

  @Test("findings name a script by the path that the reader can open")
  func scriptPaths() throws {
    let run = sampleRun()
    let file = try #require(run.findings.compactMap(\.location?.file).first)
    let text = RunReport(run, scriptPaths: [file: "somewhere/\(file)"]).text()
    #expect(!RunReport(run).text().contains("somewhere/"))
    #expect(text.contains("somewhere/\(file):"))
  }

  @Test("the head says what was set, which run of a store it is, and what its figures leave out")
  func identity() throws {
    let set = RunReport(sampleRun(), settings: [("busy", "3"), ("news", "0.3")])
    #expect(lines(set.text())[2] == "busy=3, news=0.3")
    #expect(set.json.contains("\"busy\": 3,") && set.json.contains("\"news\": 0.3\n"))
    #expect(set.json.contains("\"run\": null,"))
    var run = sampleRun()
    run.warmUp = .hours(24)
    let stored = RunReport(run, stored: ("mine.sqlite", 7, "news=3, learned, seed 2"))
    #expect(
      lines(stored.text())[2]
        == "run 7 of mine.sqlite: news=3, learned, seed 2; without the warm-up of 24 h")
    #expect(stored.json.contains("\"run\": 7,") && stored.json.contains("\"warmUp\": 86400,"))
  }

  @Test("a policy in Lua is named with its file")
  func policyFile() {
    let text = RunReport(sampleRun(), policyFile: "somewhere/p.lua").text()
    #expect(lines(text)[1].contains("\(sampleRun().policy) (somewhere/p.lua), seed"))
  }

  @Test("colours change nothing but the colour, and are left out unless asked for")
  func colors() {
    let plain = RunReport(sampleRun()).text()
    let colored = RunReport(sampleRun()).text(TextStyle(isColored: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.contains("\u{1B}[31m"))
    #expect(colored.replacing(/\x1B\[[0-9]+m/, with: "") == plain)
  }

  @Test("of many apps the busiest are shown and the others summed up, unless all are asked for")
  func manyApps() {
    let run = manyAppsRun(count: 100)
    let some = lines(RunReport(run).text(TextStyle(rows: 20)))
    let isRow = { (line: Substring) in line.hasPrefix("app-") && !line.contains(" others, ") }
    #expect(some.count(where: isRow) == 20)
    #expect(some.contains { $0.hasPrefix("app-100 ") })
    #expect(!some.contains { $0.hasPrefix("app-80 ") })
    // 1 + ... + 80 seconds, and of all 100.
    #expect(some.contains { $0.hasPrefix("80 others") && $0.contains(" 3,240.0 ") })
    #expect(some.contains { $0.hasPrefix("all 100") && $0.contains(" 5,050.0 ") })
    let all = lines(RunReport(run).text(TextStyle(rows: nil)))
    #expect(all.count(where: isRow) == 100)
    #expect(!all.contains { $0.hasPrefix("80 others") })
  }

  @Test("findings of many apps at one line are one entry")
  func manyFindings() {
    let text = RunReport(manyAppsRun(count: 100)).text()
    #expect(text.contains("100 findings\n   100  uncaught error (uncaughtError)\n"))
    #expect(text.contains("a.lua:3: app-1 and 99 others, 100 times, first at 00:00:00.000\n"))
  }

  @Test("names and messages cannot steer the terminal")
  func controlCharacters() {
    let text = RunReport(absurdRun()).text()
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(text.contains("\\x1b[2J"))
  }

  @Test("a run without apps, title and time has a report")
  func empty() {
    let run = RunResult(
      title: "", policy: "nothing", seed: 0, duration: .zero, events: 0,
      fingerprint: Fingerprint(high: 0, low: 0), device: DeviceStatistics(), apps: [], findings: [])
    let text = RunReport(run, realTime: .zero).text()
    #expect(
      text.hasPrefix(
        "A run without a title\niOS 26, nothing, seed 0, 0 s\n\nNo app was killed, and the device saw "
          + "no mistake of an app.\n\nNo apps\n\nFindings: none\n"))
  }

  @Test("work other than fetches is reported by kind, and of fetches alone there is no such table")
  func kinds() {
    var run = sampleRun()
    #expect(!RunReport(run).text().contains("Work by kind"))
    var news = run.apps[0]
    for wait in [60.0, 120] {
      news[.refresh].wait.add(wait)
      news[.refresh].delay.add(wait + 30)
    }
    news[.refresh].late = 1
    news[.refresh].expired = 1
    news[.refresh][.completed] = 1
    run = RunResult(
      title: run.title, policy: run.policy, seed: run.seed, duration: run.duration,
      events: run.events, fingerprint: run.fingerprint, device: run.device,
      apps: [news] + run.apps.dropFirst(), findings: run.findings)
    let text = RunReport(run).text()
    #expect(text.contains("Work by kind"))
    let row = lines(text).first { $0.hasPrefix("refresh tasks") } ?? ""
    #expect(row.split(separator: " ") == ["refresh", "tasks", "2", "2.0m", "1", "1", "1", "0"])
    #expect(RunReport(run).json.contains("\"refreshLate\": 1"))
    #expect(!RunReport(run).json.contains("pushLate"))
  }

  @Test("silent pushes and requests for tasks have tables of their own where there are any")
  func pushesAndRequests() {
    var run = sampleRun()
    let without = RunReport(run)
    #expect(!without.text().contains("Silent pushes"))
    #expect(!without.text().contains("Requests to BGTaskScheduler"))
    #expect(!without.json.contains("pushesSent") && !without.json.contains("taskRequests"))
    var (news, leaky) = (run.apps[0], run.apps[1])
    news.pushes.sent = 14
    news.pushes.delivered = 7
    news.pushes.replaced = 6
    news.pushes.held = 1
    leaky.taskRequests.submitted = 9
    leaky.taskRequests.refusedByReason = [1, 2, 3]
    leaky.taskRequests.revoked = 1
    leaky.taskRequests.pending = 2
    run = RunResult(
      title: run.title, policy: run.policy, seed: run.seed, duration: run.duration,
      events: run.events, fingerprint: run.fingerprint, device: run.device,
      apps: [news, leaky, run.apps[2]], findings: run.findings)
    let text = RunReport(run).text()
    let tables = text.components(separatedBy: "\n\n")
    let pushes = tables.first { $0.hasPrefix("Silent pushes") } ?? ""
    #expect(lines(pushes).last?.split(separator: " ") == ["news", "14", "7", "6", "0", "1"])
    let requests = tables.first { $0.hasPrefix("Requests to BGTaskScheduler") } ?? ""
    #expect(
      lines(requests).last?.split(separator: " ")
        == ["leaky", "9", "1", "2", "3", "0", "0", "1", "2"])
    let json = RunReport(run).json
    #expect(json.contains("\"pushesReplaced\": 6"))
    #expect(json.contains("\"taskRequestsTooMany\": 2"))
    // The device's and the one app's that had any.
    #expect(json.components(separatedBy: "pushesSent").count == 3)
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
}

/// Everything as long and as large as it may come.
private func absurdRun() -> RunResult {
  var app = AppStatistics(name: String(repeating: "アプリ-very-long-name", count: 9) + "\u{1B}[2J")
  app.opens = 1_234_567
  app.granted = .max
  app.used = .max
  app.returned = .max
  app.tasksBegun = 12_345_678
  app[.fetch].byResult = [1_234_567, 1_234_567, 1_234_567, 0]
  app[.fetch].wait.add(1e9)
  app[.fetch].stillWaiting = .max
  app.opensWithContent = 1
  app.staleness.add(9e9)
  app.exits = app.exits.map { _ in 99_999 }
  var device = DeviceStatistics()
  device.pool.initial = .max
  device.pool.available = .max
  device.policyFaults = 3
  device.firstPolicyFault = "fair.lua:3: " + String(repeating: "x", count: 300)
  let finding = Finding(
    rule: .uncaughtError, app: AppID(0),
    location: SourceLocation(file: String(repeating: "folder/", count: 30) + "a.lua", line: 1),
    message: String(repeating: "\u{1B}[2J word", count: 60), firstAt: .distantFuture,
    count: 1_000_000)
  return RunResult(
    title: String(repeating: "A long title ", count: 20), policy: "p\n", seed: .max,
    duration: .max, events: .max, fingerprint: Fingerprint(high: .max, low: .max), device: device,
    apps: [app], findings: [finding])
}

/// App number n used n seconds of background time, and all make the same mistake.
private func manyAppsRun(count: Int) -> RunResult {
  let apps = (1...count).map { number in
    var app = AppStatistics(name: "app-\(number)")
    app.used = .seconds(number)
    return app
  }
  let findings = apps.indices.map { index in
    Finding(
      rule: .uncaughtError, app: AppID(index), location: SourceLocation(file: "a.lua", line: 3),
      message: "attempt to call a nil value", firstAt: .start, count: 1)
  }
  return RunResult(
    title: "many", policy: "fair-share", seed: 1, duration: .hours(1), events: 1,
    fingerprint: Fingerprint(high: 0, low: 0), device: DeviceStatistics(), apps: apps,
    findings: findings)
}

private let expectedText = """
  A morning with three apps
  iOS 26, fair-share, seed 7, 6 h

  leaky was killed 5 times (0x2182bad2): background task never ended, leaky.lua:9: end each task on
    every path; in its expiration handler cancel the work first, and then call endBackgroundTask(id)
    at once
  news was killed once (0x2182bad4): completion handler was never called, news.lua:38: call
    completionHandler(result) on every path out of the method

  Background time
                - background seconds -  ------- tasks -------
  app    opens  granted  used returned  begun expired refused  exits
  news      12  1,140.0  98.8  1,041.2      0       0       0      1
  leaky      5    150.0 150.5      0.0      5       5       2      6
  idle       0      0.0   0.0      0.0      0       0       0      0
  ------------------------------------------------------------------
  all 3     17  1,290.0 249.3  1,041.2      5       5       2      7

  Fetches and freshness
        -------- fetches ---------    slot wait    fresh  - staleness -
  app   new none failed unanswered  mean at end  at open   mean longest
  news   30    4      3          1  1.7m  12.6m      75%  24.4m    2.0h

  Exits by reason
       5  backgroundTaskAssertionTimeout (0x2182bad2): leaky 5
       1  backgroundFetchTimeout (0x2182bad4): news 1
       1  memoryPressure (jetsam): leaky 1

  6 findings
       5  background task never ended (taskNeverEnded)
          ../apps/leaky.lua:9: leaky, 5 times, first at 00:01:35.000
            task "sync" (1) was never ended
          what to do: end each task on every path; in its expiration handler cancel the work first,
            and then call endBackgroundTask(id) at once
       1  completion handler was never called (completionNeverCalled)
          ../apps/news.lua:38: news, once, first at 02:00:30.250
            the completion handler was never called within 30 s
          what to do: call completionHandler(result) on every path out of the method
  'dormouse explain RULE' shows more of each, with a wrong and a right example; 'dormouse why
  SCENARIO' what led to the first exit

  Device
    pool seconds  used 249.3, reserved 0.0, left 1,213.3
                  initial 600.0, refilled 1,175.0, overflowed 312.5
    slots         used 38, held 1.6m
    wake-ups      41 of apps, 33 of them with no app in front; the device woke 29 times
    energy        total 3.2 kJ, cpu 45.0 J, radio 1.8 kJ, base 1.4 kJ; background 845.3 J of these
    battery       used 10%, at end 44%
    network       wifi 12.3 MB, cellular 999 B
    slot waits    p50 12.3s, p95 4.5m, p99 4.9m, starvation 12.6m
    freshness     over time 60%, age 12.5m, age of information 30.0m
    staleness     p50 0s, p95 1.6h, p99 1.9h
    Jain's index  0.624 over the pool's seconds used (apps that asked: 2), 1.000 over work started
                  (apps: 1); never asked: idle
    least share   0.792 of the mean over the pool's seconds used, 1.000 over work started
    decisions     77

  Run
    real time     0.213 s (101,408 times as fast)
    events        12,345
    fingerprint   0123456789abcdef000000000000fedc

  """
