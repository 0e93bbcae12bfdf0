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

  @Test("a payload is said to be cut short wherever it is cut")
  func cutPayloads() throws {
    let whole = Array(
      #"{ "timeStampBegin" : "a\u00e4", "n" : -1.5e2, "applicationExitMetrics" : [ true ] }"#.utf8)
    #expect(try PhoneReport(parsing: whole).kind == "a payload of MetricKit")
    for length in 1..<whole.count {
      #expect(
        throws: PhoneReport.Problem(
          "it is cut short: the JSON ends in the middle, after \(length) bytes; get the whole file")
      ) { try PhoneReport(parsing: Array(whole.prefix(length))) }
    }
  }

  @Test("UTF-16 by its mark, of both orders")
  func utf16() throws {
    let text = "\u{FEFF}\(head(309)){\"termination\":{\"code\":3735883980}}"
    for isLittle in [true, false] {
      let bytes = text.utf16.flatMap { unit in
        isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      }
      #expect(try PhoneReport(parsing: bytes) == report(text))
    }
  }

  @Test("a log of many megabytes on one line: the place is found, and little of it is shown")
  func longLine() throws {
    let filling = String(repeating: "x y z1234 \u{E4} ", count: 700_000)
    let start = ContinuousClock.now
    let read = try report(filling + "0x2182BAD2 and " + filling)
    #expect(ContinuousClock.now - start < .seconds(2))
    #expect(read.kind == "a log" && read.signs.count == 1)
    #expect(read.signs[0].words.count <= 300 && read.signs[0].words.contains("0x2182BAD2"))
    let long = head(309) + #"{"exception":{"type":"\#(filling.prefix(9_000))"},"termination":{}}"#
    #expect(try report(long).signs.allSatisfy { $0.words.count <= 300 })
  }

  @Test("each is found that a text has, whatever stands before it")
  func finder() {
    let finder = PhraseFinder(["abcd", "bcx", "abd", "cde", "abcdefg", "x"])
    func found(_ text: String) -> String? {
      finder.end(in: Array(text.utf8), from: 0).map { String(text.prefix($0 + 1)) }
    }
    #expect(found("ababcd") == "ababcd" && found("zabcx") == "zabcx" && found("ABD") == "ABD")
    #expect(found("abcde") == "abcd" && found("abcex") == "abcex" && found("ccde.") == "ccde")
    #expect(found("abc bc ab d") == nil && found("") == nil)
    #expect(finder.end(in: Array("x..x".utf8), from: 1) == 3)
  }

  @Test("what a crash report says twice is shown once, with the lines that it goes on with")
  func descriptions() throws {
    let text = """
      Exception Type:  EXC_CRASH (SIGKILL)
      Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d
      Termination Description: SPRINGBOARD,
          scene-create watchdog transgression: application<com.a>:667
          | ProcessVisibility: Foreground
      Termination Description: SPRINGBOARD, A has active assertions beyond permitted time
      Termination Description: SPRINGBOARD, A has active assertions beyond permitted time
      Triggered by Thread:  0
      OS Version: iPhone OS 12.1 (16B92)

      Thread 0 Crashed:
      """
    let words = try report(text).signs.map(\.words)
    #expect(
      words == [
        "Exception Type: EXC_CRASH (SIGKILL)",
        "Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d",
        "Termination Description: SPRINGBOARD, scene-create watchdog transgression: "
          + "application<com.a>:667 | ProcessVisibility: Foreground",
        "Termination Description: SPRINGBOARD, A has active assertions beyond permitted time",
      ])
    #expect(try !report(text).isPart)
  }

  @Test("an end by SIGKILL without a reason is known as such, and a part as a part")
  func killed() throws {
    let part = try report("Exception Type:  EXC_CRASH (SIGKILL)\nOS Version: iPhone OS 17.4\n")
    #expect(part.isKilled && part.isPart)
    let body = #"{"termination":{"namespace":"SIGNAL","code":9,"indicator":"Killed: 9"}}"#
    #expect(try report(head(309) + body).isKilled && !report(head(309) + body).isPart)
    #expect(try !report("Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\n").isKilled)
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
      ("Can\u{2019}t end BackgroundTask: 3", "taskEndedTwice"),
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
        "it is cut short: the JSON ends in the middle, after 36 bytes"
      ),
      ("{\n \"crashDiagnostics\" : [ {", "it is cut short: "),
      (
        #"{"app_name":"A","app_version":"2","bug_type":"309","os_version":"iPhone OS 26.3"}"#,
        "it is only the first line of an .ips file of A 2; what ended the app stands below"
      ),
      (
        "Incident Identifier: 0955\nHardware Model: iPhone9,3\nProcess: A [82]\nException Type:",
        "it is cut short: the beginning of a crash report, without an Exception Type"
      ),
      (
        "11-25 12:00:01.234 E AndroidRuntime: FATAL EXCEPTION: main\nProcess: com.a, PID: 7",
        "it is a report of Android (11-25 12:00:01.234 E AndroidRuntime: "
      ),
      ("Process: A [1]\nFATAL EXCEPTION: main\n", "it is a report of Android (FATAL"),
      ("java.lang.RuntimeException: no\n", "it is a report of Android (java"),
      ("PK\u{3}\u{4}\u{0}\u{0}", "it is no text; "),
      (
        "{\"ns\":0,\"kind\":\"user.open\"}\n{\"ns\":1,\"kind\":\"app.state\"}\n",
        "it is a trace of dormouse"
      ),
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
