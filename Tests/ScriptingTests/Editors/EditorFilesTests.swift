import Device
import Foundation
import Lua
import Testing

@testable import Scripting

@Suite("What editors know of scripts")
struct EditorFilesTests {
  private func globals<Host: AnyObject>(_ library: LuaLibrary<Host>) -> Set<String> {
    Set(library.outline.globals.map { $0.name.replacing(".__call", with: "") })
  }

  private static let units: Set<String> = ["seconds", "minutes", "hours", "days", "KB", "MB"]

  @Test("has every global of every kind of script, and no other")
  func globals() {
    let apps = Set(ScriptAPI.apps.globals.map(\.name))
    #expect(apps == globals(AppLibrary.shared.functions))
    #expect(
      Set(ScriptAPI.android.globals.map(\.name)) == globals(AppLibrary.android.functions))
    let known: [(String, Set<String>)] = [
      (testSignatures, globals(TestLibrary.shared.functions)),
      (declarationSignatures, globals(DeclarationLibrary.scenario)),
      (policySignatures, globals(PolicyHost.library)),
    ]
    for (text, names) in known {
      #expect(Set(ScriptAPI(text).globals.map(\.name)) == names.subtracting(Self.units))
    }
    let experiments = Set((ScriptAPI(experimentSignatures).globals).map(\.name))
    #expect(
      experiments
        == globals(DeclarationLibrary.experiment).subtracting(globals(DeclarationLibrary.scenario))
        .subtracting(["experiment.missing"]))
  }

  @Test("has every method and property of every class, and says which can be set")
  func members() {
    let libraries = [
      (AppLibrary.shared.functions.outline, ScriptAPI.apps),
      (AppLibrary.android.functions.outline, ScriptAPI.android),
      (TestLibrary.shared.functions.outline, ScriptAPI(testSignatures)),
      (DeclarationLibrary.scenario.outline, ScriptAPI(declarationSignatures)),
    ]
    for (outline, api) in libraries {
      func name(_ described: LuaOutline.Class) -> String {
        // The apps of tests and of results differ.
        if api.named("result") != nil {
          let apart = [
            "app": "result.app", "phone": "scenario.phone", "phone:app(...)": "scenario.app",
          ]
          if let name = apart[described.name] { return name }
        }
        return described.name.replacing("(...)", with: "")
      }
      let names = outline.classes.map(name)
      #expect(Set(names) == Set(api.classes.filter(\.isBridged).map(\.name)))
      for described in outline.classes {
        let name = name(described)
        guard let found = api.named(name) else { continue }
        let properties = found.members.filter { $0.parameters == nil }
        #expect(
          Set(found.members.filter { $0.parameters != nil }.map(\.name)) == Set(described.methods),
          "\(name)")
        #expect(
          Set(properties.map(\.name)) == Set(described.properties).subtracting(["*"]), "\(name)")
        #expect(
          Set(properties.filter(\.isSettable).map(\.name)) == Set(described.setters), "\(name)")
      }
    }
  }

  @Test("has every callback of the delegate, with as many parameters as it gets")
  func delegate() throws {
    let methods = try #require(ScriptAPI.apps.named("UIApplicationDelegate")).members
    let ofServices = try #require(ScriptAPI.apps.named("UNNotificationServiceExtension")).members
    #expect(Set((methods + ofServices).map(\.name)) == Set(Callback.methodNames))
    let onAndroid = try #require(ScriptAPI.android.named("AndroidApp")).members
    #expect(Set(onAndroid.map(\.name)) == Set(Callback.androidMethodNames))
  }

  @Test("every type that is named is there")
  func types() {
    let plain: Set<String> = [
      "any", "nil", "string", "number", "integer", "boolean", "table", "fun", "userdata",
    ]
    let apis = [
      ScriptAPI.apps, ScriptAPI.android, ScriptAPI(testSignatures),
      ScriptAPI(declarationSignatures), ScriptAPI(experimentSignatures),
      ScriptAPI(policySignatures),
    ]
    for api in apis {
      let known = plain.union(api.classes.map(\.name))
      let members = api.globals + api.classes.flatMap(\.members)
      let types = members.flatMap { $0.types + ($0.parameters ?? []).map(\.type) }
      for type in types where !type.hasPrefix("fun(") && !type.hasPrefix("\"") {
        for part in type.split(separator: "|") where !part.hasPrefix("fun(") {
          let name = part.filter { $0 != "?" }.replacing("[]", with: "")
            .split(separator: "<")[0]
          #expect(known.contains(String(name)) || name.hasPrefix("keys."), "\(name)")
        }
      }
    }
  }

  @Test("definitions are Lua, and have types, units and meanings")
  func definitions() throws {
    let files = EditorFiles.all
    for file in files where file.path.hasSuffix(".lua") {
      try AppScript(source: Array(file.text.utf8), displayName: file.path).check()
      #expect(file.text.hasPrefix("---@meta\n"))
    }
    let apps = try #require(files.first { $0.path == ".dormouse/apps.lua" }).text
    #expect(
      apps.contains(
        """
        ---once for each begin that was not refused
        ---@param identifier integer
        function class:endBackgroundTask(identifier) end
        """))
    #expect(apps.contains("---@field batteryLevel number 0 to 1; -1 when unknown\n"))
    #expect(
      apps.contains(
        "---code that may await\n---@class callable.Task\n"
          + "---@overload fun(body: fun(task: Task)): Task\nTask = {}\n"))
    let keys = try #require(files.first { $0.path == ".dormouse/keys.lua" }).text
    #expect(keys.contains("---@field duration number virtual time that a run takes (s)\n"))
    #expect(keys.contains("---@field seed? integer what all that is random comes from (whole"))
  }
}
