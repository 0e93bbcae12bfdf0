import Simulation

@testable import Device

/// A small run with something of everything.
func sampleRun(deviceWakeUps: Int = 29) -> RunResult {
  var device = DeviceStatistics()
  device.pool.initial = .minutes(10)
  device.pool.refilled = SpanTotal(.seconds(1_175))
  device.pool.overflowed = SpanTotal(.milliseconds(312_500))
  device.pool.available = .milliseconds(1_213_250)
  device.pool.used = .milliseconds(249_250)
  device.workStarted = 38
  device.wakeUps = 41
  device.decisions = 77
  device.screenOffWakeUps = 33
  device.deviceWakeUps = deviceWakeUps
  device.energy.cpu = .watts(1.5, for: .seconds(30))
  device.energy.radio = .watts(0.5, for: .hours(1))
  device.energy.base = .watts(0.0625, for: .hours(6))
  device.energy.background = .watts(1, for: .milliseconds(845_250))
  device.batteryUsed = 0.1015
  device.batteryAtEnd = 0.4375
  device.wifiBytes = 12_345_678
  device.cellularBytes = 999
  device.jainIndex = 0.62371
  return RunResult(
    title: "A morning with three apps", policy: "fair-share", seed: 7, duration: .hours(6),
    events: 12_345, fingerprint: Fingerprint(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC),
    device: device, apps: [news(), leaky(), idle()], findings: sampleFindings())
}

extension Energy {
  static func watts(_ watts: Double, for time: TimeSpan) -> Energy { Power.watts(watts) * time }
}

private func news() -> AppStatistics {
  var news = AppStatistics(name: "news")
  news.opens = 12
  news.granted = .seconds(1_140)
  news.used = .milliseconds(98_765)
  news.returned = .milliseconds(1_041_235)
  news[.fetch].byResult = [30, 4, 3, 0]
  news[.fetch].expired = 1
  news[.fetch].slotTime = .milliseconds(98_765)
  for wait in [0.5, 12.25, 300] { news[.fetch].wait.add(wait) }
  news[.fetch].stillWaiting = .seconds(754)
  news[.fetch].longestWait = .seconds(754)
  news.content = ContentStatistics(
    followed: .hours(5), stale: .hours(2), ageSecondsSquared: 18_000 * 750,
    informationSecondsSquared: 18_000 * 1_800)
  news.opensWithContent = 12
  news.freshOpens = 9
  for age in [0.0, 0, 0, 59.97, 7_260] { news.staleness.add(age) }
  news.exits[ExitReason.backgroundFetchTimeout] = 1
  return news
}

private func leaky() -> AppStatistics {
  var leaky = AppStatistics(name: "leaky")
  leaky.opens = 5
  leaky.timeRequests = 7
  leaky.granted = .seconds(150)
  leaky.used = .milliseconds(150_485)
  leaky.tasksBegun = 5
  leaky.tasksExpired = 5
  leaky.tasksRefused = 2
  leaky.exits[ExitReason.backgroundTaskAssertionTimeout] = 5
  leaky.exits[ExitReason.memoryPressure] = 1
  return leaky
}

private func idle() -> AppStatistics { AppStatistics(name: "idle") }

private func sampleFindings() -> [Finding] {
  [
    Finding(
      rule: .taskNeverEnded, app: AppID(1),
      location: SourceLocation(file: "../apps/leaky.lua", line: 9),
      message: "task \"sync\" (1) was never ended", firstAt: .start + .seconds(95), count: 5),
    Finding(
      rule: .completionNeverCalled, app: AppID(0),
      location: SourceLocation(file: "../apps/news.lua", line: 38),
      message: "the completion handler was never called within 30 s",
      firstAt: .start + .milliseconds(7_230_250), count: 1),
  ]
}

extension [Int] {
  subscript(reason: ExitReason) -> Int {
    get { self[ExitReason.allCases.firstIndex(of: reason) ?? 0] }
    set { self[ExitReason.allCases.firstIndex(of: reason) ?? 0] = newValue }
  }
}
