import Device
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// An app that `dormouse check` tries.
enum TriedApp {
  case alone(String, declared: DeclaredApp?, luaPath: [String])
  case of(LoadedScenario, Int)

  /// Returns the apps of a scenario, one of those that are declared alike; an extension is tried
  /// with its app.
  static func all(of loaded: LoadedScenario) -> [TriedApp] {
    struct Declaration: Hashable {
      let path: String
      let options: AnyHashable
      let modes: UInt16
      let identifiers: [String]
      let service: String?
    }
    var known: Set<Declaration> = []
    return loaded.scenario.openable.indices.filter { index in
      let (app, script) = (loaded.scenario.apps[index], loaded.appScripts[index])
      return known.insert(
        Declaration(
          path: script.path, options: AnyHashable(script.options), modes: app.modes.rawValue,
          identifiers: app.permittedIdentifiers,
          service: loaded.scenario.apps.firstIndex { $0.serves == AppID(index) }
            .map { loaded.appScripts[$0].path })
      ).inserted
    }.map { .of(loaded, $0) }
  }

  /// The app's name in a scenario; nil: its file stands alone.
  var name: String? {
    switch self {
    case .alone: nil
    case .of(let loaded, let index): loaded.scenario.apps[index].name
    }
  }

  /// The path of its script.
  var script: String {
    switch self {
    case .alone(let path, _, _): path
    case .of(let loaded, let index): loaded.appScripts[index].path
    }
  }

  /// Returns its trials, which have not begun.
  func dryRun() throws(CommandError) -> DryRun {
    do throws(ScriptError) {
      switch self {
      case .alone(let path, let declared, let luaPath):
        return try DryRun(app: path, declared: declared, files: DiskScripts(), luaPath: luaPath)
      case .of(let loaded, let index):
        return try DryRun(app: index, of: loaded, files: DiskScripts())
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// Returns what its trials show.
  func outcome(of dryRun: DryRun) throws(CommandError) -> DryRun.Outcome {
    do throws(ScriptError) { return try dryRun.outcome() } catch { throw CommandError(error) }
  }
}
