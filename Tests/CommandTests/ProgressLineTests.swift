import Simulation
import Testing

@testable import dormouse

@Suite("The line of progress")
struct ProgressLineTests {
  private let day = Instant.start + .hours(24)

  @Test("shows the clock, the share, the rate and the time left")
  func line() {
    let line = ProgressLine.line(
      at: .start + .hours(6), of: day, on: DayClock(), events: 3_000_000, after: 1.5)
    #expect(line == "06:00:00  25%  2000 thousand events/s  5 s left")
  }

  @Test("promises nothing while too little is known")
  func early() {
    #expect(
      ProgressLine.line(at: .start, of: day, on: DayClock(), events: 0, after: 0)
        == "00:00:00  0%  0 thousand events/s")
    #expect(
      ProgressLine.line(at: .start, of: .start, on: DayClock(), events: 0, after: 0)
        == "00:00:00  100%  0 thousand events/s  0 s left")
  }

  @Test("shows how far an experiment is, in runs or in scenarios that are checked")
  func runs() {
    #expect(RunsProgressLine.line(done: 0, of: 720, after: 0) == "0 of 720 runs  0%")
    #expect(
      RunsProgressLine.line(done: 180, of: 720, after: 9)
        == "180 of 720 runs  25%  20 runs/s  27.0s left")
    #expect(
      RunsProgressLine.line(done: 6, of: 1_200, "scenarios", after: 2)
        == "6 of 1,200 scenarios  0%  3.0 scenarios/s  6.6m left")
  }
}
