import Device

/// The keys of the tables that scenarios, experiments and tests write, as classes for the Lua
/// language server: from the very lists that read them.
enum KeyDefinitions {
  static var text: String {
    """
    ---@meta
    -- The keys of dormouse's tables. Written by `dormouse meta`; do not change it.
    -- luacheck: ignore


    """
      + definition("scenario", ScenarioKeys.scenario, ScenarioKeys.Draft())
      + definition("app", AppKeys.app, AppKeys.Draft(), optional: ["id", "script"])
      + definition("device", DeviceKeys.device, DeviceConfiguration())
      + definition("phone", PhoneKeys.phone, PhoneKeys.Draft())
      + definition("server", ServerKeys.server, ServerKeys.Draft())
      + definition("habits", UsageKeys.habits, UsageKeys.HabitsDraft())
      + definition("people", PeopleKeys.people, PeopleKeys.Draft())
      + definition("trace", UsageKeys.trace, UsageKeys.TraceDraft())
      + definition("battery", UsageKeys.battery, UsageKeys.BatteryDraft())
      + definition("experiment", ExperimentKeys.experiment, ExperimentKeys.Draft())
      + definition("sample", ExperimentKeys.sample, ExperimentKeys.SampleDraft())
  }

  /// - Parameters:
  ///   - optional: keys that are needed in scenarios and not in tests.
  private static func definition<Target>(
    _ name: String, _ keys: Keys<Target>, _ standards: Target, optional: Set<String> = []
  ) -> String {
    var text = "---@class keys.\(name)\n"
    for key in keys.list {
      let mark = key.isRequired && !optional.contains(key.name) ? "" : "?"
      let standard = key.isRequired ? "" : key.standard(standards)
      let unit =
        ["string", "boolean", "table", "function", "list"].contains(key.unit) ? "" : key.unit
      let notes = [unit, standard.isEmpty ? "" : "default \(standard)"].filter { !$0.isEmpty }
      let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
      text += "---@field \(key.name)\(mark) \(luaType(for: key.unit)) \(key.meaning)\(note)\n"
    }
    return text + "local class = {}\n\n"
  }

  /// The type of values that a unit stands for; where it may be one of several, any.
  private static func luaType(for unit: String) -> String {
    switch unit {
    case "string", "boolean", "table": unit
    case "s", "h", "number", "bytes", "bytes/s", "MB", "W", "mAh", "V": "number"
    case "whole number": "integer"
    case "list of strings": "string[]"
    case "function": "fun(result: any)"
    case ScenarioKeys.properties: "fun(phone: scenario.phone): any"
    case _ where unit.hasPrefix("list") || unit.hasPrefix("MB, list"): "table"
    default: "any"
    }
  }
}
