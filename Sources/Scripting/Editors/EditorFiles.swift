/// The files from which editors and luacheck know the names of dormouse's scripts.
public enum EditorFiles {
  /// A file's path in its folder, and its text.
  public typealias File = (path: String, text: String)

  /// The folder of the definitions.
  public static let folder = ".dormouse"

  /// All files: definitions of the names, their classes and keys for the Lua language server; its
  /// settings; and what luacheck takes for known. The same for the same build.
  public static var all: [File] {
    [
      ("\(folder)/apps.lua", LuaDefinitions.text(of: .apps, head: "apps")),
      ("\(folder)/android.lua", LuaDefinitions.text(of: .androidOwn, head: "apps for Android")),
      ("\(folder)/tests.lua", LuaDefinitions.text(of: ScriptAPI(testSignatures), head: "tests")),
      (
        "\(folder)/scenarios.lua",
        LuaDefinitions.text(
          of: ScriptAPI(declarationSignatures).without("expect"), head: "scenarios")
      ),
      (
        "\(folder)/experiments.lua",
        LuaDefinitions.text(of: ScriptAPI(experimentSignatures), head: "experiments")
      ),
      (
        "\(folder)/policies.lua",
        LuaDefinitions.text(of: ScriptAPI(policySignatures), head: "policies")
      ),
      ("\(folder)/keys.lua", KeyDefinitions.text),
      (".luarc.json", languageServer),
      (".luacheckrc", luacheckSettings),
    ]
  }

  /// The names that luacheck takes for known, as the text of a `.luacheckrc`.
  public static var luacheckSettings: String { LuacheckSettings.text }

  /// The settings of a language server. Either an answer or its error is nil, which no server can
  /// know, so nothing is marked as possibly nil.
  private static let languageServer = """
    {
      "runtime.version": "Lua 5.4",
      "runtime.builtin": { "io": "disable", "os": "disable", "debug": "disable" },
      "workspace.library": ["\(folder)"],
      "diagnostics.disable": ["need-check-nil"]
    }

    """
}

/// Definitions as the Lua language server reads them.
enum LuaDefinitions {
  static func text(of api: ScriptAPI, head: String) -> String {
    var text = """
      ---@meta
      -- What dormouse gives scripts (\(head)). Written by `dormouse meta`; do not change it.
      -- luacheck: ignore


      """
    for described in api.classes {
      text += "---@class \(described.name)\n"
      for member in described.members where member.parameters == nil {
        text += "---@field \(member.name) \(types(member)) \(member.meaning)\n"
      }
      text += "local class = {}\n\n"
      for member in described.members where member.parameters != nil {
        text += function("class:\(member.name)", member)
      }
    }
    var tables = Set<String>()
    for member in api.globals {
      if let dot = member.name.lastIndex(of: ".") {
        let table = String(member.name[..<dot])
        let isCalled = api.globals.first { $0.name == table }
        if tables.insert(table).inserted {
          // A table that can be called, as Task.
          if let isCalled { text += overload(isCalled) }
          text += "\(table) = {}\n\n"
        }
      }
      let isTable = api.globals.contains { $0.name.hasPrefix(member.name + ".") }
      if isTable { continue }
      if member.parameters == nil {
        text += "---\(member.meaning)\n---@type \(types(member))\n\(member.name) = nil\n\n"
      } else {
        text += function(member.name, member)
      }
    }
    return text
  }

  private static func function(_ name: String, _ member: ScriptAPI.Member) -> String {
    let parameters = member.parameters ?? []
    var text = "---\(member.meaning)\n"
    for parameter in parameters {
      text += "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") "
      text += "\(parameter.type)\n"
    }
    for type in member.types { text += "---@return \(type)\n" }
    return text + "function \(name)(\(parameters.map(\.name).joined(separator: ", "))) end\n\n"
  }

  private static func overload(_ member: ScriptAPI.Member) -> String {
    let parameters = (member.parameters ?? []).map {
      "\($0.name)\($0.isOptional ? "?" : ""): \($0.type)"
    }
    let returns = member.types.isEmpty ? "" : ": \(member.types[0])"
    // Servers take an overload for granted of a class only.
    return "---\(member.meaning)\n---@class callable.\(member.name)\n"
      + "---@overload fun(\(parameters.joined(separator: ", ")))\(returns)\n"
  }

  private static func types(_ member: ScriptAPI.Member) -> String {
    member.types.joined(separator: ", ")
  }
}
