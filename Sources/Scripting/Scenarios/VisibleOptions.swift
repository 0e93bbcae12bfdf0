import Device
import Lua
import Simulation

/// Reads which of an app's options policies may see.
enum VisibleOptions {
  /// The options that a list names, in order of their names.
  ///
  /// - Parameters:
  ///   - options: the table that the app's script is given.
  static func read(
    _ value: ScriptValue, of options: LuaValue, at place: Place
  ) -> [AppOption] {
    guard case .table(let entries) = options else { return [] }
    var found: [AppOption] = []
    for item in value.list(of: "names of options", at: place) ?? [] {
      guard let name = item.value.text(at: item.place) else { continue }
      if found.contains(where: { $0.name == name }) {
        item.place.report("named twice (\(quoted(name))); leave one out")
      } else if let option = option(name, among: entries, at: item.place) {
        found.append(option)
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  private static func option(
    _ name: String, among entries: [LuaEntry], at place: Place
  ) -> AppOption? {
    guard let entry = entries.first(where: { $0.key == .text(name) }) else {
      let names = entries.compactMap(\.key.text)
      let advice =
        names.isEmpty
        ? "the app has no options" : advice(for: name, among: names, what: "option")
      place.report("no such option (\(quoted(name))); \(advice)")
      return nil
    }
    switch entry.value {
    case .boolean(let value): return AppOption(name, .boolean(value))
    case .integer(let value): return AppOption(name, .integer(value))
    case .number(let value): return AppOption(name, .number(value))
    case .string: return AppOption(name, .text(entry.value.text ?? ""))
    default:
      place.report(
        "a table (\(quoted(name))); policies see options that are a number, string or boolean")
      return nil
    }
  }
}
