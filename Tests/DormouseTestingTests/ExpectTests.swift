import Device
import DormouseTesting
import Synchronization
import Testing

@Suite("What a test in Swift tells of an app that does wrong")
struct ExpectTests {
  /// The issues that `body` records, as file, line and text.
  private func issues(_ body: () -> Void) -> [(file: String, line: Int, text: String)] {
    let issues = Mutex<[(file: String, line: Int, text: String)]>([])
    withKnownIssue {
      body()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      let location = issue.sourceLocation
      issues.withLock { $0.append((location?.fileName ?? "", location?.line ?? 0, text)) }
      return true
    }
    return issues.withLock { $0 }
  }

  private func leak() -> (Phone, Phone.App) {
    let phone = Phone(os: .iOS18, scripts: "Apps")
    phone.server("photos.example") {
      $0.latencyMedian = .seconds(40)
      $0.latencyP95 = .seconds(41)
    }
    let app = phone.install("leaky.lua")
    app.open()
    app.home()
    phone.advance(.minutes(1))
    return (phone, app)
  }

  @Test("a finding is told at the line of the script, with what to do about it")
  func findings() throws {
    let (_, app) = leak()
    let line = #line + 1
    let issues = issues { expect(app, .endsItsTasks, "at night") }
    #expect(issues.map(\.file) == ["leaky.lua"])
    #expect(issues.map(\.line) == [4])
    let text = try #require(issues.first?.text)
    #expect(
      text.hasPrefix(
        """
        expected leaky to end its background tasks
        seen     background task 1 "upload" was not ended in time: a request to \
        https://photos.example/upload, begun at leaky.lua:5, was still under way at the deadline, at \
        00:00:30.000
        expected at ExpectTests.swift:\(line):33
        what to do: end each task on every path; in its expiration handler cancel the work \
        first, and then call endBackgroundTask(id) at once (taskNeverEnded)
        at night
        the phone's trace until 00:01:00.000

        """))
    #expect(text.contains("app.exit"))
  }

  @Test("what no finding is behind is told at the line of the expectation")
  func withoutFindings() {
    let (phone, app) = leak()
    let line = #line + 1
    let issues = issues { expect(app, .survives) }
    #expect(issues.count == 1)
    #expect(issues[0].file == "ExpectTests.swift")
    #expect(issues[0].line == line)
    #expect(
      issues[0].text.hasPrefix(
        "expected leaky to survive\n"
          + "seen     killed by backgroundTaskAssertionTimeout (0x2182bad2)\nwhat to do: "))
    app.open()
    app.home()
    let open = self.issues { expect(phone, .endsItsTasks) }
    #expect(open.count == 1)
  }

  @Test("a task that is open now is not ended yet")
  func openNow() {
    let phone = Phone(os: .iOS18, scripts: "Apps")
    phone.server("photos.example") { $0.latencyP95 = .seconds(60) }
    let app = phone.install("leaky.lua")
    app.open()
    app.home()
    let issues = issues { expect(phone, .endsItsTasks) }
    #expect(issues.count == 1)
    #expect(issues[0].text.contains("seen     open now: upload"))
    expect(app, .completesItsWork)
    expect(app, .hasNoFindings)
    expect(app, .hasNoFindings(.note))
  }

  @Test("a bug that is known can be expected, at its line, and expectations can be one's own")
  func ownExpectations() {
    let (_, app) = leak()
    expect(app, .hasFinding(.taskNeverEnded))
    expect(app, .hasFinding(.taskNeverEnded, line: 4))
    let issues = issues { expect(app, .hasFinding(.taskEndedTwice, line: 4)) }
    #expect(issues.count == 1)
    #expect(issues[0].text.contains("seen     findings: taskNeverEnded at leaky.lua:4: "))
    let logs = AppExpectation("log something") { $0.log.isEmpty ? [.init("no line")] : [] }
    let own = self.issues { #expect(!expect(app, logs)) }
    #expect(own[0].text.hasPrefix("expected leaky to log something\nseen     no line\n"))
  }

  @Test("#expect shows an app with its state, exits and findings")
  func description() {
    let (_, app) = leak()
    #expect(
      app.testDescription.hasPrefix(
        "leaky (notRunning; killed by backgroundTaskAssertionTimeout; "
          + "taskNeverEnded at leaky.lua:4: background task 1 \"upload\" was not ended in time: "))
  }

  @Test("a verb that cannot be done is told at its line once, and the phone stands still")
  func impossibleVerbs() {
    let (phone, app) = leak()
    let line = #line + 2
    let issues = issues {
      app.home()
      app.home()
      phone.advance(.hours(1))
      app.open()
      expect(app, .survives)
    }
    #expect(issues.count == 1)
    #expect(issues[0].line == line)
    #expect(
      issues[0].text.hasPrefix(
        "home: leaky is not in front (notRunning); its last process was killed by "
          + "backgroundTaskAssertionTimeout; open it first, or write phone.home()\n"
          + "the phone's trace until 00:01:00.000"))
    #expect(phone.now == .minutes(1))
    #expect(app.state == .notRunning)
  }

  @Test(
    "mistakes of a test are told in words",
    arguments: [
      ("file", "no such file (\"gone.lua\"); name a .lua file, relative to the test"),
      ("name", "an app of this id is there already (\"saver\"); give another id"),
      ("late", "install: the phone is in use already; give it its apps before its first verb"),
      ("mode", "modes: \"processing\": BGTaskScheduler came with iOS 13"),
      ("syntax", "broken.lua:2: "),
      ("policy", "policy: there is no such policy (ios-lik); did you mean ios-like?"),
      ("event", "no such event (\"task.begn\"); did you mean \"task.begin\"?"),
      ("never", "expected push.arrive of saver within 60 s; it did not come"),
      ("fetch", "grantFetch: saver can have no fetch now: "),
      ("transfers", "grantTransfers: saver cannot be started for transfers now: no transfer "),
      ("widget", "grantReload: the widget of saver cannot be reloaded now: its widget is to be "),
      ("battery", "battery: out of range (1.5); give a level from 0 to 1"),
      ("span", "advance: -"),
      ("inner", "no time can pass in an action of after, which is called at its moment; "),
      ("figure", "figure: no such figure (\"fetch new\"); did you mean \"fetches new\"?"),
      ("status", "status: no status (99); give one from 100 to 599, as 401"),
      ("server", "server: invalid settings (\"a.example\"); give "),
      ("priority", "push: only FCM's, on Android, has a priority"),
      ("aps", "push: the system's own (\"aps\"); leave it out: it is always there"),
      ("task", "launchTask: \"refresh\" of saver cannot begin now: no request of it is pending; "),
      ("age", "the phone's time is over (3650 days); let less time pass"),
    ])
  func mistakes(what: String, message: String) {
    let issues = issues {
      let phone = Phone(
        os: what == "mode" ? .iOS7 : .iOS18, policy: what == "policy" ? "ios-lik" : .whatIsAsked,
        scripts: "Apps")
      let server = phone.server("a.example") { if what == "server" { $0.bytesPerSecond = 0 } }
      let app = phone.install(
        what == "file" ? "gone.lua" : what == "syntax" ? "broken.lua" : "saver.lua",
        modes: what == "mode" ? [.processing] : [.remoteNotification])
      switch what {
      case "name": phone.install("saver.lua")
      case "late":
        app.open()
        phone.install("leaky.lua")
      case "syntax", "policy": app.open()
      case "event": app.after("task.begn", .zero) {}
      case "never": app.advance(until: "push.arrive", within: .minutes(1))
      case "fetch": app.grantFetch()
      case "transfers": app.grantTransfers()
      case "widget": app.grantReload()
      case "battery": phone.battery(1.5)
      case "span": phone.advance(.zero - .seconds(1))
      case "inner":
        phone.after(.seconds(1)) { phone.advance(.seconds(1)) }
        phone.advance(.seconds(2))
      case "figure": #expect(app.figure("fetch new") == nil)
      case "status": server.status(99)
      case "aps": app.push(["aps": [:]])
      case "priority": app.push(priority: .high)
      case "task": app.launchTask("refresh")
      case "age": phone.advance(.days(4_000))
      default: break
      }
      app.open()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.hasPrefix(message) == true, "\(issues)")
  }
}
