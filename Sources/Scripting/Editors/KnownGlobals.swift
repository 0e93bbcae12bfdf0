import Device
import Lua

/// The names that each kind of script finds, from the libraries themselves.
enum KnownGlobals {
  /// - Parameters:
  ///   - family: of the system that an app runs on.
  static func of(_ kind: ScriptKind, _ family: SystemFamily = .iOS) -> Set<String> {
    switch kind {
    case .app: family == .iOS ? apps : androidApps
    case .scenario: scenarios
    case .policy: policies
    case .experiment: experiments
    case .test: tests
    }
  }

  private static let apps = names(AppLibrary.shared.functions)
  private static let androidApps = names(AppLibrary.android.functions)
  private static let tests = names(TestLibrary.shared.functions)
  private static let scenarios = names(DeclarationLibrary.scenario)
  private static let experiments = names(DeclarationLibrary.experiment)
  private static let policies = names(PolicyHost.library)

  private static func names<Host: AnyObject>(_ library: LuaLibrary<Host>) -> Set<String> {
    let standard: [String]
    do throws(LuaFailure) { standard = try LuaState.standardNames() } catch {
      fatalError("KnownGlobals: Lua's own names cannot be listed: \(error.message)")
    }
    let own = library.outline.globals.map { $0.name.replacing(".__call", with: "") }
    return Set(standard + own + ["_G", "_VERSION", "_ENV"])
  }
}
