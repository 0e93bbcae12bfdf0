/// `.luacheckrc`: what a script may name, as luacheck reads it.
enum LuacheckSettings {
  static var text: String {
    var fields: [String: Set<String>] = [:]
    for name in names {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      fields[parts[0], default: []].formUnion(parts.dropFirst())
    }
    var text = """
      -- What dormouse gives scripts, and of Lua what the sandbox has. Written by `dormouse meta`.
      stds.dormouse = {
        read_globals = {

      """
    for name in fields.keys.sorted() {
      let inner = (fields[name] ?? []).sorted()
      if inner.isEmpty {
        text += "    \"\(name)\",\n"
      } else {
        text += "    \(name) = { fields = {\n"
        text += inner.map { "      \"\($0)\",\n" }.joined()
        text += "    } },\n"
      }
    }
    return text + """
        },
      }
      std = "dormouse"
      -- Callbacks have their parameters whether they use them or not.
      unused_args = false
      self = false
      max_line_length = false

      """
  }

  /// All global names of all kinds of scripts, with the fields of tables.
  static var names: [String] {
    let kinds: [ScriptKind] = [.app, .scenario, .policy, .experiment, .test]
    return kinds.reduce(into: KnownGlobals.of(.app, .android)) {
      $0.formUnion(KnownGlobals.of($1))
    }.sorted()
  }
}
