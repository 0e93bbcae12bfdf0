import Lua
import Simulation

/// The parameters that a script declares, and their values: `scenario.parameters { ... }` and the
/// like.
struct DeclaredParameters {
  let settings: GivenSettings
  /// In the order in which the script sees them.
  private(set) var list: [ScenarioParameter] = []

  init(_ settings: GivenSettings) {
    self.settings = settings
  }

  /// Takes the parameters of a table; their values, by name, for the script.
  ///
  /// - Throws: `ProblemLog.stop` after reporting what is wrong with them.
  mutating func declare(
    _ table: ScriptTable, at place: Place, _ problems: ProblemLog
  ) throws(LuaFailure) -> LuaValue {
    let before = problems.count
    var values: [LuaEntry] = []
    for entry in table.entries {
      guard case .string(let name) = entry.key else {
        place.reportNameless(entry, "a parameter")
        continue
      }
      guard !list.contains(where: { $0.name == name }) else {
        place.key(name).report("declared before; give each parameter once")
        continue
      }
      let parameter = ParameterKeys.read(
        name, entry.value, settings, at: place.key(name).named("parameter \(name)"), problems)
      guard let parameter else { continue }
      list.append(parameter)
      values.append(LuaEntry(key: .text(name), value: parameter.value))
    }
    if problems.count > before { throw ProblemLog.stop }
    return .table(values)
  }

  /// Reports settings that no parameter has taken.
  func checkSettings(_ problems: ProblemLog) {
    for name in settings.texts.keys.sorted() where !list.contains(where: { $0.name == name }) {
      let advice = advice(for: name, among: list.map(\.name), what: "parameter")
      settings.report("no such parameter; \(advice)", about: name, to: problems)
    }
  }
}
