import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("Exits in MetricKit's terms")
struct MetricKitTests {
  private func json(_ apps: [AppStatistics], title: String = "t", policy: String = "p") -> String {
    let sample = sampleRun()
    let run = RunResult(
      title: title, policy: policy, seed: 1, duration: .milliseconds(1_500), events: 0,
      fingerprint: sample.fingerprint, device: sample.device, apps: apps, findings: [])
    return RunReport(run, realTime: .seconds(3)).metricKitJSON
  }

  private func app(_ name: String, _ reason: ExitReason, exits: Int, inFront: Int)
    -> AppStatistics
  {
    var app = AppStatistics(name: name)
    app.exits[reason] = exits
    app.exitsInFront[reason] = inFront
    return app
  }

  /// An app that has ended by each reason, as often as its place among them.
  private func everyReason(inFront: Bool) -> AppStatistics {
    var app = AppStatistics(name: "mine")
    for index in ExitReason.allCases.indices {
      app.exits[index] = index + 1
      app.exitsInFront[index] = inFront ? index + 1 : 0
    }
    return app
  }

  /// Members that are not 0, each after the object that it stands in.
  private func counts(_ json: String) -> [String] {
    var object = ""
    return json.split(separator: "\n").compactMap { line in
      let parts = line.filter { !"\" ,".contains($0) }.split(separator: ":")
      guard parts.count == 2 else { return nil }
      if parts[1].hasPrefix("{") { object = String(parts[0]) }
      guard ["foregroundExitData", "backgroundExitData", "otherExits"].contains(object),
        let count = Int(parts[1]), count != 0
      else { return nil }
      return "\(object) \(parts[0]) \(count)"
    }
  }

  @Test("in the background each published counter has its reason, the rest stands beside")
  func background() {
    #expect(
      json([everyReason(inFront: false)]) == """
        {
          "scenario": "t",
          "policy": "p",
          "duration": 1.5,
          "apps": {
            "mine": {
              "applicationExitMetrics": {
                "foregroundExitData": {
                  "cumulativeNormalAppExitCount": 0,
                  "cumulativeMemoryResourceLimitExitCount": 0,
                  "cumulativeBadAccessExitCount": 0,
                  "cumulativeAbnormalExitCount": 0,
                  "cumulativeIllegalInstructionExitCount": 0,
                  "cumulativeAppWatchdogExitCount": 0
                },
                "backgroundExitData": {
                  "cumulativeNormalAppExitCount": 31,
                  "cumulativeMemoryResourceLimitExitCount": 11,
                  "cumulativeCPUResourceLimitExitCount": 10,
                  "cumulativeMemoryPressureExitCount": 12,
                  "cumulativeBadAccessExitCount": 0,
                  "cumulativeAbnormalExitCount": 14,
                  "cumulativeIllegalInstructionExitCount": 0,
                  "cumulativeAppWatchdogExitCount": 1,
                  "cumulativeSuspendedWithLockedFileExitCount": 9,
                  "cumulativeBackgroundTaskAssertionTimeoutExitCount": 2
                }
              },
              "otherExits": {
                "tooManyBackgroundTasks": 3,
                "backgroundFetchTimeout": 4,
                "backgroundTaskSchedulerTimeout": 5,
                "remoteNotificationTimeout": 6,
                "incomingCallNotReported": 7,
                "backgroundSessionTimeout": 8,
                "thermalEvent": 13
              }
            }
          }
        }
        """)
  }

  @Test("in front there are fewer counters, and what has none there stands beside too")
  func foreground() {
    let text = json([everyReason(inFront: true)])
    #expect(text.contains("\"cumulativeAppWatchdogExitCount\": 1\n        },"))
    #expect(text.contains("\"memoryPressure\": 12"))
    #expect(text.contains("\"cumulativeMemoryPressureExitCount\": 0"))
    let total = text.split(separator: "\n").compactMap { line -> Int? in
      guard line.contains("Count\":") || line.hasPrefix("        \"") else { return nil }
      return Int(line.split(separator: ": ").last?.filter(\.isNumber) ?? "")
    }.reduce(0, +)
    #expect(total == (1...ExitReason.allCases.count).reduce(0, +))
  }

  /// MetricKit's counter of a reason, without `cumulative` and `ExitCount`; nil: none.
  @Test(
    "is counted once: in front, in the background, or beside them",
    arguments: [
      (.watchdog, "AppWatchdog", "AppWatchdog"),
      (.backgroundTaskAssertionTimeout, nil, "BackgroundTaskAssertionTimeout"),
      (.tooManyBackgroundTasks, nil, nil), (.backgroundFetchTimeout, nil, nil),
      (.backgroundTaskSchedulerTimeout, nil, nil), (.remoteNotificationTimeout, nil, nil),
      (.incomingCallNotReported, nil, nil), (.backgroundSessionTimeout, nil, nil),
      (.suspendedWithLockedFile, nil, "SuspendedWithLockedFile"),
      (.cpuLimit, nil, "CPUResourceLimit"),
      (.memoryLimit, "MemoryResourceLimit", "MemoryResourceLimit"),
      (.memoryPressure, nil, "MemoryPressure"), (.thermalEvent, nil, nil),
      (.uncaughtException, "Abnormal", "Abnormal"),
      (.forceQuit, "NormalApp", "NormalApp"), (.normal, "NormalApp", "NormalApp"),
    ] as [(ExitReason, String?, String?)])
  func each(reason: ExitReason, inFront: String?, inBackground: String?) {
    // Five exits, two of them in front.
    let beside = (inFront == nil ? 2 : 0) + (inBackground == nil ? 3 : 0)
    let expected =
      (inFront.map { ["foregroundExitData cumulative\($0)ExitCount 2"] } ?? [])
      + (inBackground.map { ["backgroundExitData cumulative\($0)ExitCount 3"] } ?? [])
      + (beside > 0 ? ["otherExits \(reason.rawValue) \(beside)"] : [])
    #expect(counts(json([app("mine", reason, exits: 5, inFront: 2)])) == expected)
  }

  @Test("a user's force quit and an end in good order add up to normal exits")
  func normal() {
    var mine = app("mine", .forceQuit, exits: 4, inFront: 1)
    mine.exits[.normal] = 10
    mine.exitsInFront[.normal] = 7
    #expect(
      counts(json([mine])) == [
        "foregroundExitData cumulativeNormalAppExitCount 8",
        "backgroundExitData cumulativeNormalAppExitCount 6",
      ])
  }

  @Test("the exits of one app do not reach another, and apps stand in the scenario's order")
  func severalApps() {
    let text = json([
      app("zebra", .watchdog, exits: 1, inFront: 1), AppStatistics(name: "idle"),
      app("ant", .cpuLimit, exits: 2, inFront: 0),
    ])
    let places = ["\"zebra\": {", "\"idle\": {", "\"ant\": {"].map { text.ranges(of: $0).count }
    #expect(places == [1, 1, 1])
    let parts = text.components(separatedBy: "\"idle\": {")
    #expect(counts(parts[0]) == ["foregroundExitData cumulativeAppWatchdogExitCount 1"])
    #expect(
      counts(parts[1]) == ["backgroundExitData cumulativeCPUResourceLimitExitCount 2"])
  }

  @Test("an app without exits has every counter, all of them 0, and nothing beside")
  func withoutExits() {
    let text = json([AppStatistics(name: "mine")])
    #expect(counts(text).isEmpty)
    #expect(text.contains("\"otherExits\": {}"))
    let counters = { (text: String) in
      text.matches(of: #/"(cumulative\w+)": \d+/#).map(\.1)
    }
    #expect(counters(text) == counters(json([everyReason(inFront: false)])))
  }

  @Test("a run without apps, and names that JSON has to escape, come through whole")
  func names() {
    #expect(
      json([], title: "\"Été\"\n", policy: "a\\b") == #"""
        {
          "scenario": "\"Été\"\n",
          "policy": "a\\b",
          "duration": 1.5,
          "apps": {}
        }
        """#)
    #expect(json([AppStatistics(name: "天気\t")]).contains("    \"天気\\t\": {\n"))
  }
}
