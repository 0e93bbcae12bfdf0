import Simulation
import Testing

@testable import Device

@Suite struct MetricsTests {
  @Test("every metric has a name and a key of its own, and a definition")
  func distinctNames() {
    #expect(Set(Metrics.all.map(\.name)).count == Metrics.all.count)
    #expect(Set(Metrics.all.map(\.key)).count == Metrics.all.count)
    for metric in Metrics.all {
      #expect(!metric.definition.isEmpty && !metric.definition.contains("\n"), "\(metric.name)")
    }
  }

  @Test("a metric is found by its name and by its key")
  func named() throws {
    #expect(Metrics.named("fresh at open")?.key == "freshAtOpen")
    #expect(Metrics.named("slotWaitMean")?.name == "slot wait mean")
    #expect(Metrics.named("freshness") == nil)
    #expect(Metrics.named("fresh at open")?.better == .higher)
  }

  @Test("an app's figure becomes a metric by its total over all apps")
  func totals() throws {
    var often = AppStatistics(name: "often")
    often.opensWithContent = 3
    often.freshOpens = 3
    often.tasksBegun = 2
    var seldom = AppStatistics(name: "seldom")
    seldom.opensWithContent = 1
    seldom.tasksBegun = 5
    let run = result(apps: [often, seldom, AppStatistics(name: "never")])
    #expect(Metrics.named("fresh at open")?.value(run) == 0.75)
    #expect(Metrics.named("tasks begun")?.value(run) == 7)
    #expect(Metrics.named("slot wait mean")?.value(run) == nil)
  }

  @Test("a figure of the device is a metric as it is")
  func deviceFigures() {
    var run = result(apps: [])
    #expect(Metrics.named("wake ups")?.value(run) == 0)
    run = result(apps: []) { $0.wakeUps = 12 }
    #expect(Metrics.named("wake ups")?.value(run) == 12)
  }

  private func result(
    apps: [AppStatistics], _ change: (inout DeviceStatistics) -> Void = { _ in }
  ) -> RunResult {
    var device = DeviceStatistics()
    change(&device)
    return RunResult(
      title: "", policy: "", seed: 1, duration: .hours(1), events: 0,
      fingerprint: Fingerprint(high: 0, low: 0), device: device, apps: apps, findings: [])
  }
}
