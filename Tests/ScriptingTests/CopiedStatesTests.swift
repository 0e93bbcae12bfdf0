import Device
import Lua
import Policies
import Simulation
import Testing

@testable import Scripting

/// docs/decisions/0038: whoever adds what cannot be copied makes each launch take twice as long, and
/// would notice it by the clock alone.
@Suite("States of scripts are copies of one that was opened")
struct CopiedStatesTests {
  /// So many are opened step by step at most, until it is known what is to be moved.
  private static let learning = 40

  /// Whether the states of a library are copied in the end.
  private func copies<Host: AnyObject>(_ library: LuaLibrary<Host>, _ host: Host) throws -> Bool {
    var isCopy = false
    for number in 0...UInt64(Self.learning) {
      let state = try LuaState(
        limits: LuaLimits(memoryBytes: 4 << 20),
        seed: LuaSeed(number &* 0x9E37_79B9_7F4A_7C15, 2, 3, 4), library: library, host: host)
      isCopy = state.isCopy
    }
    return isCopy
  }

  @Test("those of policies, scenarios, experiments and tests")
  func others() throws {
    let files = ScriptTexts([:])
    let modules = ModuleSearch(files: files, folders: [])
    let settings = GivenSettings(texts: [:], prefix: "")
    #expect(
      try copies(
        PolicyHost.library, PolicyHost(path: "p.lua", settings: settings, modules: modules)))
    let host = DeclarationHost(
      path: "s.lua", settings: settings, files: files, luaPath: [], shelf: RecordingShelf())
    #expect(try copies(DeclarationLibrary.scenario, host))
    #expect(try copies(DeclarationLibrary.experiment, host))
    let test = TestHost(
      path: "t.lua", source: [], files: files, modules: modules, seed: 1, policy: nil,
      policies: { _, _ in FirstCome() })
    #expect(try copies(TestLibrary.shared.functions, test))
  }

  @Test(
    "those of apps, also of the second app of a phone, on each system, whatever they may hold",
    arguments: Platform.all)
  func apps(platform: Platform) throws {
    final class Lives {
      var areCopies: [Bool] = []
    }
    /// Apps that are opened one after the other, the first of which may still be learned from.
    func lives(_ count: Int, memoryCap: Int) throws -> [Bool] {
      let names = (1...count).map { "app\($0)" }
      let files = ScriptTexts(
        Dictionary(uniqueKeysWithValues: names.map { ("\($0).lua", "return {}") }))
      let scripts = try AppScripts(
        names.map { AppScriptReference(path: "\($0).lua", memoryCapBytes: memoryCap) },
        files: files, modules: ModuleSearch(files: files, folders: []))
      var scenario = Scenario(
        duration: .minutes(10), device: DeviceConfiguration(platform),
        apps: names.map { AppConfiguration(name: $0) })
      scenario.user = names.indices.map {
        UserAction(at: .start + .seconds(Double($0)), kind: .open(AppID($0)))
      }
      let seen = Lives()
      let make = scripts.behaviorFactory
      let device = Device(scenario, policy: FirstCome()) { app in
        let behavior = make(app)
        if let scripted = behavior as? ScriptedApp {
          seen.areCopies.append(scripted.state.isCopy)
          // A library that has grown by more than the slack would change every result.
          #expect((0..<1_024).contains(scripted.state.memoryBytes - AppLibrary.openedBytes))
        }
        return behavior
      }
      device.run()
      return seen.areCopies
    }
    let first = try lives(Self.learning, memoryCap: 4 << 20)
    #expect(first.count == Self.learning && first.last == true)
    for memoryCap in [1 << 20, 64 << 20] {
      #expect(try lives(2, memoryCap: memoryCap) == [true, true])
    }
  }
}
