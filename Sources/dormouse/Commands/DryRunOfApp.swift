import Device
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// An app that `dormouse check` tries.
enum DryRunOfApp {
  case alone(String, luaPath: [String])
  case of(LoadedScenario, Int)

  /// Returns the apps of a scenario, one of those that are declared alike; an extension is tried
  /// with its app.
  static func all(of loaded: LoadedScenario) -> [DryRunOfApp] {
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

  /// The paths of its script, and in a scenario of the scripts of all apps.
  var scripts: [String] {
    switch self {
    case .alone(let path, _): [path]
    case .of(let loaded, _): loaded.appScripts.map(\.path)
    }
  }

  /// The version of the system that it is tried on.
  var platform: Platform {
    switch self {
    case .alone: .newest
    case .of(let loaded, _): loaded.scenario.device.platform
    }
  }

  func sights() throws(CommandError) -> [DryRun.Sight] {
    do throws(ScriptError) {
      switch self {
      case .alone(let path, let luaPath):
        return try DryRun(app: path, files: DiskScripts(), luaPath: luaPath).sights()
      case .of(let loaded, let index):
        return try DryRun(app: index, of: loaded, files: DiskScripts()).sights()
      }
    } catch {
      throw CommandError(error)
    }
  }
}

/// The results of the dry runs of all apps.
struct DryRunTally {
  private var tried = 0
  private var blamed = 0
  private var count = 0

  /// A problem found under a fault condition, with the apps that have it.
  private struct Entry {
    let sight: DryRun.Sight
    let platform: Platform
    var names: [String]
  }

  /// Tries the apps of a file and returns the lines on them, by the fault condition under which
  /// problems were found.
  mutating func lines(of apps: [DryRunOfApp]) throws(CommandError) -> [String] {
    var entries: [Entry] = []
    for (index, app) in apps.enumerated() {
      try Interruption.shared.heed(
        "check: interrupted after trying \(index) of \(counted(apps.count, "app"))")
      let sights = try app.sights()
      tried += 1
      if !sights.isEmpty { blamed += 1 }
      let names = app.name.map { [$0] } ?? []
      for sight in sights {
        if let known = entries.firstIndex(where: {
          $0.sight.adversity == sight.adversity && $0.sight.what.isSame(as: sight.what)
        }) {
          entries[known].names += names
        } else {
          entries.append(Entry(sight: sight, platform: app.platform, names: names))
        }
      }
    }
    count += entries.count
    return FaultCondition.allCases.flatMap { adversity -> [String] in
      let here = entries.filter { $0.sight.adversity == adversity }
      return here.isEmpty
        ? [] : [adversity.phrase] + here.map { "  \(DryRunTally.text(of: $0))" }
    }
  }

  private static func text(of entry: Entry) -> String {
    let more = entry.names.count - 1
    let others = more > 0 ? " and \(more == 1 ? "another" : "\(grouped(more)) others")" : ""
    let appNames = entry.names.first.map { "\($0)\(others)" }
    switch entry.sight.what {
    case .finding(let rule, let location, let message):
      let place = location.map { "\($0): " } ?? ""
      let tail = appNames.map { ": \($0)" } ?? ""
      return shown("\(place)\(message) (\(rule.rawValue))\(tail)", 400)
    case .exit(let reason):
      let code = entry.platform.code(of: reason).map { " (\($0))" } ?? ""
      let process = "the process\(appNames.map { " of \($0)" } ?? "")"
      return shown("\(process) ends: \(reason.rawValue)\(code)", 400)
    }
  }

  /// A sentence on all apps; nil: no problem was found.
  var summary: String? {
    guard count > 0 else { return nil }
    let apps = tried == 1 ? "" : " in \(grouped(blamed)) of \(counted(tried, "app"))"
    return "dry runs found \(counted(count, "fault"))\(apps); "
      + "'dormouse explain NAME' explains each"
  }
}
