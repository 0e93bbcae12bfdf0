import Device
import Simulation

/// The scenario's apps by name, for user models that name them.
struct AppNames {
  private let names: [String]
  private let identifiers: [String: AppID]

  /// Numbers the apps in their order; where a name occurs twice, the first app has it.
  init(_ names: [String]) {
    self.names = names
    identifiers = Dictionary(
      names.enumerated().map { ($1, AppID($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the app with a name; where there is none, the error at `place` gives the nearest name
  /// that the scenario has.
  func app(named name: String, at place: String) throws(UserModelError) -> AppID {
    if let app = identifiers[name] { return app }
    let list =
      names.prefix(12).map(quoted).joined(separator: ", ") + (names.count > 12 ? ", ..." : "")
    let advice =
      nearest(to: name, among: names).map { "did you mean \(quoted($0))?" }
      ?? (names.isEmpty ? "the scenario has none" : "its apps are \(list)")
    throw UserModelError("\(place): no such app (\(quoted(name))); \(advice)")
  }
}
