import Device
import Simulation

// Exits as MetricKit counts them on phones (MXAppExitMetric, iOS 14), to be compared with a payload
// of users: the names are those of its JSON.
extension RunReport {
  /// The exits as a JSON object: for each app `applicationExitMetrics` with the counters of exits
  /// in front and in the background, and `otherExits`, those for whose reason MetricKit publishes
  /// no counter, under our names. A function of the run alone, without a newline at its end.
  public var metricKitJSON: String {
    let apps = run.apps.map { JSONValue.Member($0.name, exitMetrics(of: $0)) }
    let report: JSONValue = [
      "scenario": run.title, "policy": run.policy, "duration": run.duration.seconds,
      "apps": JSONValue.object(apps),
    ]
    return report.text
  }

  private func exitMetrics(of app: AppStatistics) -> JSONValue {
    var front = MetricKitExits(counters: MetricKitExits.inFront)
    var background = MetricKitExits(counters: MetricKitExits.inBackground)
    for (index, reason) in ExitReason.allCases.enumerated() {
      front.add(app.exitsInFront[index], reason)
      background.add(app.exits[index] - app.exitsInFront[index], reason)
    }
    let others = ExitReason.allCases.compactMap { reason -> JSONValue.Member? in
      let count = (front.others[reason] ?? 0) + (background.others[reason] ?? 0)
      return count == 0 ? nil : .init(reason.rawValue, .integer(count))
    }
    let published: JSONValue = [
      "foregroundExitData": front.json, "backgroundExitData": background.json,
    ]
    return ["applicationExitMetrics": published, "otherExits": JSONValue.object(others)]
  }
}

/// The counters of one of MetricKit's two objects.
private struct MetricKitExits {
  /// The counters of MXForegroundExitData.
  static let inFront = [
    ExitReason.normal.metricKitCounter, ExitReason.memoryLimit.metricKitCounter, badAccess,
    ExitReason.uncaughtException.metricKitCounter, illegalInstruction,
    ExitReason.watchdog.metricKitCounter,
  ].compactMap { $0 }
  /// The counters of MXBackgroundExitData.
  static let inBackground = [
    ExitReason.normal.metricKitCounter, ExitReason.memoryLimit.metricKitCounter,
    ExitReason.cpuLimit.metricKitCounter, ExitReason.memoryPressure.metricKitCounter, badAccess,
    ExitReason.uncaughtException.metricKitCounter, illegalInstruction,
    ExitReason.watchdog.metricKitCounter, ExitReason.suspendedWithLockedFile.metricKitCounter,
    ExitReason.backgroundTaskAssertionTimeout.metricKitCounter,
  ].compactMap { $0 }

  /// The counters of bad accesses and illegal instructions, which an app in Lua never has.
  private static let badAccess = "cumulativeBadAccessExitCount"
  private static let illegalInstruction = "cumulativeIllegalInstructionExitCount"

  let counters: [String]
  private var counts: [String: Int] = [:]
  /// The counts of reasons without a counter; looked up only.
  private(set) var others: [ExitReason: Int] = [:]

  init(counters: [String]) {
    self.counters = counters
  }

  mutating func add(_ count: Int, _ reason: ExitReason) {
    if let counter = reason.metricKitCounter, counters.contains(counter) {
      counts[counter, default: 0] += count
    } else {
      others[reason, default: 0] += count
    }
  }

  var json: JSONValue {
    .object(counters.map { .init($0, .integer(counts[$0] ?? 0)) })
  }
}
