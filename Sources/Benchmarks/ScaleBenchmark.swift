import Device
import Foundation
import Policies
import Scripting
import Simulation

/// Measures a mixed day at 2 GB of memory: the apps of the weekday so many times over, whose user
/// opens as many more. The cost of an event must not depend on how many apps are installed.
func measureScale() {
  let few = measureMixedDay(copies: 8)
  let many = measureMixedDay(copies: 770)
  for day in [few, many] {
    report(
      "mixed day, \(day.apps) apps: \(day.events) events",
      "\(decimals(day.seconds / Double(day.events) * 1e6, 2)) us")
  }
  let ratio = (many.seconds / Double(many.events)) / (few.seconds / Double(few.events))
  report(
    "  an event of many as a multiple of one of few", decimals(ratio, 2), goal: "<= 2",
    isReached: ratio <= 2)
}

private func measureMixedDay(copies: Int) -> (apps: Int, events: Int, seconds: Double) {
  var events = 0
  var apps = 0
  let took = best(of: copies < 100 ? 9 : 2) {
    let device = mixedDay(copies: copies)
    apps = device.scenario.apps.count
    let took = seconds { device.run() }
    events = device.result().events
    return took
  }
  return (apps, events, took)
}

/// Returns a device with the weekday's apps, each so many times, and a user who opens one after the
/// other, every so often for half a minute, so that each is opened now and then whatever their
/// number.
private func mixedDay(copies: Int) -> Device {
  do {
    let files = Disk()
    let loaded = try ScenarioScript.load("\(root)/scripts/scenarios/weekday.lua", files: files)
    var scenario = loaded.scenario
    let kinds = scenario.apps
    scenario.apps = (0..<copies).flatMap { copy in
      kinds.map { kind in
        var app = kind
        app.name = "\(kind.name)-\(copy)"
        // One app that plays audio is enough for a phone.
        if copy > 0 { app.modes.remove(.audio) }
        return app
      }
    }
    let count = scenario.apps.count
    let opens = max(400, count)
    let every = scenario.duration.nanoseconds / Int64(opens)
    // The stride meets every app once, and kinds by turns.
    let stride = count / 3 | 1
    scenario.user = (0..<opens).flatMap { index in
      let at = Instant.start + TimeSpan(nanoseconds: every * Int64(index))
      return [
        UserAction(at: at, kind: .open(AppID(index * stride % count))),
        UserAction(at: at + TimeSpan(nanoseconds: every / 2), kind: .close),
      ]
    }
    let scripts = try AppScripts(
      (0..<copies).flatMap { _ in loaded.appScripts }, files: files,
      modules: ModuleSearch(files: files, folders: ["\(root)/scripts/scenarios"]))
    let policy = try PolicyCatalogue.policy("first-come")
    return Device(scenario, policy: policy, behaviors: scripts.behaviorFactory)
  } catch {
    fatalError("benchmark: \(error)")
  }
}
