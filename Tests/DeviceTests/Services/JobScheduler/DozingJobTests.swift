import Simulation
import Testing

@testable import Device

/// What Doze makes of jobs.
@Suite("Jobs while the device is idle")
struct DozingJobTests {
  @Test("a job that may run in a deep idle time begins with its maintenance window")
  func waits() {
    let phone = JobSchedulerTests.phone(
      seconds: 9000,
      schedules: [JobSchedulerTests.schedule(1) { $0.minimumLatency = .seconds(4000) }],
      dozes: true)
    phone.run()
    #expect(phone.timeline("job.start", "job.finish") == ["7247.5 start 1", "7247.5 finish 1"])
  }

  @Test("all that keeps a job is told, not only the moment that it names")
  func obstacles() {
    let phone = JobSchedulerTests.phone(
      seconds: 9000,
      schedules: [
        JobSchedulerTests.schedule(1) {
          $0.minimumLatency = .seconds(8000)
          $0.conditions = .charging
        }
      ], dozes: true)
    phone.run(until: 5000)
    #expect(
      phone.device.standing(of: AppID(0)).work.first { $0.kind == .job }?.ineligibility == [
        .earliestNotReached(until: .start + .seconds(8010)), .deviceIdle, .notCharging,
      ])
  }

  @Test("a job that runs is stopped when a light idle time begins, and comes again in a window")
  func stops() {
    let phone = JobSchedulerTests.phone(
      seconds: 700, schedules: [JobSchedulerTests.schedule(1)], start: [], dozes: true)
    phone.run()
    #expect(
      phone.timeline("job.start", "job.stop") == [
        "10 start 1", "250 stop 1 deviceState", "550 start 1", "610 stop 1 deviceState",
      ])
    #expect(
      phone.timeline("device.idle", of: nil) == [
        "250 light", "550 maintenance", "610 light",
      ])
  }
}
