import Simulation
import Testing

@testable import Policies

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

@Suite("forecast of opens")
struct OpenForecastTests {
  private func forecast(_ hours: Double, prior: Double = 0) -> OpenForecast {
    OpenForecast(horizon: .seconds(hours * 3_600), priorRate: prior, priorDays: 1)
  }

  @Test(
    "an hour's count goes half to itself and a quarter to each neighbour, a day is shared evenly",
    arguments: [
      // (hour of day, horizon in hours, expected opens) after 10 days with 44 opens at 8
      (8.0, 1.0, 2.0), (7, 1, 1), (9, 1, 1), (10, 1, 0), (6, 1, 0), (7.5, 1, 1.5),
      (8.75, 0.5, 0.75),
      (5, 24, 4), (20, 24, 4), (20, 99, 4), (23.5, 9, 2),
    ])
  func kernel(hour: Double, horizon: Double, expected: Double) {
    let now = device(at: 10 * 86_400 + Int(hour * 3_600))
    let days = (now.now - .start) / TimeSpan.days(1)
    let opens = forecast(horizon).expectedOpens(of: app(0, opens: [8: 44]), on: now)
    #expect(abs(opens - expected * 11 / (days + 1)) < 1e-9)
  }

  @Test("hours wrap around midnight")
  func midnight() {
    let now = device(at: 86_400)
    let opens = forecast(1).expectedOpens(of: app(0, opens: [23: 8]), on: now)
    #expect(abs(opens - 1) < 1e-9)
  }

  @Test("the prior stands in while there is no history, and fades")
  func prior() {
    let first = forecast(1, prior: 0.5).probability(of: app(0), on: device(at: 0))
    #expect(abs(first + expm1(-0.5)) < 1e-12)
    let later = forecast(1, prior: 0.5).expectedOpens(of: app(0), on: device(at: 9 * 86_400))
    #expect(abs(later - 0.05) < 1e-12)
  }

  @Test(
    "it is worth asking again at the next quarter of an hour",
    arguments: [(0, 900), (1, 899), (899, 1), (900, 900), (86_399, 1)])
  func changes(at second: Int, after: Int) {
    #expect(forecast(1).changes(after: device(at: second)) == .seconds(after))
  }
}
