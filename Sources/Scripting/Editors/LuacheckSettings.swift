import Lua

/// `.luacheckrc`: what a script may name, as luacheck reads it.
enum LuacheckSettings {
  static var text: String {
    get throws(LuaFailure) {
      var fields: [String: Set<String>] = [:]
      for name in try names {
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
  }

  /// All global names of all kinds of scripts, with the fields of tables.
  static var names: [String] {
    get throws(LuaFailure) {
      let libraries = [
        AppLibrary.shared.functions.outline, TestLibrary.shared.functions.outline,
        DeclarationLibrary.scenario.outline, DeclarationLibrary.experiment.outline,
        PolicyHost.library.outline,
      ]
      let own = libraries.flatMap(\.globals).map(\.name).filter { !$0.contains("__call") }
      let hidden = ["_G", "_VERSION"]
      return Set(try LuaState.standardNames() + own + hidden + callables).sorted()
    }
  }

  /// Tables that can be called, whose fields the libraries define.
  private static let callables = ["Task", "scenario", "experiment", "policy"]
}
