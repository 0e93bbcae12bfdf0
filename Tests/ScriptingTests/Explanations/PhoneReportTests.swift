import Device
import Testing

@testable import Scripting

@Suite("Reports that phones write")
struct PhoneReportTests {
  private func report(_ text: String) throws -> PhoneReport {
    try PhoneReport(parsing: Array(text.utf8))
  }

  /// The names of what the signs of a report are about, each once.
  private func names(_ text: String) throws -> [String] {
    let report = try report(text)
    return report.signs.flatMap { Explanation.about(text: $0.text, version: report.version) }
      .map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The head of an .ips, of version 26 and of one app.
  private func head(_ type: Int, _ system: String = "iPhone OS 26.3 (23D127)") -> String {
    #"{"app_name":"A","app_version":"2.1","bug_type":"\#(type)","os_version":"\#(system)"}"# + "\n"
  }

  @Test("an .ips of type 309: namespace and code, on one line or pretty, with a mark before")
  func crash() throws {
    let body = """
      {
        "exception" : {"type":"EXC_CRASH","signal":"SIGKILL"},
        "termination" : {"namespace":"FRONTBOARD","code":2343432205,
          "reasons":["scene-create watchdog transgression: application<a>:1 exhausted CPU time"]}
      }
      """
    let read = try report("\u{FEFF}" + head(309) + body)
    #expect(read.kind == "a crash report")
    #expect(read.app == "A 2.1" && read.version == 26)
    #expect(
      read.signs.map(\.words) == [
        "EXC_CRASH (SIGKILL)", "FRONTBOARD 0x8badf00d (2343432205)",
        "scene-create watchdog transgression: application<a>:1 exhausted CPU time",
      ])
    #expect(try names(head(309) + body) == ["watchdog"])
    #expect(try names(body) == ["watchdog"], "the second object alone")
  }

  @Test(
    "a code means what it means on the version that wrote it",
    arguments: [
      ("iPhone OS 12.4 (16G77)", 3), ("iPhone OS 13.1 (17A844)", 1), ("iPhone OS 26.3 (23D127)", 1),
    ])
  func versions(system: String, count: Int) throws {
    let text =
      "Exception Type: EXC_CRASH (SIGKILL)\nOS Version: \(system)\n"
      + "Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d\n"
    let found = try names(text)
    #expect(found.count == count && found[0] == "watchdog", "\(found)")
  }

  @Test("a .crash of iOS 10: the process, the code, and the words that tell it from a hang")
  func text() throws {
    let text = """
      Process:             OurApp [24424]
      Version:             1 (1.0)
      OS Version:          iPhone OS 10.3 (14E5230e)

      Exception Type:  00000020
      Exception Codes: 0x000000008badf00d

      Application Specific Information:
      <BKNewProcess: 0x11bd3c9c0; com.example; pid: 3445> has active assertions beyond permitted time:

      Thread 0 Crashed:
      0   UIKit  0x1 watchdog transgression
      """
    let read = try report(text)
    #expect(read.app == "OurApp 1 (1.0)" && read.version == 10)
    #expect(try names(text) == ["backgroundTaskAssertionTimeout"])
    #expect(try names(head(109) + text) == ["backgroundTaskAssertionTimeout"])
  }

  @Test("reports of limits and of jetsam")
  func limits() throws {
    let cpu = """
      Command:          ReLearn
      OS Version:       iPhone OS 14.3 (Build 18C66)
      Event:            cpu usage
      Action taken:     Process killed
      CPU:              48 seconds cpu time over 50 seconds, exceeding limit of 80% cpu over 60 seconds
      """
    #expect(try names(head(206) + cpu) == ["cpuLimit"])
    #expect(
      try names("Event:            wakeups\nOS Version: iPhone OS 13.6\nAction taken: none\n")
        == ["wakeUpsTooOften"])
    let jetsam = """
      {
        "largestProcess" : "A",
        "processes" : [
          { "name" : "A", "rpages" : 118454, "reason" : "per-process-limit" },
          { "name" : "B", "rpages" : 164 },
          { "name" : "C", "rpages" : 9, "reason" : "vm-pageshortage" }
        ]
      }
      """
    let read = try report(head(298) + jetsam)
    #expect(read.signs.map(\.words) == ["A: per-process-limit", "C: vm-pageshortage"])
    #expect(try names(head(298) + jetsam) == ["memoryLimit", "memoryPressure"])
  }

  @Test("a payload of MetricKit: each counter above zero, crashes, hangs; a list of payloads")
  func metricKit() throws {
    let exits = """
      { "timeStampBegin" : "x", "appVersion" : "2.1", "metaData" : { "osVersion" : "iPhone OS 17.4" },
        "applicationExitMetrics" : {
          "foregroundExitData" : { "cumulativeBadAccessExitCount" : 1 },
          "backgroundExitData" : {
            "cumulativeNormalAppExitCount" : 40, "cumulativeAppWatchdogExitCount" : 0,
            "cumulativeBackgroundTaskAssertionTimeoutExitCount" : 1200 } } }
      """
    let read = try report(exits)
    #expect(read.app == "version 2.1" && read.version == 17)
    #expect(
      read.signs.map(\.words) == [
        "1 in the front: cumulativeBadAccessExitCount",
        "40 in the background: cumulativeNormalAppExitCount",
        "1,200 in the background: cumulativeBackgroundTaskAssertionTimeoutExitCount",
      ])
    #expect(try names(exits) == ["backgroundTaskAssertionTimeout"])
    let crashes = """
      { "timeStampBegin" : "x",
        "crashDiagnostics" : [ { "diagnosticMetaData" : { "osVersion" : "iPhone OS 16.1 (20B82)",
          "signal" : 9, "terminationReason" : "Namespace RUNNINGBOARD, Code 0xdead10cc" } } ],
        "hangDiagnostics" : [ { "diagnosticMetaData" : { "hangDuration" : "2.5 sec" } } ],
        "cpuExceptionDiagnostics" : [ { "diagnosticMetaData" : { "totalCPUTime" : "48 sec" } } ] }
      """
    #expect(try names(crashes) == ["suspendedWithLockedFile", "hang", "cpuLimit"])
    #expect(
      try names("[\(exits), \(crashes)]")
        == ["backgroundTaskAssertionTimeout", "suspendedWithLockedFile", "hang", "cpuLimit"])
    #expect(try report(#"{ "timeStampBegin" : "x" }"#).signs.isEmpty)
  }

  @Test("a call stack may be as deep as that of an endless recursion")
  func deep() throws {
    let open = String(repeating: #"{"subFrames":["#, count: 500)
    let close = String(repeating: "]}", count: 500)
    let text =
      #"{"crashDiagnostics":[{"callStackTree":"# + open + close
      + #","diagnosticMetaData":{"terminationReason":"Code 0xc00010ff"}}]}"#
    #expect(try names(text) == ["thermalEvent"])
  }

  @Test(
    "lines of a log: those that say something",
    arguments: [
      (
        "Can't end BackgroundTask: no background task exists with identifier 3 (0x3)",
        "taskEndedTwice"
      ),
      ("Can't endBackgroundTask: no background task exists with identifier 6c", "taskEndedTwice"),
      (
        "[BackgroundTask] Background Task 25 (\"x\"), was created over 30 seconds ago.",
        "taskHeldTooLong"
      ),
      (
        "Background task still not ended after expiration handlers were called: <_UIBackgroundTaskInfo>",
        "taskNotEndedInHandler"
      ),
      (
        "Warning: Application delegate received call to -application:performFetchWithCompletionHandler: "
          + "but the completion handler was never called.", "completionNeverCalled"
      ),
      (
        "Killing app because it never posted an incoming call to the system after receiving a PushKit "
          + "VoIP push.", "incomingCallNotReported"
      ),
      ("A background URLSession with identifier com.a already exists!", "sessionCreatedTwice"),
      (
        "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: "
          + "'Launch handler for task with identifier a has already been registered'",
        "uncaughtException"
      ),
      ("No launch handler registered for task with identifier a.b", "identifierNeverRegistered"),
      (
        "<RBSTerminateContext| domain:15 code:0x2182BAD2 explanation:x reportType:None>",
        "backgroundTaskAssertionTimeout"
      ),
      ("a.a failed to launch after 20.00s (launchIntent: foreground-interactive)", "watchdog"),
    ])
  func log(line: String, name: String) throws {
    #expect(try names("12:00:00 one thing\n\(line)\nanother\n").first == name)
    let twice = try report("\(line)\n\(line)\n")
    #expect(twice.kind == "a log" && twice.signs.count == 1)
  }

  @Test(
    "what cannot be used, with its reason",
    arguments: [
      ("", "it is empty"), (" \n", "it is empty"),
      (
        "{\"bug_type\":\"309\"}\n{\"termination\": {",
        "it is cut short: the JSON ends in the middle, "
      ),
      ("{\n \"crashDiagnostics\" : [ {", "it is cut short: "),
      ("{ \"a\": nothing }", "it is neither a report of a phone nor whole JSON: "),
      ("{ \"a\": 1 }", "it is JSON, but neither a crash report nor a payload of MetricKit"),
      (
        "{\"bug_type\":\"288\",\"os_version\":\"iPhone OS 17.1\"}\n{\"processByPid\":{}}",
        "it is a report of another kind (bug_type 288)"
      ),
      (
        "{\"bug_type\":\"309\",\"os_version\":\"macOS 14.1 (23B74)\"}\n{\"exception\":{\"type\":\"EXC_CRASH\"}}",
        "it is a report of another system (macOS 14.1 (23B74)); "
      ),
      (
        "Exception Type: EXC_CRASH\nOS Version: Watch OS 10.1\n",
        "it is a report of another system (Watch"
      ),
      ("*** ***\nBuild fingerprint: 'google/x'\n", "it is a report of Android ("),
      ("local app = {}\nreturn app\n", "it is neither a crash report (.ips, .crash) nor a payload"),
    ])
  func refused(text: String, words: String) {
    do {
      let read = try report(text)
      Issue.record("\(read)")
    } catch let problem as PhoneReport.Problem {
      #expect(problem.description.hasPrefix(words), "\(problem)")
    } catch {
      Issue.record("\(error)")
    }
  }
}
