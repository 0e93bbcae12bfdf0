import Device
import Simulation

extension LoadedScenario {
  /// The same scenario with some of its apps and their extensions: nobody opens the others or
  /// pushes to them. Those that stay do what they did at the same times. O(its actions).
  ///
  /// - Throws: a name that is no app's; without a place.
  package func keeping(apps names: [String]) throws(ScriptError) -> LoadedScenario {
    let all = scenario.apps
    let openable = scenario.openable.map(\.name)
    for name in names where !openable.contains(name) {
      throw ScriptError(
        at: nil,
        "--only: no such app (\(quoted(name))); "
          + advice(for: name, among: openable, what: "app"))
    }
    let kept = all.indices.filter {
      names.contains(all[all[$0].serves.map { Int($0.index) } ?? $0].name)
    }
    var places: [AppID: AppID] = [:]
    for (place, index) in kept.enumerated() { places[AppID(index)] = AppID(place) }
    var rest = self
    rest.scenario.apps = kept.map { index in
      var app = all[index]
      app.serves = app.serves.flatMap { places[$0] }
      return app
    }
    rest.appScripts = kept.map { appScripts[$0] }
    rest.scenario.user = scenario.user.compactMap { action in
      var action = action
      switch action.kind {
      case .open(let app):
        guard let place = places[app] else { return nil }
        action.kind = .open(place)
      case .forceQuit(let app):
        guard let place = places[app] else { return nil }
        action.kind = .forceQuit(place)
      case .close, .lock, .unlock: break
      }
      return action
    }
    rest.scenario.pushes = scenario.pushes.compactMap { push in
      guard let place = places[push.app] else { return nil }
      var push = push
      push.app = place
      return push
    }
    return rest
  }
}
