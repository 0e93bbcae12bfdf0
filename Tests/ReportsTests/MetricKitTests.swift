import Testing

@testable import Device
@testable import Reports

@Suite("Exits in MetricKit's terms")
struct MetricKitTests {
  /// A run in which an app has ended by each reason, in front or in the background.
  private func json(inFront: Bool) -> String {
    let sample = sampleRun()
    let run = RunResult(
      title: "t", policy: "p", seed: 1, duration: .hours(1), events: 0,
      fingerprint: sample.fingerprint, device: sample.device,
      apps: [
        {
          var app = AppStatistics(name: "mine")
          for index in ExitReason.allCases.indices {
            app.exits[index] = index + 1
            app.exitsInFront[index] = inFront ? index + 1 : 0
          }
          return app
        }()
      ], findings: [])
    return RunReport(run, realTime: .zero).metricKitJSON
  }

  @Test("in the background each published counter has its reason, the rest stands beside")
  func background() {
    #expect(
      json(inFront: false) == """
        {
          "scenario": "t",
          "policy": "p",
          "duration": 3600,
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
                  "cumulativeNormalAppExitCount": 25,
                  "cumulativeMemoryResourceLimitExitCount": 9,
                  "cumulativeCPUResourceLimitExitCount": 8,
                  "cumulativeMemoryPressureExitCount": 10,
                  "cumulativeBadAccessExitCount": 0,
                  "cumulativeAbnormalExitCount": 11,
                  "cumulativeIllegalInstructionExitCount": 0,
                  "cumulativeAppWatchdogExitCount": 1,
                  "cumulativeSuspendedWithLockedFileExitCount": 7,
                  "cumulativeBackgroundTaskAssertionTimeoutExitCount": 2
                }
              },
              "otherExits": {
                "tooManyBackgroundTasks": 3,
                "backgroundFetchTimeout": 4,
                "backgroundTaskSchedulerTimeout": 5,
                "remoteNotificationTimeout": 6
              }
            }
          }
        }
        """)
  }

  @Test("in front there are fewer counters, and what has none there stands beside too")
  func foreground() {
    let text = json(inFront: true)
    #expect(text.contains("\"cumulativeAppWatchdogExitCount\": 1\n        },"))
    #expect(text.contains("\"memoryPressure\": 10"))
    #expect(text.contains("\"cumulativeMemoryPressureExitCount\": 0"))
    let total = text.split(separator: "\n").compactMap { line -> Int? in
      guard line.contains("Count\":") || line.hasPrefix("        \"") else { return nil }
      return Int(line.split(separator: ": ").last?.filter(\.isNumber) ?? "")
    }.reduce(0, +)
    #expect(total == (1...ExitReason.allCases.count).reduce(0, +))
  }
}
