import Device
import Lua
import Simulation

/// The scripts of a scenario's apps, read and compiled once for trial: what a device makes its
/// apps' behaviours of.
public struct AppScripts: Sendable {
  private let apps: [(script: AppScript, reference: AppScriptReference)]
  let modules: ModuleSearch

  /// Reads each script once, however many apps run it.
  ///
  /// - Parameters:
  ///   - references: by `AppID`, one for each app of the scenario.
  ///   - modules: where scripts `require` from.
  /// - Throws: every script that is missing or does not compile.
  public init(
    _ references: [AppScriptReference], files: any ScriptFiles, modules: ModuleSearch
  ) throws(ScriptError) {
    var scripts: [String: AppScript] = [:]
    var problems: [ScriptError.Problem] = []
    for reference in references where scripts[reference.path] == nil {
      do throws(ScriptError) {
        let script = try AppScript(
          reference.path, displayName: reference.displayName, files: files)
        scripts[reference.path] = script
        try script.check()
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw ScriptError(problems) }
    apps = references.compactMap { reference in
      scripts[reference.path].map { ($0, reference) }
    }
    self.modules = modules
  }

  /// Each script with its path, for each app that runs it.
  var scripts: [(script: AppScript, path: String)] {
    apps.map { ($0.script, $0.reference.path) }
  }

  /// The text of each script by the name that findings give it.
  public var texts: [String: String] {
    Dictionary(
      apps.map { ($0.script.displayName, String(decoding: $0.script.source, as: UTF8.self)) },
      uniquingKeysWith: { first, _ in first })
  }

  func reference(at place: Int) -> AppScriptReference { apps[place].reference }

  /// For `Device`.
  public var behaviorFactory: BehaviorFactory { behaviorFactory(covering: nil) }

  /// The same, which counts the lines that run.
  func behaviorFactory(covering coverage: LineCoverage?) -> BehaviorFactory {
    { app in
      let index = Int(app.id.index)
      guard apps.indices.contains(index) else {
        fatalError("AppScripts: \(app.name) has no script; give one reference for each app")
      }
      do throws(LuaFailure) {
        return try ScriptedApp(
          app, script: apps[index].script, reference: apps[index].reference, modules: modules,
          coverage: coverage)
      } catch {
        return UnstartableApp(error)
      }
    }
  }
}

/// A process without a Lua state: it fails as soon as it is to run.
final class UnstartableApp: AppBehavior {
  private let failure: AppFailure

  init(_ failure: LuaFailure) {
    self.failure = AppFailure(
      reason: .memoryLimit, message: failure.message, detail: failure.message, location: nil,
      breaksRun: failure.breaksRun)
  }

  func run(_ callback: Callback) -> Turn { Turn(.failed(failure)) }
  func resume(_ fiber: FiberID) -> Turn { Turn(.failed(failure)) }
  func release(_ block: BlockID) {}
  func location(of fiber: FiberID) -> SourceLocation? { nil }
  func location(ofMethod callback: String) -> SourceLocation? { nil }
  func end() {}
}
