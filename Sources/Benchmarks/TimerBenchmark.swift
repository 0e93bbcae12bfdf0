import Device
import Simulation

private let ticking = """
  local period = ...
  local count = 0
  local delegate = {}
  function delegate:didFinishLaunching()
    Timer.scheduledTimer(period, true, function() count = count + 1 end)
  end
  return delegate
  """

/// The periods of the repeating timers of many apps: all alike, which the event queue serves by one
/// row, or no two alike, in seconds.
enum TimerPeriods: CaseIterable {
  case alike, distinct

  func period(of app: Int) -> Double {
    switch self {
    case .alike: 1
    case .distinct: 1 + Double(app) / 1_000
    }
  }
}

/// Returns a device whose apps each have one repeating timer, for about so many events.
func device(apps: Int, with periods: TimerPeriods, events: Int) -> Device {
  let rate = (0..<apps).reduce(0) { $0 + 1 / periods.period(of: $1) }
  return device(
    apps: apps, script: ticking, lasting: .seconds(max(Double(events) / rate, 1)),
    options: { .number(periods.period(of: $0)) })
}

/// Measures apps kept running in the background, each with one repeating timer, without a trace.
func measureTimers() {
  for apps in [100, 300] {
    for periods in TimerPeriods.allCases {
      let events = 1_000_000
      let took = best(of: 9) {
        let device = device(apps: apps, with: periods, events: events)
        device.run(until: .start + .milliseconds(500))
        return seconds { device.run() }
      }
      let rate = Double(events) / took
      let isGoal = apps == 100 && periods == .alike
      report(
        "timer callbacks a second, \(apps) apps\(periods == .distinct ? ", own periods" : "")",
        "\(decimals(rate / 1e6, 2)) M", goal: isGoal ? ">= 3 M" : "",
        isReached: isGoal ? rate >= 3e6 : nil)
    }
  }
}
