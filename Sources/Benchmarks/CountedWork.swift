import Device
import Simulation

/// A piece of work whose instructions `scripts/count-instructions` counts: the difference between a
/// long and a short run of it, so that starting up and building the device do not count.
struct CountedWork: Sendable {
  let name: String
  /// The number of units that the short run does; the long one does three times as many.
  let units: Int
  let run: @Sendable (_ units: Int) -> Void
}

/// The pieces of work in the baseline, one line each.
let countedWork = [
  CountedWork(name: "timer-event", units: 20_000) {
    device(apps: 100, with: .alike, events: $0).run()
  },
  CountedWork(name: "timer-event-distinct", units: 20_000) {
    device(apps: 100, with: .distinct, events: $0).run()
  },
  CountedWork(name: "timer-event-thousand", units: 40_000) {
    device(apps: 1_000, with: .distinct, events: $0).run()
  },
  CountedWork(name: "task-sleep", units: 20_000) { runApps(100, sleeping, events: $0) },
  CountedWork(name: "url-request", units: 4_000) { runApps(20, requesting, events: $0) },
  CountedWork(name: "launch-and-exit", units: 100) { runApps($0, failing, events: $0) },
  CountedWork(name: "weekday-in-process", units: 2) { for _ in 0..<$0 { runWeekday() } },
  CountedWork(name: "fortnight-ios18", units: 1) { for _ in 0..<$0 { runFortnight() } },
  CountedWork(name: "decision-100", units: 400) { decide($0, among: 100) },
  CountedWork(name: "decision-3000", units: 100) { decide($0, among: 3_000) },
  CountedWork(name: "compared-day", units: 24) { compareDays($0) },
  CountedWork(name: "person-day", units: 56) { comparePersonDays($0) },
]

/// Does so many units of one piece of counted work: `Benchmarks --work NAME UNITS`.
func doCountedWork(_ arguments: [String]) {
  guard arguments.count == 2, let units = Int(arguments[1]),
    let work = countedWork.first(where: { $0.name == arguments[0] })
  else {
    for work in countedWork { print("\(work.name) \(work.units)") }
    return
  }
  work.run(units)
}

/// Runs so many apps, each of which does one thing a second.
private func runApps(_ count: Int, _ script: String, events: Int) {
  device(apps: count, script: script, lasting: .seconds(max(events / count, 1))).run()
}

private let sleeping = """
  local delegate = {}
  function delegate:didFinishLaunching()
    Task(function() while true do Task.sleep(1) end end)
  end
  return delegate
  """

private let requesting = """
  local delegate = {}
  function delegate:didFinishLaunching()
    Timer.scheduledTimer(1, true, function()
      URLSession.shared:dataTask("https://nowhere.example/", function() end):resume()
    end)
  end
  return delegate
  """

private let failing = """
  local delegate = {}
  function delegate:didFinishLaunching() error("that is all") end
  return delegate
  """
