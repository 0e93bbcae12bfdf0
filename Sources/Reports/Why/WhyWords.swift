import Device
import Simulation

/// Background time to a tenth of a second.
func seconds(_ span: TimeSpan) -> String { "\(grouped(span.seconds, decimals: 1)) s" }

extension Measure.Unit {
  /// A value of the unit for people.
  func text(_ value: Double, _ clock: DayClock) -> String {
    switch self {
    case .moment: value.isFinite ? clock.text(.start + .seconds(value)) : "never"
    case .seconds: value.isFinite ? shortSpan(seconds: value) : "never"
    case .number:
      Int64(exactly: value).map { grouped($0) }
        ?? String(grouped(value, decimals: 4).reversed().drop { $0 == "0" }.reversed())
    }
  }
}

extension SlotRoom {
  /// What of the slots is taken.
  var words: String {
    "\(running) of \(limits.concurrent) taken, "
      + "\(startsInWindow) of \(limits.starts) starts in the last "
      + shortSpan(seconds: limits.window.seconds)
  }

  /// How much work a pool could pay for.
  func affordable(by pool: PoolSnapshot) -> String {
    let count = Int(pool.available.nanoseconds / max(1, allowance.nanoseconds))
    let what =
      switch lane {
      case .short: count == 1 ? "fetch" : "fetches"
      case .processing: count == 1 ? "processing task" : "processing tasks"
      }
    return "\(count) \(what) of \(seconds(allowance))"
  }
}

extension ApplicationState {
  var words: String { self == .notRunning ? "not running" : rawValue }
}

extension BackgroundTimeRequest.Occasion {
  var words: String {
    switch self {
    case .enteringBackground: "as it entered the background with a task open"
    case .begunInBackground: "as it began a task in the background"
    }
  }
}

extension Ineligibility {
  /// The reason with what belongs to this app.
  func words(_ clock: DayClock) -> String {
    switch self {
    case .intervalNotElapsed(let until): "its interval is over at \(clock.text(until))"
    case .fetching(let since): "its fetch runs since \(clock.text(since))"
    default: kindWords
    }
  }

  /// The reason as several apps may have it.
  var kindWords: String {
    switch self {
    case .noFetchMode: "it does not declare the mode fetch"
    case .backgroundRefreshOff: "background refresh is off"
    case .noInterval: "it has asked for no fetches"
    case .forceQuit: "the user has swiped it away"
    case .inForeground: "it is in front"
    case .fetching: "it fetches already"
    case .lowPowerMode: "Low Power Mode is on"
    case .batteryLow: "the battery is low"
    case .intervalNotElapsed: "its interval is not over"
    }
  }

  /// What would have had to be instead.
  func remedy(_ clock: DayClock) -> String {
    switch self {
    case .noFetchMode: "the mode fetch, declared in the scenario"
    case .backgroundRefreshOff: "background refresh on, for the device and for it"
    case .noInterval: "a minimum fetch interval, set by the app itself"
    case .forceQuit: "to be opened by the user again"
    case .inForeground: "to be in the background"
    case .fetching(let since): "an end of its fetch, which had begun at \(clock.text(since))"
    case .lowPowerMode: "Low Power Mode off"
    case .batteryLow: "more charge, or the charger"
    case .intervalNotElapsed(let until):
      "its interval to be over, as it is at \(clock.text(until))"
    }
  }
}
