import Device
import Foundation
import Simulation
import Testing

@testable import Policies

@Suite("forecast of opens")
struct OpenForecastTests {
  /// One that does not forget, after some opens of app 0 at an hour of the first day.
  private func forecast(_ hours: Double, prior: Double = 0, opens: Int = 0, at hour: Int = 8)
    -> OpenForecast
  {
    var forecast = OpenForecast(
      horizon: .seconds(hours * 3_600), priorRate: prior, priorDays: 1, halfLife: .max)
    for _ in 0..<opens { forecast.observe(.opened(app: AppID(0), at: .start + .hours(hour))) }
    return forecast
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
    let opens = forecast(horizon, opens: 44).outlook(on: now).expectedOpens(of: AppID(0))
    // Not quite, since 292 years are no eternity.
    #expect(abs(opens - expected * 11 / (days + 1)) < 1e-3)
  }

  @Test("hours wrap around midnight")
  func midnight() {
    let now = device(at: 86_400)
    let opens = forecast(1, opens: 8, at: 23).outlook(on: now).expectedOpens(of: AppID(0))
    #expect(abs(opens - 1) < 1e-3)
  }

  @Test("the prior stands in while there is no history, and fades")
  func prior() {
    let first = forecast(1, prior: 0.5).probability(of: AppID(0), on: device(at: 0))
    #expect(abs(first + expm1(-0.5)) < 1e-12)
    let later = forecast(1, prior: 0.5).outlook(on: device(at: 9 * 86_400)).expectedOpens(
      of: AppID(0))
    #expect(abs(later - 0.05) < 1e-4)
  }

  @Test(
    "it is worth asking again at the next quarter of an hour",
    arguments: [(0, 900), (1, 899), (899, 1), (900, 900), (86_399, 1)])
  func changes(at second: Int, after: Int) {
    #expect(forecast(1).changes(after: device(at: second)) == .seconds(after))
  }
}
